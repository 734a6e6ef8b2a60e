import { once } from 'node:events';
import { createServer, request as send, type ClientRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { FileBodies } from './file-body.js';
import { MAX_TMX_BYTES } from './memory-errors.js';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Files of `/owner`; the address `end` answers all that are being read. */
async function start(): Promise<string> {
  const files = new FileBodies();
  const answers: (() => void)[] = [];
  server = createServer((request, response) => {
    const owner = request.url ?? '';
    if (owner === '/end') for (const answer of answers) answer();
    if (owner === '/end') return void response.end();
    const left = new AbortController();
    response.once('close', () => left.abort());
    answers.push(() => response.writeHead(408).end());
    files
      .use({ owner, request, maxBytes: MAX_TMX_BYTES, signal: left.signal }, (bytes) =>
        Promise.resolve(bytes.length),
      )
      .then(
        (length) => response.end(String(length)),
        () => response.end(),
      );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A file of the largest size that has begun to come and does not go on. */
async function begun(url: string): Promise<ClientRequest> {
  const request = send(url, { method: 'PUT', headers: { 'content-length': MAX_TMX_BYTES } });
  request.on('error', () => undefined);
  const seen = once(server, 'request');
  request.write('<tmx>');
  await seen;
  return request;
}

describe('a file that is answered while it comes', () => {
  it('gives its room to that of another owner, and its connection ends', async () => {
    const url = await start();
    const begunFiles: ClientRequest[] = [];
    for (const owner of ['a', 'b', 'c', 'd']) begunFiles.push(await begun(`${url}/${owner}`));
    const ends = begunFiles.map((file) => once(file, 'close'));
    const file = Buffer.alloc(5 * 1024 * 1024);
    const waiting = fetch(`${url}/e`, { method: 'PUT', body: file });

    await fetch(`${url}/end`);

    expect(await (await waiting).text()).toBe(String(file.length));
    await Promise.all(ends);
  }, 10_000);
});
