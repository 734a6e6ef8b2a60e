import {
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Link,
} from '@opentelemetry/api';

export interface OutgoingDelivery {
  /** Such as `send events`. */
  readonly name: string;
  /** Whether a queue takes it, to be read by others, or somebody who answers. */
  readonly kind: 'producer' | 'client';
  readonly attributes: Attributes;
  /** The `traceparent`s of what is delivered: each becomes a link. */
  readonly causes: readonly string[];
}

export interface DeliverySpan {
  readonly run: <T>(action: () => T) => T;
  /** @param failure why it did not arrive; nothing when it did */
  readonly end: (failure?: string) => void;
}

/** More are not useful to anybody, and exporters cut them off (OpenTelemetry's own limit is 128). */
const MAX_LINKS = 32;

/**
 * Starts the span of a delivery that is done later than the request which asked for it, and often for
 * several at once: a trace of its own, with links to theirs (OpenTelemetry, "Links between spans").
 */
export function traceDelivery({ name, kind, attributes, causes }: OutgoingDelivery): DeliverySpan {
  const links = [...new Set(causes)].slice(0, MAX_LINKS).flatMap(linkOf);
  const options = {
    kind: kind === 'producer' ? SpanKind.PRODUCER : SpanKind.CLIENT,
    attributes,
    links,
  };
  const span = trace.getTracer('sextant').startSpan(name, options, ROOT_CONTEXT);
  return {
    run: (action) => context.with(trace.setSpan(ROOT_CONTEXT, span), action),
    end: (failure) => {
      if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
      span.end();
    },
  };
}

/** The W3C `traceparent` of the work at hand; nothing when it is not traced. */
export function activeTraceparent(): string | undefined {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers['traceparent'];
}

function linkOf(traceparent: string): Link[] {
  const found = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, { traceparent }));
  return found !== undefined && isSpanContextValid(found) ? [{ context: found }] : [];
}
