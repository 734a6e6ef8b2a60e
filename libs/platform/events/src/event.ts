import { CloudEvent } from 'cloudevents';

/** What a service publishes, before it gets its envelope. */
export interface NewEvent {
  /** Reverse-DNS name of what happened, such as `org.sextant.voice.created`. */
  readonly type: string;
  /** What it happened to, such as a voice's id: events of one subject stay in order. */
  readonly subject: string;
  /** A JSON value. Secrets and personal data do not belong here. */
  readonly data: unknown;
}

/** An event in its CloudEvents 1.0 envelope (JSON format, section 3). */
export interface EventEnvelope {
  readonly specversion: string;
  readonly id: string;
  /** URI reference of the service: `/sextant/<app>`. */
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  /** RFC 3339, UTC. */
  readonly time: string;
  readonly datacontenttype: string;
  /** W3C trace context of the request that caused it (CloudEvents, extension "Distributed Tracing"). */
  readonly traceparent?: string;
  readonly data: unknown;
}

export interface Stamp {
  readonly id: string;
  readonly app: string;
  readonly nowMs: number;
  readonly traceparent?: string | undefined;
}

/** @throws {ValidationError} of `cloudevents` when the envelope would break the specification */
export function toEnvelope({ type, subject, data }: NewEvent, stamp: Stamp): EventEnvelope {
  const event = new CloudEvent({
    id: stamp.id,
    source: `/sextant/${stamp.app}`,
    type,
    subject,
    time: new Date(stamp.nowMs).toISOString(),
    datacontenttype: 'application/json',
    ...(stamp.traceparent === undefined ? {} : { traceparent: stamp.traceparent }),
    data,
  });
  event.validate();
  return event.toJSON() as unknown as EventEnvelope;
}
