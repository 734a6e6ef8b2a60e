import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@sextant/platform-clock';
import { webhookHeaders, type WebhookAnswer, type WebhookSender } from '@sextant/platform-webhooks';
import type { BookWebhookStore, DueWebhook, WebhookOutcome } from './book-webhook.js';

export interface WebhookWorkerUses {
  readonly store: BookWebhookStore;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly log: (event: string, fields: Readonly<Record<string, unknown>>) => void;
}

const LOOK_MS = 1000;
const PARALLEL = 8;
/** Longer than an attempt may take: what a killed process was sending is sent again after that. */
const HOLD_SECONDS = 20;
/** Before each further attempt, as Standard Webhooks suggest: three days in all. */
export const RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const GONE = 410;

/** Tells the addresses that asked for it when a book ends, at least once. Replicas share the work. */
export class BookWebhookWorker {
  readonly #stop = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(private readonly uses: WebhookWorkerUses) {}

  start(): void {
    this.#running = Promise.all(Array.from({ length: PARALLEL }, () => this.run()));
  }

  /** What is under way has its time. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  private async run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const didSomething = await this.turn().catch((error: unknown) => {
        this.uses.log('book_webhooks.failed', { err: error });
        return false;
      });
      if (!didSomething)
        await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined); // it stops
    }
  }

  private async turn(): Promise<boolean> {
    const { store, sender, clock } = this.uses;
    const due = await store.claim(HOLD_SECONDS);
    if (due === undefined) return false;
    const at = new Date(clock.nowMs());
    const body = JSON.stringify(messageOf(due, at));
    const headers = webhookHeaders([due.secret], { id: `book_${due.book.id}`, body, at });
    const answer = await sender.send({ url: due.url, headers, body });
    await store.settle(due.book.id, outcomeOf(due, answer));
    return true;
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
