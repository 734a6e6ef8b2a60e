import type { Clock } from '@sextant/platform-clock';
import { LRUCache } from 'lru-cache';
import type { Caller } from './caller.js';
import type { Observer } from './observer.js';
import type { Storage } from './storage.js';

export interface DirectoryUses {
  readonly storage: Pick<Storage, 'people'>;
  readonly clock: Clock;
  readonly observer: Observer;
}

const REMEMBERED = 50_000;
const AGAIN_MS = 3_600_000;

/** Remembers the academy of everybody who comes with a token, so that recipients can be told apart. */
export class Directory {
  readonly #seen = new LRUCache<string, string>({ max: REMEMBERED, ttl: AGAIN_MS });

  constructor(private readonly uses: DirectoryUses) {}

  /** In the background: nobody waits for it, and the next visit tries again. */
  saw({ user, userId, userName, academyId }: Caller): void {
    if (this.#seen.get(user) === academyId) return;
    this.#seen.set(user, academyId);
    const { storage, clock, observer } = this.uses;
    const now = new Date(clock.nowMs());
    storage.people
      .remember([{ user, userId, userName, academyId }], now)
      .catch((error: unknown) => {
        this.#seen.delete(user);
        observer.trouble('directory.failed', error);
      });
  }
}
