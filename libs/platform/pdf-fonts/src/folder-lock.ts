import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;
/** Whoever holds it and lives renews it far more often. */
const STALE_MS = 15_000;

/** A folder that one process or thread at a time can make. What a killed one has left is taken away. */
export class FolderLock {
  #renewedAt = 0;

  constructor(
    private readonly folder: string,
    private readonly staleMs = STALE_MS,
  ) {}

  async take(): Promise<void> {
    while (!(await this.#isMade())) {
      const ageMs = Date.now() - (await this.#madeAt());
      if (ageMs > this.staleMs) await this.release();
      else await pause(LOOK_EVERY_MS);
    }
  }

  /** It may be called as often as one likes. */
  renew(): void {
    const now = Date.now();
    if (now - this.#renewedAt < this.staleMs / 5) return;
    this.#renewedAt = now;
    // One that cannot be renewed is taken by another, who finds what this one has fetched.
    utimes(this.folder, now / 1000, now / 1000).catch(() => undefined);
  }

  async release(): Promise<void> {
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

  async #madeAt(): Promise<number> {
    // Released since it was found: made anew at the next look.
    const found = await stat(this.folder).catch(() => undefined);
    return found?.mtimeMs ?? Date.now();
  }
}
