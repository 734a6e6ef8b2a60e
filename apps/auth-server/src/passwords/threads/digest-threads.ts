import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { builtFile } from '@sextant/platform-runtime/config';
import { AUTH_ERRORS } from '../../errors/auth-errors.js';
import type { DigestQuestion } from './digest-messages.js';
import { WorkerThread } from './worker-thread.js';

/** The dearest hash that is accepted takes some seconds. */
const LIMITS = { ms: 20_000, loadingMs: 20_000 };

/** Checks hashes of other systems whose rounds run in JavaScript, so that the event loop serves others. */
@Injectable()
export class DigestThreads implements OnApplicationShutdown {
  readonly #all = new Set<WorkerThread<DigestQuestion, boolean>>();
  readonly #free: WorkerThread<DigestQuestion, boolean>[] = [];

  /**
   * Callers bound how many run at once: each has a thread.
   *
   * @throws {Problem} `temporarily_unavailable` when a thread fails or takes too long
   */
  async fits(stored: string, password: string): Promise<boolean> {
    const thread = this.#free.pop() ?? this.#begin();
    try {
      return await thread.ask({ stored, password });
    } catch (cause) {
      throw AUTH_ERRORS.busy({ cause, headers: { 'Retry-After': '1' } });
    } finally {
      this.#free.push(thread);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.end()));
  }

  /** As it is built, in tests too: a thread cannot load TypeScript that imports TypeScript. */
  #begin(): WorkerThread<DigestQuestion, boolean> {
    const file = builtFile(import.meta.url, './digest-worker.js');
    const thread = new WorkerThread<DigestQuestion, boolean>(file, LIMITS);
    this.#all.add(thread);
    return thread;
  }
}
