export { activeTraceparent, traceDelivery } from './delivery-span.js';
export type { DeliverySpan, OutgoingDelivery } from './delivery-span.js';
export { Metrics, type HttpObservation, type MetricOptions, type Sample } from './metrics.js';
export { startTracing, traceIdOf, traceRequest } from './tracing.js';
export type { IncomingRequest, RequestSpan, Tracing, TracingOptions } from './tracing.js';
