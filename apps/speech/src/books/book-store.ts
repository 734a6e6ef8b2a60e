import type { BookWebhook } from './webhooks/book-webhook.js';
import type { Book, BookPart, BookProgress } from './book.js';

/** A book that this process works on until its lease ends. */
export interface ClaimedBook extends Book {
  /** The first piece that is not spoken. */
  readonly nextPiece: number;
}

/** Keeps books and what was made of them. */
export abstract class BookStore {
  /** @returns whether there was room: a workspace has so many unfinished ones */
  abstract insert(book: Book, mostUnfinished: number, webhook?: BookWebhook): Promise<boolean>;
  abstract find(workspace: string, id: string): Promise<Book | undefined>;
  /** The newest first. */
  abstract list(workspace: string, most: number): Promise<readonly Book[]>;
  abstract progress(id: string): Promise<BookProgress>;
  /** In order. */
  abstract parts(id: string): Promise<readonly BookPart[]>;

  /** One that nobody works on, for a while: of the workspace whose turn was longest ago. */
  abstract claim(worker: string, leaseSeconds: number): Promise<ClaimedBook | undefined>;
  /** @returns whether it is still this worker's */
  abstract renew(id: string, worker: string, leaseSeconds: number): Promise<boolean>;
  /** Others have their turn before it goes on, after so many seconds at the earliest. */
  abstract release(id: string, worker: string, seconds?: number): Promise<void>;
  /** Keeps a piece and tells its use in the same transaction. @returns whether it is still this worker's */
  abstract addPart(book: Book, part: BookPart, worker: string): Promise<boolean>;
  /** @returns whether it was still this worker's */
  abstract finish(book: Book, worker: string, error?: Book['error']): Promise<boolean>;

  /** It is not spoken any further. @returns whether there was one */
  abstract leave(workspace: string, id: string): Promise<boolean>;
  /** All that are being deleted, with the number of their pieces. */
  abstract leaving(): Promise<readonly { readonly id: string; readonly pieces: number }[]>;
  abstract remove(id: string): Promise<void>;
}
