import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkLoop } from '@sextant/platform-data/work-loop';
import { Blobs } from '@sextant/platform-data/blobs';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { Problem } from '@sextant/platform-http/errors';
import { UnmeteredSpeaking } from '../synthesis/speaking.js';
import { codePoints, type Piece } from './documents/book-text.js';
import { BOOK_FORMAT, BOOK_ROUTE } from './files/book-format.js';
import { coverKey, headKey, partKey, textKey, type Book } from './book.js';
import { BookHeads } from './book-heads.js';
import { BookStore, type ClaimedBook } from './book-store.js';

/** Whoever was killed is followed after this. */
const LEASE_SECONDS = 15;
const RENEW_MS = 4000;
/** A book is spoken for so long while others wait. */
const TURN_MS = 10_000;
const GIVE_UP_MS = 24 * 3600 * 1000;
const LOOK_MS = 2000;
/** What passes: the engine was lost, or is busy. */
const ATTEMPTS = 5;

/**
 * Speaks books piece by piece. What is spoken is kept at once, so that a process that is killed loses one piece, which
 * whoever comes next speaks again: the same text gives the same sound under the same key.
 */
@Injectable()
export class BookWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #loop: WorkLoop<ClaimedBook>;
  /** What ends a book that this process speaks, by its id. */
  readonly #inHand = new Map<string, AbortController>();
  /** Name of this process among those that work on books. */
  private readonly worker: string;

  constructor(
    private readonly store: BookStore,
    private readonly blobs: Blobs,
    private readonly speech: UnmeteredSpeaking,
    private readonly heads: BookHeads,
    ids: Ids,
    private readonly clock: Clock,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.worker = ids.next();
    this.#loop = new WorkLoop({
      name: 'books',
      claim: () => this.claim(),
      perform: (book, signal) => this.speak(book, signal),
      pollMs: LOOK_MS,
      failed: (err) => logger.warn('books.failed', { err }),
      // The piece in hand is given up: whoever comes next speaks it again.
      stopMs: 0,
      metrics,
    });
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  /** There is work. */
  wake(): void {
    this.#loop.wake();
  }

  /** The book was deleted: the piece in hand is given up. Another process learns of it when it renews its lease. */
  leave(id: string): void {
    this.#inHand.get(id)?.abort(new Error('The book was deleted.'));
    this.wake();
  }

  /** Ends with the piece in hand given up. */
  onApplicationShutdown(): Promise<void> {
    return this.#loop.stop();
  }

  private async claim(): Promise<readonly ClaimedBook[]> {
    const { store, blobs, worker } = this;
    for (const { id, pieces } of await store.leaving()) {
      for (let piece = 0; piece < pieces; piece += 1) await blobs.delete(partKey(id, piece));
      for (const key of [headKey(id), coverKey(id), textKey(id)]) await blobs.delete(key);
      await store.remove(id);
    }
    const book = await store.claim(worker, LEASE_SECONDS);
    return book === undefined ? [] : [book];
  }

  private async speak(book: ClaimedBook, stopping: AbortSignal): Promise<void> {
    const { store, worker } = this;
    const gone = new AbortController();
    this.#inHand.set(book.id, gone);
    const renew = (): void => {
      store
        .renew(book.id, worker, LEASE_SECONDS)
        .then((isOurs) => isOurs || gone.abort(new Error('The book is not ours any more.')))
        .catch(() => undefined); // the lease tells whoever is next
    };
    renew(); // It may have been deleted before it was in hand.
    const timer = setInterval(renew, RENEW_MS);
    const signal = AbortSignal.any([stopping, gone.signal]);
    try {
      const pieces = await this.piecesOf(book);
      const endMs = performance.now() + TURN_MS;
      for (let piece = book.nextPiece; piece < pieces.length; piece += 1) {
        if (performance.now() > endMs) {
          await store.release(book.id, worker);
          return;
        }
        if (!(await this.speakPiece(book, { pieces, piece, signal }))) return;
      }
      await this.patiently(() => this.heads.keep(book, signal), signal);
      await store.finish(book, worker);
    } catch (error) {
      if (!signal.aborted) await this.failOrPutOff(book, error);
    } finally {
      clearInterval(timer);
      this.#inHand.delete(book.id);
    }
  }

  /** What is the book's fault ends it; what is not, such as a store that is away, is tried again, for a day. */
  private async failOrPutOff(book: ClaimedBook, error: unknown): Promise<void> {
    const { store, worker, clock, logger } = this;
    const isOwnFault = error instanceof Problem && error.status < 429;
    const ageMs = clock.nowMs() - book.createdAt.getTime();
    if (!isOwnFault && ageMs < GIVE_UP_MS) {
      logger.warn('book.put_off', { id: book.id, err: error });
      await store.release(book.id, worker, LEASE_SECONDS);
      return;
    }
    const { code, message } =
      error instanceof Problem
        ? error
        : { code: 'upstream_failure', message: 'The book cannot be spoken.' };
    logger.warn('book.failed', { id: book.id, err: error });
    await store.finish(book, worker, { code, message });
  }

  private async piecesOf({ id }: Book): Promise<readonly Piece[]> {
    const bytes = await this.blobs.get(textKey(id));
    if (bytes === undefined) throw new Error('The text of the book is gone.');
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as readonly Piece[];
  }

  /** @returns whether the book is still ours */
  private async speakPiece(
    book: Book,
    { pieces, piece, signal }: { pieces: readonly Piece[]; piece: number; signal: AbortSignal },
  ): Promise<boolean> {
    const { store, blobs, worker } = this;
    const { text = '', chapter = 0 } = pieces[piece] ?? {};
    const audio = await this.patiently(() => this.spoken(book, text, signal), signal);
    await this.patiently(() => blobs.put(partKey(book.id, piece), audio), signal);
    const { durationMs, content } = BOOK_FORMAT[book.format];
    const part = {
      piece,
      chapter,
      characters: codePoints(text),
      durationMs: durationMs(audio),
      bytes: content(audio).length,
    };
    return await store.addPart(book, part, worker);
  }

  private async spoken(
    { workspace, settings, format }: Book,
    input: string,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const request = {
      ...settings,
      workspace,
      input,
      isPlain: true,
      format: BOOK_FORMAT[format].audio,
      normalizesText: true,
      normalizesLoudness: true,
      signal,
    };
    const stream = await this.speech.stream(request, BOOK_ROUTE);
    const parts: Uint8Array[] = [];
    for await (const { bytes } of stream.parts()) parts.push(bytes);
    return Buffer.concat(parts);
  }

  private async patiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        const isPassing = !(error instanceof Problem) || error.status >= 429;
        if (signal.aborted || !isPassing || attempt === ATTEMPTS) throw error;
        await sleep(500 * 2 ** attempt, undefined, { signal });
      }
    }
  }
}
