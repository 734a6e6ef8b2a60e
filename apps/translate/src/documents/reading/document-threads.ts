import type {
  DocumentReader,
  DrawnPages,
  GivenOptions,
  InspectedDocument,
  ReadDocument,
} from './document-reader.js';
import { ownMemory } from '../formats/own-memory.js';
import { DocumentThread, type DocumentThreadOptions } from './document-thread.js';

export interface DocumentThreadsOptions extends Partial<DocumentThreadOptions> {
  /** How long a thread waits for another document, in milliseconds. */
  readonly restMs?: number;
}

const REST_MS = 60_000;
/** Whoever has read a longer file holds too much memory to wait with it. */
const LONGEST_KEPT_BYTES = 2 * 1024 * 1024;

type Close = () => Promise<void>;

/**
 * Documents in threads of their own: what is made to break a reader ends nothing but its thread.
 *
 * One whose document is closed, was short and has done it no harm waits a minute for the next one, as starting a thread
 * takes longer than reading most documents. At most one waits.
 */
export class DocumentThreads implements DocumentReader {
  readonly #limits: DocumentThreadOptions;
  readonly #restMs: number;
  #resting: { readonly thread: DocumentThread; readonly timer: NodeJS.Timeout } | undefined;

  constructor({
    processorMs = 60_000,
    memoryMegabytes = 512,
    restMs = REST_MS,
    fonts,
  }: DocumentThreadsOptions = {}) {
    this.#limits = { processorMs, memoryMegabytes, fonts };
    this.#restMs = restMs;
  }

  async inspect(
    format: string,
    bytes: Uint8Array,
    { isGiven = false, languages, signal }: GivenOptions = {},
  ): Promise<InspectedDocument> {
    return await this.#with({ bytes, signal }, async (thread, close) => {
      const given = isGiven ? ownMemory(bytes) : [];
      const reply = await thread.ask({ inspect: { format, bytes, languages } }, given);
      await close();
      if (!('inspected' in reply)) throw new Error('the thread inspected nothing');
      return reply.inspected;
    });
  }

  async open(
    format: string,
    bytes: Uint8Array,
    { isGiven = false, languages, signal }: GivenOptions = {},
  ): Promise<ReadDocument> {
    return await this.#with({ bytes, signal }, async (thread, close) => {
      const given = isGiven ? ownMemory(bytes) : [];
      const reply = await thread.ask({ open: { format, bytes, languages } }, given);
      if (!('opened' in reply)) throw new Error('the thread opened nothing');
      return {
        ...{ ...reply.opened, close },
        write: (translations, options = {}) => thread.written({ write: translations, options }),
        align: (aligned) => thread.written({ align: aligned }),
        show: async (show) => {
          const answer = await thread.ask({ show });
          if (!('shown' in answer)) throw new Error('the thread showed nothing');
          return answer.shown;
        },
        corrections: async (given, translations) => {
          const answer = await thread.ask({ correct: { given, translations } });
          if (!('corrections' in answer)) throw new Error('the thread corrected nothing');
          return answer.corrections;
        },
      };
    });
  }

  async docxOf(pdf: Uint8Array, signal?: AbortSignal): Promise<Uint8Array> {
    return await this.#with({ bytes: pdf, signal }, async (thread, close) => {
      const written = await thread.written({ convert: pdf });
      await close();
      return written;
    });
  }

  async drawn(pdf: Uint8Array, signal?: AbortSignal): Promise<DrawnPages> {
    return await this.#with({ bytes: pdf, signal }, async (thread, close) => {
      const reply = await thread.ask({ draw: pdf });
      if (!('pages' in reply)) throw new Error('the thread opened nothing');
      return { pages: reply.pages, page: (page) => thread.written({ page }), close };
    });
  }

  /** Ends the one that waits; those with documents end with them. */
  async close(): Promise<void> {
    const resting = this.#resting;
    this.#resting = undefined;
    clearTimeout(resting?.timer);
    await resting?.thread.close();
  }

  /** A thread that lives on when the first work with it is done, and ends where that fails or nobody waits for it any more. */
  async #with<Result>(
    { bytes, signal }: { readonly bytes: Uint8Array; readonly signal: AbortSignal | undefined },
    first: (thread: DocumentThread, close: Close) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const thread = this.#take();
    const isKept = bytes.byteLength <= LONGEST_KEPT_BYTES;
    const end = () => void thread.close();
    signal?.addEventListener('abort', end, { once: true });
    let closing: Promise<void> | undefined;
    const close = () => (closing ??= isKept ? this.#giveBack(thread) : thread.close());
    try {
      return await first(thread, close);
    } catch (error) {
      await thread.close();
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', end);
    }
  }

  #take(): DocumentThread {
    const resting = this.#resting;
    this.#resting = undefined;
    clearTimeout(resting?.timer);
    return resting === undefined || resting.thread.isOver
      ? new DocumentThread(this.#limits)
      : resting.thread;
  }

  /** Waits where nobody else does, once its document is forgotten. */
  async #giveBack(thread: DocumentThread): Promise<void> {
    const forgotten = thread.isFree ? thread.ask({ forget: true }) : undefined;
    const [outcome] = await Promise.allSettled([forgotten]);
    // One that could not forget is ended: what it still holds ends with it.
    const isEmpty = forgotten !== undefined && outcome.status === 'fulfilled' && thread.isFree;
    if (!isEmpty || this.#resting !== undefined) {
      await thread.close();
      return;
    }
    const timer = setTimeout(() => {
      this.#resting = undefined;
      void thread.close();
    }, this.#restMs).unref();
    this.#resting = { thread, timer };
  }
}
