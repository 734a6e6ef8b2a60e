import { PostgresIdempotencyStore } from '@sextant/platform-idempotency';
import type { Clock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import type { DataSource } from 'typeorm';
import type { Blobs } from '@sextant/platform-blobs';
import { sweepBlobs } from './blob-sweep.js';
import type { CloneStore } from './clone-store.js';
import { TOKEN_SCOPE_PREFIX } from '../access/workspace-keys.js';
import { PostgresChallengeStore } from './consent/postgres-challenge-store.js';

export interface VoiceSweeperDependencies {
  readonly source: DataSource;
  readonly store: CloneStore;
  readonly blobs: Blobs;
  readonly clock: Clock;
}

const EVERY_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

/** Deletes what nobody can ask for any more. Replicas may do it at the same time. */
export class VoiceSweeper {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly uses: VoiceSweeperDependencies,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** At once, for what a process left that was killed, and then every ten minutes. */
  start(): void {
    void this.sweep();
    this.#timer = setInterval(() => void this.sweep(), EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** What fails is tried again with the next sweep. */
  async sweep(): Promise<void> {
    const { source, clock } = this.uses;
    const now = new Date(clock.nowMs());
    const before = new Date(clock.nowMs() - DAY_MS);
    const sweeps: readonly (() => Promise<unknown>)[] = [
      () => sweepBlobs(this.uses, clock),
      () => new PostgresChallengeStore(source).sweep(before),
      () => new PostgresIdempotencyStore(source).sweep(now),
      () =>
        source.query(
          `DELETE FROM api_keys WHERE expires_at < $2
           AND EXISTS (SELECT FROM unnest(scopes) AS scope WHERE starts_with(scope, $1))`,
          [TOKEN_SCOPE_PREFIX, before],
        ),
    ];
    for (const sweep of sweeps) {
      await sweep().catch((error: unknown) => this.logger.warn('sweep.failed', { err: error }));
    }
  }
}
