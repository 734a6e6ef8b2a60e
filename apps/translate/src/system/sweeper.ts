import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import { MemoryJobStore } from '../memories/transfers/memory-jobs.js';
import { UsageLedger } from '../usage/usage-ledger.js';

const EVERY_MS = 60 * 60 * 1000;
const OLDER_THAN_MS = 24 * 60 * 60 * 1000;

/** Deletes once an hour what nobody can ask for any more. Replicas may do it at the same time. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ledger: UsageLedger,
    private readonly jobs: MemoryJobStore,
    private readonly logger: Logger,
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
    const failed = (error: unknown) => this.logger.warn('sweep.failed', { err: error });
    await this.ledger.sweepBatches(before).catch(failed);
    await this.jobs.sweep(before).catch(failed);
  }
}
