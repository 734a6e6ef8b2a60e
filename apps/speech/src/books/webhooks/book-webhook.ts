import type { Book } from '../book.js';

/** An address that is told when a book ends. */
export interface BookWebhook {
  readonly url: string;
  /** Signs the message; its owner is given it once. */
  readonly secret: Uint8Array;
}

/** What became of it. */
export interface WebhookState {
  readonly url: string;
  /** `waiting` before the end of the book and between attempts. */
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  /** What the last attempt was answered, or why it was not. */
  readonly lastStatus?: number | undefined;
  readonly lastError?: string | undefined;
}

/** A message that is to be sent now, by whoever has claimed it. */
export interface DueWebhook extends BookWebhook {
  readonly book: Book;
  readonly audioDurationMs: number;
  /** With this one. */
  readonly attempts: number;
}

export type WebhookOutcome = Pick<WebhookState, 'lastStatus' | 'lastError'> & {
  readonly isDelivered: boolean;
  /** Until the next attempt; nothing when there is none. */
  readonly retrySeconds?: number | undefined;
};

export abstract class BookWebhookStore {
  /** Of books, by their ids. */
  abstract states(ids: readonly string[]): Promise<ReadonlyMap<string, WebhookState>>;
  /** One that is due, of a workspace of which fewer are under way; nobody else takes it for so long. */
  abstract claim(holdSeconds: number, mostOfOne: number): Promise<DueWebhook | undefined>;
  abstract settle(bookId: string, outcome: WebhookOutcome): Promise<void>;
}
