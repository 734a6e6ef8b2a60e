import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FontFile } from './font-files.js';
import { download } from './registry-download.js';

const SECOND = 1000;
/** Of the machine, whatever becomes of the timers. */
const { setTimeout: realTimeout } = globalThis;
const pause = (ms: number) => new Promise((resolve) => realTimeout(resolve, ms));
const FILE: FontFile = {
  ...{ package: '@fonts/of-nobody', version: '1.2.3', path: '400/a.ttf', mayHave: /a/ },
  ...{ integrity: 'sha512-none', sha256: 'none', archiveBytes: 1_000_000 },
};
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fonts-'));
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** A registry that sends pieces of this size, each so many seconds after the one before. */
function registry(bytes: number, seconds: number) {
  return jest.spyOn(globalThis, 'fetch').mockImplementation((_address, init) => {
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason));
      },
      async pull(stream) {
        await new Promise((resolve) => setTimeout(resolve, seconds * SECOND));
        if (init?.signal?.aborted !== true) stream.enqueue(new Uint8Array(bytes));
      },
    });
    const status = new Headers(init?.headers).has('range') ? 206 : 200;
    return Promise.resolve(new Response(body, { status }));
  });
}

async function outcomeWithin(minutes: number): Promise<unknown> {
  let outcome: unknown = 'still waiting';
  const done = download(FILE, 'https://registry.example', join(folder, 'a')).then(
    () => (outcome = 'fetched'),
    (error: unknown) => (outcome = error),
  );
  for (let second = 0; second < minutes * 60 && outcome === 'still waiting'; second += 1) {
    await jest.advanceTimersByTimeAsync(SECOND);
    await pause(3); // files are written meanwhile
  }
  if (outcome !== 'still waiting') await done;
  return outcome;
}

it('a registry that sends a byte at a time is given up', async () => {
  const fetch = registry(1, 19);

  expect(await outcomeWithin(5)).toEqual(new Error('less than 64 KiB in 20 s'));
  expect(fetch.mock.calls.length).toBeLessThanOrEqual(5);
});

it('one that is slow and goes on is not', async () => {
  registry(50_000, 9);

  // All of it came: what is refused is the digest.
  expect(await outcomeWithin(10)).toEqual(
    new Error('the archive has another digest; it was thrown away'),
  );
});
