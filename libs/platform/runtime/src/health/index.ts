export { HealthChecks } from './health-checks.js';
export { plainHealthBody, Readiness } from './health.js';
export type { HealthBody, HealthKind, HealthReport, Probe, ProbeResult, Probes } from './health.js';
export { HealthModule, type HealthModuleOptions } from './health.module.js';
