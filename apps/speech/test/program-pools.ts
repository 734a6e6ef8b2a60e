import { Metrics } from '@sextant/platform-runtime/telemetry';
import { LoadedModels } from '../src/programs/loaded-models.js';
import { PoolMetrics } from '../src/programs/pool-metrics.js';
import { ProgramPools } from '../src/programs/program-pools.js';

/** Pools of no service. @param onEvent is told of what they write to the log */
export const programPools = (onEvent: (event: string) => void = () => undefined): ProgramPools => {
  const logger = { debug: onEvent, info: onEvent, warn: onEvent, error: onEvent };
  const metrics = new Metrics('speech');
  const models = new LoadedModels(
    { speechModelsLoaded: 4, speechModelIdleSeconds: 0 },
    logger,
    metrics,
  );
  return new ProgramPools(logger, new PoolMetrics(metrics), models);
};
