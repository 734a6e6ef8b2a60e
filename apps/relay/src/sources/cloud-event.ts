import { isUtf8 } from 'node:buffer';
import { eventId, type RelayEvent } from '../events/event.js';
import type { Arrival } from './http-source.js';
import { jsonOf } from './json-body.js';
import { invalid, isRfc3339, objectAt, textOr, type JsonObject } from './payload.js';

/** The attributes of a CloudEvent (version 1.0.2, section 2), however it came. */
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
export function fromCloudEvent(
  incoming: IncomingCloudEvent,
  arrival: Arrival,
  source: 'kafka' | 'cloudevents',
): RelayEvent {
  const { attributes } = incoming;
  const { id, source: from, type } = attributes;
  if (id === undefined || from === undefined || type === undefined) {
    return invalid('A CloudEvent needs the attributes id, source and type.');
  }
  const subject = textOr(attributes['subject'], type);
  const traceparent = attributes['traceparent'] ?? arrival.traceparent;
  const place = source === 'kafka' ? { topic: arrival.channel } : { origin: from };
  return {
    id: eventId(source, from, id),
    source,
    channel: arrival.channel,
    type: 'CloudEvent',
    eventType: type,
    key: incoming.key ?? attributes['partitionkey'] ?? subject,
    subject,
    time: timeOf(attributes, arrival),
    receivedMs: arrival.nowMs,
    labels: { source, ...place, type, subject },
    data: { ...attributes, ...contentOf(incoming) },
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/** What is absent is no member: the spool would not keep it, and templates would tell the two apart. */
function contentOf({ data, dataBase64 }: IncomingCloudEvent): JsonObject {
  if (dataBase64 !== undefined) return { data_base64: dataBase64 };
  return data === undefined ? {} : { data };
}

const timeOf = (attributes: Readonly<Record<string, string>>, { nowMs }: Arrival): string =>
  isRfc3339(attributes['time']) ? attributes['time'] : new Date(nowMs).toISOString();

/** "Unset attributes MAY be encoded to the JSON value of null" (JSON format 1.0.2, section 2.2). */
function attributeOf(name: string, item: unknown): readonly (readonly [string, string])[] {
  if (item === null) return [];
  if (typeof item === 'string') return [[name, item]];
  if (typeof item === 'number' || typeof item === 'boolean') return [[name, String(item)]];
  return invalid(`The attribute ${name} must be a text, a number or a boolean.`);
}

/** An event of the JSON format. @throws {Problem} `invalid_payload` */
export function structuredCloudEvent(event: unknown, key: string | undefined): IncomingCloudEvent {
  const { data, data_base64: base64, ...attributes } = objectAt(event, 'A CloudEvent');
  const texts = Object.entries(attributes).flatMap(([name, item]) => attributeOf(name, item));
  const bytes = typeof base64 === 'string' ? { dataBase64: base64 } : {};
  return { attributes: Object.fromEntries(texts), data, ...bytes, key };
}

/**
 * JSON as it is, text as a text, and anything else in base64, as the JSON format has it.
 *
 * @throws {Problem} `malformed_json`, `invalid_encoding`, `invalid_payload`
 */
export function cloudEventData(
  value: Buffer | null,
  contentType = 'application/json',
): Pick<IncomingCloudEvent, 'data' | 'dataBase64'> {
  if (value === null) return { data: null };
  if (isJsonType(contentType)) return { data: jsonOf(value) };
  return isUtf8(value)
    ? { data: value.toString() }
    : { data: null, dataBase64: value.toString('base64') };
}
