import type { Logger } from '@sextant/platform-logging';
import type { Metrics } from '@sextant/platform-telemetry';
import type { PoolMetrics } from './programs/pool-metrics.js';

/** Where all modules write what happens. */
export interface Surroundings {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly pools: PoolMetrics;
}
