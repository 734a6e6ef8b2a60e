import type { HealthBody, Probe } from './health.js';

export const HEALTH_OPTIONS = Symbol('HealthOptions');

export interface HealthOptions {
  readonly probes: readonly Probe[];
  readonly body: HealthBody;
}
