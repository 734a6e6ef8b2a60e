import { Worker } from 'node:worker_threads';
import { DOCUMENT_ERRORS } from '../../domain/documents/document-errors.js';
import type {
  DocumentReader,
  DrawnPages,
  GivenOptions,
  InspectedDocument,
  ReadDocument,
} from '../../domain/documents/document-reader.js';
import { ownMemory } from '../../domain/documents/own-memory.js';
import type { DocumentAsk, DocumentReply } from './document-messages.js';

/** Run as it is built, in tests too: a thread cannot load TypeScript that imports TypeScript. */
const WORKER_FILE = new URL('../../../dist/adapters/documents/document-worker.js', import.meta.url);

export interface DocumentThreadsOptions {
  /** For reading a document, and for writing one, in milliseconds. */
  readonly deadlineMs?: number;
  /** Of a document and all that is made of it. */
  readonly memoryMegabytes?: number;
}

/** How often it is asked how much memory a thread has. */
const LOOK_MS = 200;
/** V8 bounds a thread's objects; what is unpacked, such as pictures, lies beside them and is bounded here: so much more. */
const BESIDE_OBJECTS = 2;
const MIB = 1024 * 1024;

/** What nobody can read in the time and the memory that there are. */
const TOO_MUCH = 'Invalid file data: it takes too much to read.';

/** Documents in threads of their own: what is made to break a reader ends nothing but its thread. */
export class DocumentThreads implements DocumentReader {
  readonly #deadlineMs: number;
  readonly #memoryMegabytes: number;

  constructor({ deadlineMs = 60_000, memoryMegabytes = 512 }: DocumentThreadsOptions = {}) {
    this.#deadlineMs = deadlineMs;
    this.#memoryMegabytes = memoryMegabytes;
  }

  async inspect(
    format: string,
    bytes: Uint8Array,
    { isGiven = false }: GivenOptions = {},
  ): Promise<InspectedDocument> {
    return await this.#started(async (worker, close) => {
      const given = isGiven ? ownMemory(bytes) : [];
      const reply = await this.#ask(worker, { inspect: { format, bytes } }, given);
      await close();
      if (!('inspected' in reply)) throw new Error('the thread inspected nothing');
      return reply.inspected;
    });
  }

  async open(
    format: string,
    bytes: Uint8Array,
    { isGiven = false }: GivenOptions = {},
  ): Promise<ReadDocument> {
    return await this.#started(async (worker, close) => {
      const given = isGiven ? ownMemory(bytes) : [];
      const reply = await this.#ask(worker, { open: { format, bytes } }, given);
      if (!('opened' in reply)) throw new Error('the thread opened nothing');
      return {
        ...{ ...reply.opened, close },
        write: (translations) => this.#written(worker, { write: translations }),
        align: (aligned) => this.#written(worker, { align: aligned }),
        corrections: async (alignment, translations) => {
          const answer = await this.#ask(worker, { correct: { alignment, translations } });
          if (!('corrections' in answer)) throw new Error('the thread corrected nothing');
          return answer.corrections;
        },
      };
    });
  }

  async docxOf(pdf: Uint8Array): Promise<Uint8Array> {
    return await this.#started(async (worker, close) => {
      const written = await this.#written(worker, { convert: pdf });
      await close();
      return written;
    });
  }

  async drawn(pdf: Uint8Array): Promise<DrawnPages> {
    return await this.#started(async (worker, close) => {
      const reply = await this.#ask(worker, { draw: pdf });
      if (!('pages' in reply)) throw new Error('the thread opened nothing');
      return { pages: reply.pages, page: (page) => this.#written(worker, { page }), close };
    });
  }

  /** A thread that lives on when the first work with it is done, and ends where that fails. */
  async #started<Result>(
    first: (worker: Worker, close: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    const worker = new Worker(WORKER_FILE, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#memoryMegabytes },
    });
    // Told to whoever asks it something; between two questions it is nobody's.
    worker.on('error', () => undefined);
    const watch = this.#endWhenTooLarge(worker);
    const close = async () => {
      clearInterval(watch);
      await worker.terminate();
    };
    try {
      return await first(worker, close);
    } catch (error) {
      await close();
      throw error;
    }
  }

  /** Ends it where it takes more than may be; whoever waits for it is told so. */
  #endWhenTooLarge(worker: Worker): NodeJS.Timeout {
    const most = this.#memoryMegabytes * MIB * BESIDE_OBJECTS;
    const look = async () => {
      const { external_memory: beside } = await worker.getHeapStatistics();
      if (beside > most) await worker.terminate();
    };
    // One that has ended has no memory.
    const timer = setInterval(() => void look().catch(() => clearInterval(timer)), LOOK_MS).unref();
    return timer;
  }

  async #written(worker: Worker, ask: DocumentAsk): Promise<Uint8Array> {
    const answer = await this.#ask(worker, ask);
    if (!('written' in answer)) throw new Error('the thread wrote nothing');
    return answer.written;
  }

  async #ask(
    worker: Worker,
    ask: DocumentAsk,
    given: readonly ArrayBuffer[] = [],
  ): Promise<DocumentReply> {
    const reply = await this.#reply(worker, ask, given);
    if ('refused' in reply) {
      const { invalid, scanned } = DOCUMENT_ERRORS;
      throw (reply.isScanned === true ? scanned : invalid)({ message: reply.refused });
    }
    if ('failed' in reply) throw new Error(`A document cannot be read: ${reply.failed}`);
    return reply;
  }

  #reply(worker: Worker, ask: DocumentAsk, given: readonly ArrayBuffer[]): Promise<DocumentReply> {
    return new Promise((resolve, reject) => {
      const giveUp = (cause: unknown) =>
        done(() => reject(DOCUMENT_ERRORS.invalid({ message: TOO_MUCH, cause })));
      const timer = setTimeout(() => giveUp(new Error('time-out')), this.#deadlineMs);
      const onMessage = (reply: DocumentReply) => done(() => resolve(reply));
      const onExit = () => giveUp(new Error('the thread has ended'));
      const done = (settle: () => void) => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', giveUp).off('exit', onExit);
        settle();
      };
      worker.on('message', onMessage).on('error', giveUp).on('exit', onExit);
      if (worker.threadId === -1) onExit();
      else worker.postMessage(ask, [...given]);
    });
  }
}
