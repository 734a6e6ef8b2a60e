import { once } from 'node:events';
import {
  createServer,
  request as send,
  type ClientRequest,
  type IncomingMessage,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Problem } from '@sextant/platform-http/errors';
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
        (error: unknown) => {
          if (error instanceof Problem) response.writeHead(error.status, { ...error.headers });
          response.end();
        },
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

describe('files that come slowly', () => {
  it('give way to that of another owner, and are told so', async () => {
    const url = await start();
    const slow: ClientRequest[] = [];
    for (const owner of ['a', 'b', 'c', 'd']) slow.push(await begun(`${url}/${owner}`));
    const answers = slow.map(async (file) => {
      const [answer] = (await once(file, 'response')) as [IncomingMessage];
      return answer.statusCode;
    });
    const file = Buffer.alloc(5 * 1024 * 1024);

    const answer = await fetch(`${url}/e`, { method: 'PUT', body: file });

    expect(await answer.text()).toBe(String(file.length));
    expect(await Promise.race(answers)).toBe(408);
  });

  it('are left alone while nobody waits', async () => {
    const url = await start();
    const slow = await begun(`${url}/a`);
    let isAnswered = false;
    slow.once('response', () => (isAnswered = true));

    // An owner that waits for its own file holds nobody up.
    const own = fetch(`${url}/a`, { method: 'PUT', body: Buffer.alloc(5 * 1024 * 1024) });
    const other = await fetch(`${url}/b`, { method: 'PUT', body: Buffer.alloc(5 * 1024 * 1024) });

    expect(await other.text()).toBe(String(5 * 1024 * 1024));
    expect(isAnswered).toBe(false);
    slow.destroy();
    expect(await (await own).text()).toBe(String(5 * 1024 * 1024));
  });
});
