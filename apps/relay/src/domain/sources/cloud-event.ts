import { eventId, type RelayEvent } from '../event.js';
import type { Arrival } from './http-source.js';
import { invalid, isRfc3339, requireShallow, textOr } from './payload.js';

/** The attributes of a CloudEvent (version 1.0.2, section 2) as a broker's record has them. */
export interface IncomingCloudEvent {
  readonly attributes: Readonly<Record<string, string>>;
  readonly data: unknown;
  /** Data that is neither JSON nor text. */
  readonly dataBase64?: string;
  /** The record's key: order is kept per key. */
  readonly key: string | undefined;
}

/** RFC 2046 and RFC 6839: JSON, or something that is written in it. */
export const isJsonType = (contentType: string): boolean =>
  /^[^;]*[/+]json\s*(;|$)/i.test(contentType);

/** Makes an event of a CloudEvent. @throws {Problem} `invalid_payload` when it is none */
export function fromCloudEvent(incoming: IncomingCloudEvent, arrival: Arrival): RelayEvent {
  const { attributes, data, dataBase64 } = incoming;
  const { id, source, type } = attributes;
  if (id === undefined || source === undefined || type === undefined) {
    return invalid('A CloudEvent needs the attributes id, source and type.');
  }
  requireShallow(data);
  const subject = textOr(attributes['subject'], type);
  const traceparent = attributes['traceparent'] ?? arrival.traceparent;
  return {
    id: eventId('kafka', source, id),
    source: 'kafka',
    channel: arrival.channel,
    type: 'CloudEvent',
    eventType: type,
    key: incoming.key ?? attributes['partitionkey'] ?? subject,
    subject,
    time: timeOf(attributes, arrival),
    receivedMs: arrival.nowMs,
    labels: { source: 'kafka', topic: arrival.channel, type, subject },
    data: { ...attributes, ...(dataBase64 === undefined ? { data } : { data_base64: dataBase64 }) },
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

const timeOf = (attributes: Readonly<Record<string, string>>, { nowMs }: Arrival): string =>
  isRfc3339(attributes['time']) ? attributes['time'] : new Date(nowMs).toISOString();
