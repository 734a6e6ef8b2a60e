import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'express';
import type { BookDto } from './books.dto.js';
import { Concurrency, concurrencyReached } from '../access/concurrency.js';
import { ReaderGoneError, send } from '../synthesis/streams/stream.presenter.js';

/** How often a book is looked at: other replicas may do the work. */
const LOOK_MS = 500;

/** Streams of one key, its tokens included, in this process: each looks into the database all the time. */
const MOST_OF_KEY = 50;

export interface FollowedBook {
  /** The key that follows it. */
  readonly rootId: string;
  /** Whether that key still counts. */
  readonly isAllowed: () => Promise<boolean>;
  /** @throws {Problem} `book_not_found` when it has been deleted */
  readonly look: () => Promise<BookDto>;
}

/** Tells how books go on, as server-sent events. */
export class BookEvents {
  readonly #open = new Concurrency(MOST_OF_KEY);

  /**
   * An event whenever something has changed, until the book is over or deleted, its reader gone or the key revoked.
   *
   * @throws {Problem} `book_not_found`, `concurrency_limit_reached`: before anything is answered
   */
  async tell(followed: FollowedBook, response: Response): Promise<void> {
    const release = this.#open.begin(followed.rootId);
    if (release === undefined) {
      throw concurrencyReached({
        message: `At most ${String(MOST_OF_KEY)} streams of events of one key may be open.`,
        headers: { 'Retry-After': '1' },
      });
    }
    try {
      const book = await followed.look();
      response.status(200).setHeader('Content-Type', 'text/event-stream; charset=utf-8');
      response.setHeader('Cache-Control', 'no-store');
      response.flushHeaders();
      await follow(book, followed, response);
    } finally {
      release();
    }
  }
}

async function follow(
  first: BookDto,
  { isAllowed, look }: FollowedBook,
  response: Response,
): Promise<void> {
  let told = '';
  try {
    for (let book = first; ; book = await look()) {
      const data = JSON.stringify(book);
      if (data !== told) await send(response, `event: book.${book.state}\ndata: ${data}\n\n`);
      told = data;
      if (book.state === 'complete' || book.state === 'failed') break;
      await sleep(LOOK_MS);
      if (response.closed || !(await isAllowed())) break;
    }
  } catch (error) {
    // A book that was deleted meanwhile is over too.
    if (error instanceof ReaderGoneError) return;
  }
  response.end();
}
