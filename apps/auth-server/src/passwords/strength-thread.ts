import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pLimit from 'p-limit';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Strength, StrengthQuestion, StrengthReply } from './strength-messages.js';

const DEADLINE_MS = 5000;
/** The first answer waits for the dictionaries to load. Ending the thread then would only make the next caller load them again. */
const LOADING_MS = 60_000;
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
      const deadlineMs = this.#isLoaded ? DEADLINE_MS : LOADING_MS;
      const strength = await reply(this.#worker, { id, password, words }, deadlineMs);
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

function reply(
  worker: Worker,
  question: StrengthQuestion,
  deadlineMs: number,
): Promise<StrengthReply> {
  return new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
      settle();
    };
    const onMessage = (answer: StrengthReply) => done(() => resolve(answer));
    const onError = (cause: unknown) =>
      done(() => reject(new Error('The thread has failed.', { cause })));
    const onExit = () => done(() => reject(new Error('The thread has ended.')));
    const timer = setTimeout(() => done(() => reject(new Error('It took too long.'))), deadlineMs);
    worker.ref();
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(question);
  });
}
