import { Injectable } from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import { PoolMetrics } from './pool-metrics.js';
import { ProgramPool, type ProgramPoolOptions } from './program-pool.js';

/** Makes pools whose processes are told to the log and shown at `/metrics`. */
@Injectable()
export class ProgramPools {
  constructor(
    private readonly logger: Logger,
    private readonly metrics: PoolMetrics,
  ) {}

  /** Whoever asks for it closes it. */
  create<Job, Part>(options: Omit<ProgramPoolOptions, 'log' | 'metrics'>): ProgramPool<Job, Part> {
    const log = (event: string, fields: object): void => this.logger.warn(event, { ...fields });
    return new ProgramPool({ ...options, log, metrics: this.metrics });
  }
}
