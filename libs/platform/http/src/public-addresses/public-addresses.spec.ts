import { once } from 'node:events';
import { Agent, createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPrivateAddress, isPrivateLiteral, publicLookup } from './public-addresses.js';

describe('addresses', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '169.254.169.254', '172.31.0.1', '192.168.1.1', '100.64.0.1'],
    ...['::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', 'fd00::1', 'fe80::1', 'no address'],
  ])('%s is private', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1'])('%s is public', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  it.each([
    ['http://127.0.0.1/', true],
    ['http://[::1]/', true],
    ['http://0x7f000001/', true],
    ['http://example.org/', false],
    ['http://8.8.8.8/', false],
  ])('%s has a private address in place of a name: %s', (url, isPrivate) => {
    expect(isPrivateLiteral(new URL(url))).toBe(isPrivate);
  });
});

describe('a name that leads into a private network', () => {
  let server: Server;
  let calls = 0;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      calls += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.close();
  });

  it('is not connected to', async () => {
    const { port } = server.address() as AddressInfo;
    const request = get(`http://localhost:${port}/`, {
      agent: new Agent({ lookup: publicLookup }),
    });
    const [error] = (await once(request, 'error')) as [Error];

    expect(error.message).toBe('localhost is not a public address.');
    expect(calls).toBe(0);
  });
});
