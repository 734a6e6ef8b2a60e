import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Blobs } from '@sextant/platform-data/blobs';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import type { UnmeteredSpeaking } from '../synthesis/speaking.js';
import type { SpeechRequest } from '../synthesis/speech-request.js';
import type { BookHeads } from './book-heads.js';
import type { BookStore, ClaimedBook } from './book-store.js';
import { BookWorker } from './book-worker.js';

const BOOK = { id: 'b1', workspace: 'acme', format: 'mp3', nextPiece: 0 } as ClaimedBook;

/** A worker with one book, whose only piece is spoken until somebody ends it. */
function fixture({ isOurs }: { readonly isOurs: boolean }) {
  const begun = Promise.withResolvers<AbortSignal>();
  const books = [BOOK];
  const nothing = () => Promise.resolve();
  const store = {
    leaving: () => Promise.resolve([]),
    claim: () => Promise.resolve(books.pop()),
    renew: () => Promise.resolve(isOurs),
    ...{ release: nothing, finish: nothing },
  } as unknown as BookStore;
  const piece = Buffer.from(JSON.stringify([{ text: 'Hello.', chapter: 0 }]));
  const speech = {
    stream: ({ signal }: SpeechRequest) => {
      begun.resolve(signal);
      return new Promise<never>((_, reject) => {
        const end = () => reject(signal.reason as Error);
        if (signal.aborted) end();
        else signal.addEventListener('abort', end, { once: true });
      });
    },
  } as unknown as UnmeteredSpeaking;
  const worker = new BookWorker(
    store,
    { get: () => Promise.resolve(piece) } as unknown as Blobs,
    speech,
    {} as BookHeads,
    { next: () => 'w1' },
    new FakeClock('2026-01-01T00:00:00Z'),
    silentLogger,
    new Metrics('speech'),
  );
  return { worker, begun: begun.promise };
}

/** Whether it aborts before the next lease is due. */
async function abortsSoon(signal: AbortSignal): Promise<boolean> {
  const lateMs = performance.now() + 2000;
  while (!signal.aborted && performance.now() < lateMs) await sleep(5);
  return signal.aborted;
}

describe('the piece in hand', () => {
  it.each([
    ['is given up when its book is deleted', 'b1', true],
    ['goes on when another book is deleted', 'b2', false],
  ])('%s', async (_, deleted, isGivenUp) => {
    const { worker, begun } = fixture({ isOurs: true });
    worker.onApplicationBootstrap();
    const signal = await begun;

    worker.leave(deleted);

    expect(signal.aborted).toBe(isGivenUp);
    await worker.onApplicationShutdown();
  });

  it('is given up at once when its book was deleted just before it was in hand', async () => {
    const { worker, begun } = fixture({ isOurs: false });
    worker.onApplicationBootstrap();

    expect(await abortsSoon(await begun)).toBe(true);
    await worker.onApplicationShutdown();
  });
});
