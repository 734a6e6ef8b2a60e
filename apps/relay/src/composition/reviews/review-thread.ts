import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { Metrics } from '@sextant/platform-runtime/telemetry';
import type { RelayConfig } from '../../options/config.js';
import type { Observer } from '../../observability/observer.js';
import type { Reception } from '../../inputs/reception.js';
import {
  reviewConfig,
  type FromReviews,
  type ReviewConfig,
  type ToReviews,
} from './review-messages.js';

export interface ReviewThreadUses {
  readonly reception: Pick<Reception, 'takeOver' | 'unstoredElsewhere'>;
  readonly observer: Pick<Observer, 'dropped'>;
  readonly metrics: Pick<Metrics, 'observeRequest'>;
  readonly logger: Logger;
  /** Begins the thread; tests have one that does as they say. */
  readonly begin?: (config: ReviewConfig) => ReviewWorker;
}

/** What is asked of a thread. */
export type ReviewWorker = Pick<Worker, 'on' | 'once' | 'postMessage' | 'terminate'>;

/** Run as it is built, in tests too: a thread cannot load TypeScript that imports TypeScript. */
const WORKER_FILE = new URL('../../../dist/composition/reviews/review-worker.js', import.meta.url);
const beginThread = (workerData: ReviewConfig): ReviewWorker =>
  new Worker(WORKER_FILE, { workerData, execArgv: [] });
const RESTART_MS = 1000;
const CLOSE_MS = 10_000;

/**
 * Admission reviews in a thread of their own: somebody's `kubectl` waits for each, and should not wait
 * for thousands of alerts too. They are stored there, answered, and taken over by the relay afterwards.
 */
export class ReviewThread {
  #worker: ReviewWorker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;
  /** Reviews that were answered and are not on the disk, as it has told last. */
  #inMemory = 0;

  private constructor(
    private readonly uses: ReviewThreadUses,
    private config: RelayConfig,
  ) {}

  /**
   * Nothing where no address is configured. What an earlier start left is taken over meanwhile then, however long
   * that takes.
   *
   * @throws {Error} when it cannot listen there
   */
  static async start(
    config: RelayConfig,
    uses: ReviewThreadUses,
  ): Promise<ReviewThread | undefined> {
    const { k8sListen, spoolDir } = config;
    const isNeeded = k8sListen !== undefined || existsSync(join(spoolDir, 'reviews'));
    if (!isNeeded) return undefined;
    const thread = new ReviewThread(uses, config);
    await thread.#start();
    return thread;
  }

  /** Whether it listens. */
  get isUp(): boolean {
    return this.#worker !== undefined;
  }

  /** Who may post is asked anew. */
  use(config: RelayConfig): void {
    this.config = config;
    this.#send({ kind: 'config', config: reviewConfig(config) });
  }

  /** No new ones, and all that were answered are handed over. */
  async close(): Promise<void> {
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

  #start(): Promise<void> {
    const { begin = beginThread } = this.uses;
    const worker = begin(reviewConfig(this.config));
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    worker.on('message', (message: FromReviews) => {
      if (message.kind === 'ready') {
        if (this.#isClosing) {
          void worker.terminate();
          return;
        }
        this.#worker = worker;
        // It may have changed since the thread was started.
        this.use(this.config);
        this.uses.logger.info('reviews.started', { port: message.port });
        resolve(undefined);
      } else this.#hear(message, worker);
    });
    worker.on('error', (error: unknown) => {
      this.uses.logger.error('reviews.failed', { err: error });
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
    if (this.#inMemory > 0) this.uses.observer.dropped('k8s', 'lost', this.#inMemory);
    this.#unstored(0);
  }

  #unstored(count: number): void {
    this.#inMemory = count;
    this.uses.reception.unstoredElsewhere(count);
  }

  /** Whatever ended it, reviews are to be answered. */
  #startLater(): void {
    if (this.#isClosing) return;
    // Why it could not is logged where the thread fails, and its end starts the next one.
    const start = () => void this.#start().catch(() => undefined);
    this.#timer = setTimeout(start, RESTART_MS);
  }

  #hear(message: Exclude<FromReviews, { kind: 'ready' }>, worker: ReviewWorker): void {
    const { observer, metrics } = this.uses;
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
      await this.uses.reception.takeOver('k8s', events);
      answer({ kind: 'taken', id });
    } catch (error) {
      answer({ kind: 'taken', id, error: String(error) });
    }
  }

  #send(message: ToReviews): void {
    this.#worker?.postMessage(message);
  }
}
