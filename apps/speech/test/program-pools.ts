import { Metrics } from '@sextant/platform-runtime/telemetry';
import { PoolMetrics } from '../src/programs/pool-metrics.js';
import { ProgramPools } from '../src/programs/program-pools.js';

/** Pools of no service. @param onEvent is told of what they write to the log */
export const programPools = (onEvent: (event: string) => void = () => undefined): ProgramPools =>
  new ProgramPools(
    { debug: onEvent, info: onEvent, warn: onEvent, error: onEvent },
    new PoolMetrics(new Metrics('speech')),
  );
