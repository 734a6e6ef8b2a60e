export { Metrics, type HttpObservation } from './metrics.js';
export { startTracing, traceIdOf, traceRequest } from './tracing.js';
export type { IncomingRequest, RequestSpan, Tracing, TracingOptions } from './tracing.js';
