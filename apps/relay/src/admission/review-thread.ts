import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { builtFile } from '@sextant/platform-runtime/config';
import { CurrentConfig } from '../options/current-config.js';
import { Observer } from '../observability/observer.js';
import { Reception } from '../inputs/reception.js';
import {
  reviewConfig,
  type FromReviews,
  type ReviewConfig,
  type ToReviews,
} from './review-messages.js';

/** What is asked of a thread. */
export type ReviewWorker = Pick<Worker, 'on' | 'once' | 'postMessage' | 'terminate'>;

/** Run as it is built, in tests too: a thread cannot load TypeScript that imports TypeScript. */
const WORKER_FILE = builtFile(import.meta.url, './review-worker.server.js');
const RESTART_MS = 1000;
const CLOSE_MS = 10_000;

/**
 * Admission reviews in a thread of their own: somebody's `kubectl` waits for each, and should not wait
 * for thousands of alerts too. They are stored there, answered, and taken over by the relay afterwards.
 */
@Injectable()
export class ReviewThread implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #worker: ReviewWorker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;
  /** Reviews that were answered and are not on the disk, as it has told last. */
  #inMemory = 0;

  constructor(
    private readonly config: CurrentConfig,
    private readonly reception: Reception,
    private readonly observer: Observer,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  /**
   * Nothing where no address is configured. What an earlier start left is taken over meanwhile then, however long
   * that takes.
   *
   * @throws {Error} when it cannot listen there
   */
  async onApplicationBootstrap(): Promise<void> {
    const { k8sListen, spoolDir } = this.config.started;
    const isNeeded = k8sListen !== undefined || existsSync(join(spoolDir, 'reviews'));
    if (isNeeded) await this.#start();
  }

  /** Whether it listens. */
  get isUp(): boolean {
    return this.#worker !== undefined;
  }

  /** Who may post is asked anew. */
  reconfigure(): void {
    this.#send({ kind: 'config', config: reviewConfig(this.config.value) });
  }

  /** No new ones, and all that were answered are handed over. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    const worker = this.#worker;
    if (worker === undefined) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    this.#send({ kind: 'close' });
    const timer = setTimeout(() => void worker.terminate(), CLOSE_MS);
    await ended;
    clearTimeout(timer);
  }

  protected begin(workerData: ReviewConfig): ReviewWorker {
    return new Worker(WORKER_FILE, { workerData, execArgv: [] });
  }

  #start(): Promise<void> {
    const worker = this.begin(reviewConfig(this.config.value));
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    worker.on('message', (message: FromReviews) => {
      if (message.kind === 'ready') {
        if (this.#isClosing) {
          void worker.terminate();
          return;
        }
        this.#worker = worker;
        // It may have changed since the thread was started.
        this.reconfigure();
        this.logger.info('reviews.started', { port: message.port });
        resolve(undefined);
      } else this.#hear(message, worker);
    });
    worker.on('error', (error: unknown) => {
      this.logger.error('reviews.failed', { err: error });
      reject(error instanceof Error ? error : new Error(String(error)));
    });
    worker.on('exit', () => {
      reject(new Error('The thread of admission reviews has ended.'));
      if (this.#worker === worker) this.#ended();
      this.#startLater();
    });
    return promise;
  }

  /** What it had in its memory only is gone with it. */
  #ended(): void {
    this.#worker = undefined;
    if (this.#inMemory > 0) this.observer.dropped('k8s', 'lost', this.#inMemory);
    this.#unstored(0);
  }

  #unstored(count: number): void {
    this.#inMemory = count;
    this.reception.unstoredElsewhere(count);
  }

  /** Whatever ended it, reviews are to be answered. */
  #startLater(): void {
    if (this.#isClosing) return;
    // Why it could not is logged where the thread fails, and its end starts the next one.
    const start = () => void this.#start().catch(() => undefined);
    this.#timer = setTimeout(start, RESTART_MS);
  }

  #hear(message: Exclude<FromReviews, { kind: 'ready' }>, worker: ReviewWorker): void {
    const { observer, metrics } = this;
    switch (message.kind) {
      case 'take':
        void this.#take(message, worker);
        break;
      case 'dropped':
        observer.dropped(message.source, message.reason, message.count);
        break;
      case 'report':
        this.#unstored(message.unstored);
        for (const request of message.requests) metrics.observeRequest(request);
        break;
      case 'closed':
        this.#isClosing = true;
        void worker.terminate();
    }
  }

  /** Answers the thread that asked: one that was started meanwhile counts from 1 too. */
  async #take(
    { id, events }: Extract<FromReviews, { kind: 'take' }>,
    worker: ReviewWorker,
  ): Promise<void> {
    const answer = (taken: ToReviews) => worker.postMessage(taken);
    try {
      await this.reception.takeOver('k8s', events);
      answer({ kind: 'taken', id });
    } catch (error) {
      answer({ kind: 'taken', id, error: String(error) });
    }
  }

  #send(message: ToReviews): void {
    this.#worker?.postMessage(message);
  }
}
