import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { PostgresIdempotencyStore } from '@sextant/platform-data/idempotency';
import { Clock } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { DataSource } from 'typeorm';
import { Blobs } from '@sextant/platform-data/blobs';
import { sweepBlobs } from './blob-sweep.js';
import { CloneStore } from './clone-store.js';
import { TOKEN_SCOPE_PREFIX } from '../access/workspace-keys.js';
import { PostgresChallengeStore } from './consent/postgres-challenge-store.js';

const EVERY_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

/** Deletes what nobody can ask for any more. Replicas may do it at the same time. */
@Injectable()
export class PostgresVoiceSweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly source: DataSource,
    private readonly store: CloneStore,
    private readonly blobs: Blobs,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** At once, for what a process left that was killed, and then every ten minutes. */
  onApplicationBootstrap(): void {
    void this.sweep();
    this.#timer = setInterval(() => void this.sweep(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  /** What fails is tried again with the next sweep. */
  async sweep(): Promise<void> {
    const { source, clock } = this;
    const now = new Date(clock.nowMs());
    const before = new Date(clock.nowMs() - DAY_MS);
    const sweeps: readonly (() => Promise<unknown>)[] = [
      () => sweepBlobs({ store: this.store, blobs: this.blobs }, clock),
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
