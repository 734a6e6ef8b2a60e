import { Injectable } from '@nestjs/common';
import { DatabaseSettings } from '../../database/database.settings.js';
import { SEARCH_ERRORS } from './search-errors.js';

/** What one search may take of the database: no index helps it (our choice). */
export const SEARCH_MS = 4000;
/** As long as the one before it may take, and a little more. */
const WAIT_MS = 5000;

interface Waiting {
  readonly timer: NodeJS.Timeout;
  readonly begin: () => void;
  readonly refuse: () => void;
}

/**
 * Whose search runs: one of each person, and not so many together that all other requests wait for a connection. One
 * more of each person waits, without a connection; a newer one takes its place.
 */
@Injectable()
export class SearchTurns {
  readonly #running = new Set<string>();
  /** By person, who came first at first. */
  readonly #waiting = new Map<string, Waiting>();

  /** Searches of all together: the other connections are for all else. */
  readonly #most: number;

  constructor({ databasePoolSize }: DatabaseSettings) {
    this.#most = Math.max(1, Math.floor(databasePoolSize / 2));
  }

  /** @throws {Problem} `too_many_searches` when its turn does not come */
  async run<T>(user: string, search: () => Promise<T>): Promise<T> {
    if (this.#hasRoomFor(user)) this.#running.add(user);
    else await this.#turn(user);
    try {
      return await search();
    } finally {
      this.#running.delete(user);
      this.#beginNext();
    }
  }

  #hasRoomFor(user: string): boolean {
    return this.#running.size < this.#most && !this.#running.has(user);
  }

  async #turn(user: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const begin = () => resolve(undefined);
    const refuse = () => reject(SEARCH_ERRORS.tooManySearches({ headers: { 'Retry-After': '1' } }));
    const late = () => {
      this.#waiting.delete(user);
      refuse();
    };
    const before = this.#waiting.get(user);
    clearTimeout(before?.timer);
    before?.refuse();
    this.#waiting.set(user, { timer: setTimeout(late, WAIT_MS), begin, refuse });
    await promise;
  }

  #beginNext(): void {
    for (const [user, { timer, begin }] of this.#waiting) {
      if (!this.#hasRoomFor(user)) continue;
      clearTimeout(timer);
      this.#waiting.delete(user);
      this.#running.add(user);
      begin();
    }
  }
}
