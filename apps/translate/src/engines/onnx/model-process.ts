import { fork, type ChildProcess } from 'node:child_process';
import { builtFile } from '@sextant/platform-runtime/config';
import { ENGINE_ERRORS } from '../engine-errors.js';
import type { EngineLog } from '../engine-factory.js';
import type { FromProgram, ToProgram, TranslateAsk } from './model-messages.js';

/** Run as it is built, in tests too: a child process cannot load TypeScript that imports TypeScript. */
const PROGRAM = builtFile(import.meta.url, './model-program.js');

export interface ModelProcessOptions {
  readonly name: string;
  /** Folder of the model. */
  readonly folder: string;
  readonly threads: number;
  /** For one request, in milliseconds. */
  readonly timeoutMs: number;
  /** Loading a large model from a slow disk. */
  readonly startMs: number;
}

export type Ask = Pick<TranslateAsk, 'owner' | 'texts' | 'languages' | 'beams' | 'rank'>;

type Pending = Pick<PromiseWithResolvers<readonly string[]>, 'resolve' | 'reject'>;

/** A child process with a model: what the model does to its process ends nothing else. */
export class ModelProcess {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #start: NodeJS.Timeout;
  #stderr = '';
  #lastId = 0;
  #hasEnded = false;
  #isClosed = false;
  readonly ended: Promise<void>;
  /** Whether it has loaded its model; it is told what is asked before, too. */
  isReady = false;
  /** When it last had something to do, by `performance.now()`. */
  usedAt = performance.now();

  constructor(
    private readonly options: ModelProcessOptions,
    private readonly log: EngineLog,
  ) {
    this.#child = fork(PROGRAM, [], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
      env: {
        PATH: process.env['PATH'],
        MODEL_FOLDER: options.folder,
        MODEL_THREADS: String(options.threads),
      },
    });
    this.#start = setTimeout(() => this.#child.kill('SIGKILL'), options.startMs);
    this.#start.unref();
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-2000);
    });
    this.#child.on('message', (message) => this.#take(message as FromProgram));
    this.ended = new Promise((resolve) => {
      const end = (code: number | null, signal: string | null): void => {
        this.#end(code, signal);
        resolve();
      };
      this.#child.once('close', end);
      this.#child.once('error', () => end(null, null));
    });
  }

  get isIdle(): boolean {
    return this.#pending.size === 0;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** @throws {Problem} `engine_unavailable` when the process ends, `engine_timeout` when it takes too long */
  async translate(ask: Ask, signal: AbortSignal | undefined): Promise<readonly string[]> {
    if (this.#hasEnded) throw ENGINE_ERRORS.unavailable();
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = Promise.withResolvers<readonly string[]>();
    const giveUp = (reason: Error): void => {
      this.#send({ type: 'cancel', id });
      answer.reject(reason);
    };
    const { timeoutMs } = this.options;
    const timer = setTimeout(() => giveUp(ENGINE_ERRORS.timeout()), timeoutMs);
    const abort = (): void => giveUp(signal?.reason as Error);
    signal?.addEventListener('abort', abort, { once: true });
    this.#pending.set(id, answer);
    this.#send({ type: 'translate', id, ...ask });
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      this.#pending.delete(id);
      this.usedAt = performance.now();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  #send(message: ToProgram): void {
    // A process that has just died reports it by itself.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #take(message: FromProgram): void {
    if (message.type === 'ready') {
      clearTimeout(this.#start);
      this.isReady = true;
      return;
    }
    const pending = this.#pending.get(message.id);
    if (message.type === 'translated') {
      pending?.resolve(message.texts);
      return;
    }
    this.log.warn('onnx.failed', { model: this.options.name, reason: message.message });
    pending?.reject(ENGINE_ERRORS.unavailable());
  }

  #end(code: number | null, signal: string | null): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#start);
    if (!this.#isClosed) {
      const { name: model } = this.options;
      this.log.warn('onnx.ended', { model, code, signal, stderr: this.#stderr });
    }
    for (const { reject } of this.#pending.values()) reject(ENGINE_ERRORS.unavailable());
  }
}
