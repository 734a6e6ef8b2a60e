import { Injectable } from '@nestjs/common';
import { PeopleStore, type KnownPerson } from './people-store.js';
import { Clock } from '@sextant/platform-runtime/clock';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../access/caller.js';
import { Observer } from '../observability/observer.js';

const REMEMBERED = 50_000;
const AGAIN_MS = 3_600_000;
const WRITTEN_AT_ONCE = 1000;
/** Who comes meanwhile is written together: each write waits for the disk. */
const PAUSE_MS = 100;

/** Remembers the academy of everybody who comes with a token, so that recipients can be told apart. */
@Injectable()
export class Directory {
  readonly #seen = new LRUCache<string, string>({ max: REMEMBERED, ttl: AGAIN_MS });
  readonly #waiting = new Map<string, KnownPerson>();
  #isWriting = false;
  pauseMs = PAUSE_MS;

  constructor(
    private readonly people: PeopleStore,
    private readonly clock: Clock,
    private readonly observer: Observer,
  ) {}

  /** In the background: nobody waits for it, and what fails the next visit tries again. */
  saw({ user, userId, userName, academyId }: Caller): void {
    if (this.#seen.get(user) === academyId) return;
    this.#seen.set(user, academyId);
    this.#waiting.set(user, { user, userId, userName, academyId });
    if (!this.#isWriting) void this.#write();
  }

  #pause(): Promise<void> | undefined {
    if (this.pauseMs === 0) return undefined;
    return new Promise((resolve) => void setTimeout(resolve, this.pauseMs).unref());
  }

  /** Together, who came while others were written: after a restart all come at once. */
  async #write(): Promise<void> {
    const { clock, observer } = this;
    this.#isWriting = true;
    while (this.#waiting.size > 0) {
      const people = [...this.#waiting.values()].slice(0, WRITTEN_AT_ONCE);
      for (const { user } of people) this.#waiting.delete(user);
      try {
        await this.people.remember(people, new Date(clock.nowMs()));
      } catch (error) {
        for (const { user } of people) this.#seen.delete(user);
        observer.trouble('directory.failed', error);
      }
      await this.#pause();
    }
    this.#isWriting = false;
  }
}
