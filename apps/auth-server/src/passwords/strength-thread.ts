import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { askThread } from '@sextant/platform-runtime/threads';
import pLimit from 'p-limit';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Strength, StrengthQuestion, StrengthReply } from './strength-messages.js';

const PROCESSOR_MS = 5000;
/** The first answer waits for the dictionaries to load. Ending the thread then would only make the next caller load them again. */
const LOADING_MS = 20_000;
/** The dictionaries take 60 MB: they are given back when nobody has set a password for so long. */
const IDLE_MS = 300_000;
/** Most callers that wait; more are refused. */
const MOST_WAITING = 50;

const workerFile = (): URL => {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? './strength-worker.ts' : './strength-worker.js', import.meta.url);
};

/** Judges passwords, one after the other, in a thread that begins with the first one. */
@Injectable()
export class StrengthThread implements OnApplicationShutdown {
  readonly #turns = pLimit(1);
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  #isLoaded = false;

  /** @throws {Problem} `temporarily_unavailable` when too many wait already, or it takes too long */
  judge(password: string, words: readonly string[]): Promise<Strength> {
    if (this.#turns.pendingCount >= MOST_WAITING) throw busy();
    return this.#turns(() => this.#ask(password, words));
  }

  onApplicationShutdown(): Promise<void> {
    return this.#end();
  }

  async #ask(password: string, words: readonly string[]): Promise<Strength> {
    clearTimeout(this.#idle);
    this.#worker ??= new Worker(workerFile(), { execArgv: [] });
    const id = (this.#lastId += 1);
    try {
      const question: StrengthQuestion = { id, password, words };
      const processorMs = this.#isLoaded ? PROCESSOR_MS : LOADING_MS;
      const strength = await askThread<StrengthReply>(this.#worker, question, { processorMs });
      this.#isLoaded = true;
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
      return strength;
    } catch (cause) {
      await this.#end();
      throw busy(cause);
    }
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#isLoaded = false;
    await worker?.terminate();
  }
}

const busy = (cause?: unknown) => AUTH_ERRORS.busy({ cause, headers: { 'Retry-After': '1' } });
