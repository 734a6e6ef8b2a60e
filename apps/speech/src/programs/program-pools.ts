import { Injectable } from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import { LoadedModels, type HeldModel } from './loaded-models.js';
import { PoolMetrics } from './pool-metrics.js';
import { ProgramPool, type ProgramPoolOptions } from './program-pool.js';

export interface NewPool extends Omit<ProgramPoolOptions, 'holdOf' | 'log' | 'metrics'> {
  /** The model that its processes have in memory; absent: none that is worth a word. */
  readonly model?: HeldModel;
}

/** Makes pools whose processes are told to the log and shown at `/metrics`, and whose models leave memory when nobody needs them. */
@Injectable()
export class ProgramPools {
  constructor(
    private readonly logger: Logger,
    private readonly metrics: PoolMetrics,
    private readonly models: LoadedModels,
  ) {}

  /** Whoever asks for it closes it. */
  create<Job, Part>({ model, ...options }: NewPool): ProgramPool<Job, Part> {
    const log = (event: string, fields: object): void => this.logger.warn(event, { ...fields });
    return new ProgramPool({
      ...options,
      ...{ log, metrics: this.metrics },
      ...(model === undefined ? {} : { holdOf: (processes) => this.models.hold(model, processes) }),
    });
  }
}
