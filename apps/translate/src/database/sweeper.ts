import type { Logger } from '@sextant/platform-logging';

/** Deletes what nobody can ask for any more. @param before what is older */
export type Sweep = (before: Date) => Promise<void>;

const EVERY_MS = 60 * 60 * 1000;
const OLDER_THAN_MS = 24 * 60 * 60 * 1000;

/** Sweeps once an hour while the app runs. Replicas may do it at the same time. */
export class Sweeper {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sweeps: readonly Sweep[],
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.sweep(Date.now()), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  /** A sweep that fails is tried again with the next one. */
  async sweep(nowMs: number): Promise<void> {
    const before = new Date(nowMs - OLDER_THAN_MS);
    for (const sweep of this.sweeps) {
      await sweep(before).catch((error: unknown) => {
        this.logger.warn('sweep.failed', { err: error });
      });
    }
  }
}
