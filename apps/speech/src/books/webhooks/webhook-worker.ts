import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { WorkLoop } from '@sextant/platform-data/work-loop';
import { Clock } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import {
  webhookHeaders,
  type WebhookAnswer,
  WebhookCaller,
} from '@sextant/platform-events/webhooks';
import { BookWebhookStore, type DueWebhook, type WebhookOutcome } from './book-webhook.js';

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
  readonly #loop: WorkLoop<DueWebhook>;

  constructor(
    private readonly store: BookWebhookStore,
    private readonly caller: WebhookCaller,
    private readonly clock: Clock,
    logger: Logger,
    metrics: Metrics,
  ) {
    this.#loop = new WorkLoop({
      name: 'book_webhooks',
      claim: async () => {
        const due = await store.claim(HOLD_SECONDS, PARALLEL_OF_ONE);
        return due === undefined ? [] : [due];
      },
      // What is not settled is sent again when its time ends.
      perform: (due, signal) => this.send(due, signal),
      atOnce: PARALLEL,
      idOf: ({ book }) => book.id,
      failed: (err) => logger.warn('book_webhooks.failed', { err }),
      stopMs: LAST_MS,
      metrics,
    });
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  /** What is under way has a second; whoever has not answered by then is told again, by another process or the next. */
  async onApplicationShutdown(): Promise<void> {
    await this.#loop.stop();
    this.caller.close();
  }

  private async send(due: DueWebhook, signal: AbortSignal): Promise<void> {
    const { store, caller, clock } = this;
    const at = new Date(clock.nowMs());
    const body = JSON.stringify(messageOf(due, at));
    const headers = webhookHeaders([due.secret], { id: `book_${due.book.id}`, body, at });
    const answer = await caller.send({ url: due.url, headers, body, signal });
    signal.throwIfAborted(); // not settled: it is sent again
    await store.settle(due.book.id, outcomeOf(due, answer));
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
