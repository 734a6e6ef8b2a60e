import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CarReader } from '@ipld/car';
import { startApp } from '@sextant/platform-testing';
import { iptGraphql } from '../../src/app.js';
import { rawCid } from '../../src/content/cid.js';
import { ContentStore } from '../../src/content/content-store.js';
import { longestWaitMs } from '../liveness.js';
import { startService, type StartedService } from '../started-service.js';

const ATTACKER = '198.51.100.1';
const SIZE = 18_000_000;
const image = Buffer.alloc(SIZE);
for (let at = 0; at < SIZE; at += 4) image.writeUInt32LE((at * 2_654_435_761) % 2 ** 32, at);
image.set(Buffer.from('\x89PNG\r\n', 'latin1'));

describe('the gateway to content', () => {
  let service: StartedService;
  let store: ContentStore;
  let cid: string;
  let url: string;

  const rangeOf = (range: string, headers: Record<string, string> = {}) =>
    fetch(url, { headers: { range, ...headers } });
  const untilLogged = async (before: number, count: number): Promise<void> => {
    const { pathname: path } = new URL(url);
    const requests = () =>
      service.running.logs.slice(before).filter((line) => line['path'] === path);
    await until(() => requests().length >= count);
  };
  const folder = () => service.env['CONTENT_DIR'] ?? '';
  const files = () => readdirSync(folder(), { recursive: true, encoding: 'utf8' });
  /** Content of its own blocks, and how those that match become others of the same length and beginning. */
  const stored = async (length: number) => {
    const before = new Set(files());
    const added = await store.add(Buffer.from(image.subarray(0, length)).fill(length % 251, 64));
    const leaves = files().filter((name) => !before.has(name) && name.includes('/bafkrei'));
    const harm = (isHarmed: (bytes: Buffer) => boolean): void => {
      for (const name of leaves) {
        const file = join(folder(), name);
        const bytes = readFileSync(file);
        if (isHarmed(bytes)) writeFileSync(file, bytes.fill('x', 100));
      }
    };
    return { cid: added, harm };
  };

  beforeAll(async () => {
    service = await startService({ env: { TRUSTED_PROXIES: 'loopback' } });
    store = service.running.app.get<ContentStore>(ContentStore);
    cid = await store.add(image);
    url = `${service.running.url}/ipfs/${cid}`;
  });
  afterAll(() => service.close());

  it('streams a file of several blocks, with its size', async () => {
    const answer = await fetch(url);

    expect(answer.headers.get('content-length')).toBe(String(SIZE));
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(Buffer.from(await answer.arrayBuffer()).equals(image)).toBe(true);
  });

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=1048570-1048590', 1_048_570, 1_048_590],
    ['bytes=17999990-', 17_999_990, SIZE - 1],
    ['bytes=-5', SIZE - 5, SIZE - 1],
    ['bytes=17999990-99999999', 17_999_990, SIZE - 1],
  ])('answers the range %s with 206 and that part', async (range, first, last) => {
    const answer = await rangeOf(range);

    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/${SIZE}`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(image.subarray(first, last + 1));
  });

  it('answers 416 with the size for a range that begins behind the end', async () => {
    const answer = await rangeOf(`bytes=${SIZE}-`);

    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe(`bytes */${SIZE}`);
    expect(await answer.json()).toMatchObject({ error: { code: 'RANGE_NOT_SATISFIABLE' } });
  });

  it.each([
    ['several ranges', 'bytes=0-1,5-6', {}],
    ['no range', 'lines=1-2', {}],
    ['the range of other content', 'bytes=0-9', { 'if-range': '"other"' }],
  ])('answers %s with the whole', async (_name, range, headers) => {
    const answer = await rangeOf(range, headers);

    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBe(SIZE);
  });

  it('answers HEAD, and 304 to its own ETag, from the size alone', async () => {
    const { cid: broken, harm } = await stored(5_000_000);
    harm(() => true);
    const address = `${service.running.url}/ipfs/${broken}`;

    const head = await fetch(address, { method: 'HEAD' });
    const etag = head.headers.get('etag') ?? '';
    const known = await fetch(address, { headers: { 'if-none-match': `"x", W/${etag}` } });

    expect([head.status, known.status]).toEqual([200, 304]);
    expect(head.headers.get('content-length')).toBe('5000000');
    expect(head.headers.get('content-type')).toBe('image/png');
    // Its blocks are damaged: whoever reads them is told.
    const whole = await fetch(address);
    expect([whole.status, whole.headers.get('cache-control')]).toEqual([500, null]);
  });

  it('breaks off where a block is damaged, and logs it', async () => {
    const { cid: broken, harm } = await stored(5_000_001);
    harm((bytes) => bytes.length < 1024 * 1024);

    const answer = await fetch(`${service.running.url}/ipfs/${broken}`);

    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(JSON.stringify(service.running.logs)).toContain('is damaged');
  });

  it('streams a CAR, and answers HEAD for it', async () => {
    const car = await fetch(`${url}?format=car`);
    const head = await fetch(`${url}?format=car`, { method: 'HEAD' });

    const blocks: string[] = [];
    const reader = await CarReader.fromBytes(new Uint8Array(await car.arrayBuffer()));
    for await (const block of reader.blocks()) blocks.push(block.cid.toString());
    expect([blocks[0], blocks.length]).toEqual([cid, 19]);
    expect([head.status, head.headers.get('accept-ranges')]).toEqual([200, 'none']);
    const nothing = `${service.running.url}/ipfs/${rawCid(Buffer.from('nobody')).toString()}`;
    expect((await fetch(`${nothing}?format=car`)).status).toBe(404);
  });

  it.each(['GET', 'HEAD'])(
    'is there for others while 200 %s requests are on one connection, and forgets them when it ends',
    async (method) => {
      const before = service.running.logs.length;
      const rssBefore = process.memoryUsage().rss;
      let peak = 0;

      const longest = await longestWaitMs(service.running.url, async () => {
        const socket = pipelined(url, method, 200);
        for (let round = 0; round < 20; round += 1) {
          await fetch(url, { method: 'HEAD', headers: { 'x-forwarded-for': '192.0.2.7' } });
          peak = Math.max(peak, process.memoryUsage().rss - rssBefore);
        }
        socket.destroy();
        await untilLogged(before, 220);
      });

      process.stdout.write(
        `200 pipelined ${method}: longest wait of /health/live ${Math.round(longest)} ms, ${peak >> 20} MiB\n`,
      );
      expect(longest).toBeLessThan(2000);
      expect(peak).toBeLessThan(500 * 1024 * 1024);
      const next = await fetch(url, { method: 'HEAD', headers: { 'x-forwarded-for': ATTACKER } });
      expect(next.status).toBe(200);
    },
  );

  it('reads 32 at once for an address, lets 128 wait, and refuses more with Retry-After', async () => {
    const { cid: small } = await stored(1000);

    const answers = await answersTo(`${service.running.url}/ipfs/${small}`, 200);

    const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses.filter((status) => status === '200')).toHaveLength(160);
    expect(statuses.filter((status) => status === '429')).toHaveLength(40);
    expect(answers).toMatch(/^Retry-After: 1\r$/m);
    expect(answers).toContain('"code":"TOO_MANY_REQUESTS"');
  });

  it('is there for others while 60 addresses of 15,000 characters are none', async () => {
    const address = `${service.running.url}/ipfs/z${'2'.repeat(15_000)}`;
    let answers = '';

    const longest = await longestWaitMs(service.running.url, async () => {
      answers = await answersTo(address, 60);
    });

    process.stdout.write(`60 long addresses: longest wait ${Math.round(longest)} ms\n`);
    expect([...answers.matchAll(/HTTP\/1\.1 400/g)]).toHaveLength(60);
    expect(longest).toBeLessThan(2000);
  });

  it('breaks off for who takes nothing for as long as a request may last', async () => {
    const hasty = await startApp(iptGraphql, { ...service.env, REQUEST_TIMEOUT_MS: '300' });
    const socket = pipelined(`${hasty.url}/ipfs/${cid}`, 'GET', 1);
    socket.pause();

    await until(() => hasty.logs.some(({ status }) => status === 499));

    socket.destroy();
    await hasty.close();
  });
});

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Requests on one connection, none of whose answers is waited for. */
function pipelined(url: string, method: string, count: number, more = ''): Socket {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = `${method} ${pathname} HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: ${ATTACKER}\r\n`;
  socket.write(`${`${head}\r\n`.repeat(count - 1)}${head}${more}\r\n`);
  return socket;
}

const answersTo = async (url: string, count: number): Promise<string> =>
  await text(pipelined(url, 'GET', count, 'Connection: close\r\n'));
