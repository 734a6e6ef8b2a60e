import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KubernetesApi } from '../../admission/kubernetes-api.js';
import { linesOf } from './lines.js';

// oxlint-disable-next-line typescript/require-await -- an asynchronous source
async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const all = (text: string, size: number, most?: number) =>
  listOf(linesOf(inPieces(text, size), most));

describe('the lines of a stream', () => {
  it.each([1, 2, 3, 1000])('are the same in pieces of %i bytes', async (size) => {
    const text = '{"a":"é🔥"}\n\n  \r\n{"b":1}\r\nlast\n{"cut';

    expect(await all(text, size)).toEqual(['{"a":"é🔥"}', '{"b":1}\r', 'last']);
  });

  it('may each be as long as the bound, and no longer', async () => {
    const line = 'x'.repeat(100);

    expect(await all(`${line}\n${line}\n`, 7, 100)).toEqual([line, line]);
    await expect(all(`${line}xx`, 7, 100)).rejects.toThrow('a line has no end');
  });

  it('that an API server never ends are given up long before they fill the memory', async () => {
    const state = { sent: 0 };
    const server = createServer((_request, response) => {
      const send = () => {
        do state.sent += 1024 * 1024;
        while (response.write(Buffer.alloc(1024 * 1024, 'x')) && state.sent < 256 * 1024 * 1024);
      };
      response.on('drain', send);
      send();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const api = new KubernetesApi({ url, token: undefined, ca: undefined });

    const watching = listOf(api.watch('/', {}, AbortSignal.timeout(30_000)));

    await expect(watching).rejects.toThrow('a line has no end');
    expect(state.sent).toBeLessThan(64 * 1024 * 1024);
    server.closeAllConnections();
    server.close();
  });
});
