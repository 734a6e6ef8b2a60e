import { Worker } from 'node:worker_threads';
import type { FontPlaces } from '@sextant/platform-pdf-fonts';
import { builtFile } from '@sextant/platform-runtime/config';
import { askThread } from '@sextant/platform-runtime/threads';
import { FILE_ERRORS } from '../formats/file-errors.js';
import type { DocumentAsk, DocumentReply } from './document-messages.js';

/** Run as it is built, in tests too: a thread cannot load TypeScript that imports TypeScript. */
const WORKER_FILE = builtFile(import.meta.url, './document-worker.js');

export interface DocumentThreadLimits {
  /** For reading a document, and for writing one, in milliseconds of processor time. */
  readonly processorMs: number;
  /** Of a document and all that is made of it. */
  readonly memoryMegabytes: number;
}

export interface DocumentThreadOptions extends DocumentThreadLimits {
  /** Where the fonts are that documents are written in; of the machine if absent. */
  readonly fonts?: FontPlaces | undefined;
}

/** How often it is asked how much memory a thread has. */
const LOOK_MS = 200;
/** V8 bounds a thread's objects; what is unpacked, such as pictures, lies beside them and is bounded here: so much more. */
const BESIDE_OBJECTS = 2;
const MIB = 1024 * 1024;

/** What nobody can read in the time and the memory that there are. */
const TOO_MUCH = 'Invalid file data: it takes too much to read.';

/** A thread that holds one document: what is made to break a reader ends nothing but it. */
export class DocumentThread {
  readonly #worker: Worker;
  readonly #processorMs: number;
  readonly #watch: NodeJS.Timeout;
  #unanswered = 0;

  constructor({ processorMs, memoryMegabytes, fonts }: DocumentThreadOptions) {
    this.#processorMs = processorMs;
    this.#worker = new Worker(WORKER_FILE, {
      name: 'document',
      execArgv: [],
      workerData: { fonts },
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
    });
    // Told to whoever asks it something; between two questions it is nobody's.
    this.#worker.on('error', () => undefined);
    this.#watch = this.#endWhenTooLarge(memoryMegabytes * MIB * BESIDE_OBJECTS);
  }

  /** Whether it has ended, by whatever. */
  get isOver(): boolean {
    return this.#worker.threadId === -1;
  }

  /** Whether it has answered all that it was asked: else an answer could come to whoever asks next. */
  get isFree(): boolean {
    return this.#unanswered === 0 && !this.isOver;
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    await this.#worker.terminate();
  }

  /**
   * @param given memory that is the thread's from then on
   * @throws {Problem} `document_invalid`, `document_scanned`
   */
  async ask(ask: DocumentAsk, given: readonly ArrayBuffer[] = []): Promise<DocumentReply> {
    this.#unanswered += 1;
    const reply = await this.#reply(ask, given);
    this.#unanswered -= 1;
    if ('refused' in reply) {
      const { invalid, scanned } = FILE_ERRORS;
      const cause = reply.reason === undefined ? {} : { cause: new Error(reply.reason) };
      throw (reply.isScanned === true ? scanned : invalid)({ message: reply.refused, ...cause });
    }
    if ('failed' in reply) throw new Error(`A document cannot be read: ${reply.failed}`);
    return reply;
  }

  /** Asks for a file. */
  async written(ask: DocumentAsk): Promise<Uint8Array> {
    const answer = await this.ask(ask);
    if (!('written' in answer)) throw new Error('the thread wrote nothing');
    return answer.written;
  }

  async #reply(ask: DocumentAsk, transfer: readonly ArrayBuffer[]): Promise<DocumentReply> {
    try {
      return await askThread(this.#worker, ask, { processorMs: this.#processorMs, transfer });
    } catch (cause) {
      throw FILE_ERRORS.invalid({ message: TOO_MUCH, cause });
    }
  }

  /** Ends it where it takes more than may be, in bytes; whoever waits for it is told so. */
  #endWhenTooLarge(most: number): NodeJS.Timeout {
    const look = async () => {
      const { external_memory: beside } = await this.#worker.getHeapStatistics();
      if (beside > most) await this.#worker.terminate();
    };
    // One that has ended has no memory.
    const timer = setInterval(() => void look().catch(() => clearInterval(timer)), LOOK_MS).unref();
    return timer;
  }
}
