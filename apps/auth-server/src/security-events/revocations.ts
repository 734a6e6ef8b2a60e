import { Injectable } from '@nestjs/common';
import { Changes } from '../database/changes.js';
import type { EventKind, SecurityEvent } from './security-events.js';

/** Who listens, each from where it has heard the last one. */
export abstract class RevocationStreams {
  /** Begins with everything that has not expired yet. @returns its id */
  abstract open(kinds: readonly EventKind[]): Promise<string>;
  abstract close(id: string): Promise<boolean>;
  /** What it wants to hear of; `undefined` when there is no such stream. */
  abstract kindsOf(id: string): Promise<readonly EventKind[] | undefined>;
  /** All that there are, oldest first. */
  abstract list(): Promise<
    readonly { readonly id: string; readonly kinds: readonly EventKind[] }[]
  >;
  /** @returns whether there is such a stream */
  abstract change(id: string, kinds: readonly EventKind[]): Promise<boolean>;
  /** What was heard up to there is not told again. */
  abstract heard(id: string, place: string): Promise<void>;
  /** Oldest first; `undefined` when there is no such stream. */
  abstract next(id: string, limit: number): Promise<readonly SecurityEvent[] | undefined>;
  /** Whether there is something that cannot be told yet: transactions that began before it have not ended. */
  abstract isHeldBack(): Promise<boolean>;
  /** Forgets what has expired, and who has not asked for a day; who is pushed to stays. */
  abstract sweep(now: Date): Promise<void>;
}

/** Shorter than any proxy waits. */
const LONGEST_WAIT_MS = 20_000;
/** That such a transaction has ended nobody tells. */
const HELD_BACK_MS = 100;
/** Longer than what is done at the same time takes: then receivers hear that there is more. */
const TOLD_HELD_BACK_MS = 2000;

export interface News {
  /** Oldest first. */
  readonly events: readonly SecurityEvent[];
  /** Whether there has been something for a while that cannot be told yet. */
  readonly isHeldBack: boolean;
}

interface Wait {
  readonly cancel: () => void;
  readonly within: (ms: number) => Promise<void>;
}

/** Tells of revocations: to whom nothing is new, when something is. */
@Injectable()
export class Revocations {
  readonly #waiting = new Set<() => void>();
  #isOver = false;

  constructor(
    readonly streams: RevocationStreams,
    changes: Changes,
  ) {
    changes.on('revocations', () => this.#wake());
  }

  /** @param waits whether an answer may take its time while nothing is new */
  async next(
    id: string,
    { limit, waits }: { readonly limit: number; readonly waits: boolean },
  ): Promise<News | undefined> {
    const hold = this.#hold();
    const until = performance.now() + LONGEST_WAIT_MS;
    for (;;) {
      const left = this.#leftUntil(until);
      // Asked for first: what comes between the question and the answer must not be slept through.
      const news = waits && left > 0 ? this.#news() : undefined;
      const found = await this.streams.next(id, limit);
      if (found === undefined || found.length > 0 || news === undefined) {
        news?.cancel();
        return found && { events: found, isHeldBack: false };
      }
      if (!(await hold(news, left))) return { events: [], isHeldBack: true };
    }
  }

  #leftUntil(time: number): number {
    return this.#isOver ? 0 : time - performance.now();
  }

  /** @returns what waits for news, and then says whether to go on: not when something has been held back for a while */
  #hold() {
    let since: number | undefined;
    return async (news: Wait, left: number): Promise<boolean> => {
      const isHeldBack = await this.streams.isHeldBack();
      const now = performance.now();
      since = isHeldBack ? (since ?? now) : undefined;
      const isLong = since !== undefined && now - since >= TOLD_HELD_BACK_MS;
      if (isLong) news.cancel();
      else await news.within(isHeldBack ? HELD_BACK_MS : left);
      return !isLong;
    };
  }

  /** Nobody is kept waiting from now on: it is the end of the process. */
  stop(): void {
    this.#isOver = true;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  #news() {
    let cancel: () => void = () => undefined;
    const promise = new Promise<void>((resolve) => {
      cancel = () => {
        this.#waiting.delete(cancel);
        resolve();
      };
      this.#waiting.add(cancel);
    });
    const within = async (ms: number): Promise<void> => {
      const timer = setTimeout(cancel, ms);
      timer.unref();
      await promise;
      clearTimeout(timer);
    };
    return { cancel, within };
  }
}
