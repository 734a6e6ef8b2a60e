import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;
/** Whoever holds it and lives renews it far more often, also while nothing comes. */
const STALE_MS = 15_000;

/** The time of the folder, and since when it is that one by our own clock. */
interface Seen {
  readonly time: number | undefined;
  readonly at: number;
}

/** A folder that one process or thread at a time can make. What a killed one has left is taken away. */
export class FolderLock {
  #renewing: NodeJS.Timeout | undefined;

  constructor(
    private readonly folder: string,
    private readonly staleMs = STALE_MS,
  ) {}

  async take(): Promise<void> {
    let seen: Seen | undefined;
    while (!(await this.#isMade())) {
      const time = await this.#renewedAt();
      // Its time is compared with none of ours: clocks differ, and it may lie in the future.
      if (time !== seen?.time) seen = { time, at: performance.now() };
      if (seen !== undefined && performance.now() - seen.at > this.staleMs) await this.#remove();
      else await pause(LOOK_EVERY_MS);
    }
    this.#renewing = setInterval(() => this.#renew(), this.staleMs / 5).unref();
  }

  async release(): Promise<void> {
    clearInterval(this.#renewing);
    await this.#remove();
  }

  #renew(): void {
    const now = new Date();
    // One that cannot be renewed is taken by another, who finds what this one has fetched.
    utimes(this.folder, now, now).catch(() => undefined);
  }

  async #remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  async #isMade(): Promise<boolean> {
    try {
      await mkdir(this.folder);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return false;
    }
  }

  /** @returns nothing where it was released since it was found: made anew at the next look */
  async #renewedAt(): Promise<number | undefined> {
    return (await stat(this.folder).catch(() => undefined))?.mtimeMs;
  }
}
