import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import {
  webhookHeaders,
  type WebhookAnswer,
  WebhookCaller,
} from '@sextant/platform-events/webhooks';
import { BookWebhookStore, type DueWebhook, type WebhookOutcome } from './book-webhook.js';

const LOOK_MS = 1000;
const PARALLEL = 16;
/** Of a workspace: who answers late, or never, holds up nobody else. */
const PARALLEL_OF_ONE = 2;
/** Longer than an attempt may take: what a killed process was sending is sent again after that. */
const HOLD_SECONDS = 20;
/** Before each further attempt, as Standard Webhooks suggest: three days in all. */
export const RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const GONE = 410;
/** For answers, when the process ends. */
const LAST_MS = 1000;

/** Tells the addresses that asked for it when a book ends, at least once. Replicas share the work. */
@Injectable()
export class BookWebhookWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #stop = new AbortController();
  readonly #giveUp = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  #running: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;

  constructor(
    private readonly store: BookWebhookStore,
    private readonly caller: WebhookCaller,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#running = this.run();
  }

  /** What is under way has a second; whoever has not answered by then is told again, by another process or the next. */
  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    this.#wake();
    await this.#running;
    const late = setTimeout(
      () => this.#giveUp.abort(new Error('The service is stopping.')),
      LAST_MS,
    );
    await Promise.all(this.#underWay);
    clearTimeout(late);
    this.caller.close();
  }

  private async run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const due = await this.next();
      if (due === undefined) await this.pause();
      else this.begin(due);
    }
  }

  private async next(): Promise<DueWebhook | undefined> {
    if (this.#underWay.size >= PARALLEL) return undefined;
    try {
      return await this.store.claim(HOLD_SECONDS, PARALLEL_OF_ONE);
    } catch (error) {
      this.logger.warn('book_webhooks.failed', { err: error });
      return undefined;
    }
  }

  private begin(due: DueWebhook): void {
    const sending = this.send(due)
      // It is not settled: its time ends, and it is sent again.
      .catch((error: unknown) => this.logger.warn('book_webhooks.failed', { err: error }))
      .finally(() => {
        this.#underWay.delete(sending);
        this.#wake();
      });
    this.#underWay.add(sending);
  }

  private async send(due: DueWebhook): Promise<void> {
    const { store, caller, clock } = this;
    const at = new Date(clock.nowMs());
    const body = JSON.stringify(messageOf(due, at));
    const headers = webhookHeaders([due.secret], { id: `book_${due.book.id}`, body, at });
    const { signal } = this.#giveUp;
    const answer = await caller.send({ url: due.url, headers, body, signal });
    signal.throwIfAborted(); // not settled: it is sent again
    await store.settle(due.book.id, outcomeOf(due, answer));
  }

  private async pause(): Promise<void> {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    const woken = new Promise<void>((resolve) => (this.#wake = resolve));
    const looked = sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined); // it stops
    await Promise.race([woken, looked]);
  }
}

function messageOf({ book, audioDurationMs }: DueWebhook, at: Date): object {
  const { id, title, characters, error } = book;
  return {
    type: book.state === 'complete' ? 'book.complete' : 'book.failed',
    timestamp: at.toISOString(),
    data: {
      ...{ book_id: id, title, characters, audio_duration_ms: Math.round(audioDurationMs) },
      ...(error === undefined ? {} : { error }),
    },
  };
}

function outcomeOf({ attempts }: DueWebhook, { status, error }: WebhookAnswer): WebhookOutcome {
  const isDelivered = status !== undefined && status >= 200 && status < 300;
  const isOver = isDelivered || status === GONE;
  return {
    isDelivered,
    retrySeconds: isOver ? undefined : RETRY_SECONDS[attempts - 1],
    lastStatus: status,
    lastError: error,
  };
}
