import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Hub } from './hub.js';
import type { PublishedModel } from './published-model.js';

const OID = 'a'.repeat(40);
const MODEL: PublishedModel = {
  name: 'any',
  use: 'voices',
  repository: 'someone/any',
  files: ['./'],
  licence: 'unknown',
  languages: 'any',
};

/** Answers as the hub does, with whatever it likes. */
let answer: { sha: string; files: readonly object[] };
let server: Server;
let hub: Hub;

beforeEach(async () => {
  answer = { sha: 'c0ffee'.padEnd(40, '0'), files: [] };
  server = createServer(({ url = '' }, response) => {
    const body = url.includes('/tree/') ? answer.files : { id: 'someone/any', sha: answer.sha };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  hub = new Hub({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const file = (path: string, size: unknown = 3): object => ({ type: 'file', path, size, oid: OID });

describe('a hub that lies', () => {
  it.each([
    ['of a size below nothing', [file('a.onnx', -1)]],
    ['of a size that is none', [file('a.onnx', null)]],
    ['of a size that nobody can count', [file('a.onnx', 1e300)]],
    ['that is in another file', [file('a.json'), file('a.json/b.json')]],
    ['outside', [file('../a.onnx')]],
  ])('names no file %s', async (_, files) => {
    answer.files = files;

    await expect(hub.find(MODEL)).rejects.toThrow('The hub names a file that cannot be taken');
  });

  it('names no commit that is anything else', async () => {
    answer.sha = '\u001b[2Jmain';
    answer.files = [file('a.onnx')];

    await expect(hub.find(MODEL)).rejects.toThrow('The hub names no commit of someone/any.');
  });

  it('brings no record of what was fetched', async () => {
    answer.files = [file('a.onnx'), file('model.json')];

    const { files } = await hub.find(MODEL);

    expect(files.map(({ path }) => path)).toEqual(['a.onnx']);
  });
});
