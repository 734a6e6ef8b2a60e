import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';

export interface TracingOptions {
  readonly service: string;
  /** The collector's OTLP/HTTP base address, such as `http://collector:4318`. */
  readonly otlpEndpoint: string;
}

/** A running exporter of traces. */
export interface Tracing {
  /** Sends what is still held back. */
  shutdown(): Promise<void>;
}

/**
 * Exports spans of served and sent HTTP requests through OTLP, and passes the W3C trace context
 * on. Requests sent with `fetch` are instrumented; served ones are, by `traceRequest`.
 */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const { startExporter } = await import('./otlp-exporter.js');
  return startExporter(options);
}

export interface IncomingRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The span of a request that is being served. */
export interface RequestSpan {
  readonly run: <T>(action: () => T) => T;
  readonly end: (outcome: { readonly route: string; readonly status: number }) => void;
}

/** Starts the span of a served request, as a child of the caller's (W3C Trace Context). */
export function traceRequest({ method, path, headers }: IncomingRequest): RequestSpan {
  const parent = propagation.extract(context.active(), headers);
  const span = trace.getTracer('sextant').startSpan(
    method,
    {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method, 'url.path': path },
    },
    parent,
  );
  const active: Context = trace.setSpan(parent, span);
  return {
    run: (action) => context.with(active, action),
    end: (outcome) => end(span, method, outcome),
  };
}

function end(
  span: Span,
  method: string,
  { route, status }: { readonly route: string; readonly status: number },
): void {
  span.updateName(`${method} ${route}`);
  span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The trace-id of a `traceparent` header (W3C Trace Context, section 3.2), if it is valid. */
export function traceIdOf(traceparent: unknown): string | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const traceId = TRACEPARENT.exec(traceparent)?.[1];
  return traceId === '0'.repeat(32) ? undefined : traceId;
}
