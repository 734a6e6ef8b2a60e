import { eventId, type RelayEvent } from '../event.js';
import type { Arrival, HttpSource } from './http-source.js';
import {
  invalid,
  isObject,
  isRfc3339,
  requireShallow,
  textOr,
  textsAt,
  type JsonObject,
} from './payload.js';

/** Turns a sender's JSON into the members of an event; a template does it. */
export type JsonMapping = (body: unknown, channel: string) => string;

/**
 * Any other sender of JSON. A template maps its body to
 * `{"type", "time", "key", "subject", "id", "labels", "data"}`, all optional; without a template the
 * body itself is the data. A blank result is acknowledged and not relayed.
 */
export const jsonSource = (mapping: JsonMapping | undefined): HttpSource => ({
  name: 'json',
  receive(body, arrival) {
    requireShallow(body);
    const answer = { Message: 'OK' };
    const mapped = mapping === undefined ? { data: body } : parsed(mapping(body, arrival.channel));
    if (mapped === undefined) return { events: [], dropped: { blank: 1 }, answer };
    return { events: [jsonEvent(mapped, arrival)], dropped: {}, answer };
  },
});

function parsed(text: string): JsonObject | undefined {
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // said below: the template is the operator's, the body need not be shown
  }
  return invalid('The template of this endpoint gave no JSON object for this body.');
}

function jsonEvent(mapped: JsonObject, arrival: Arrival): RelayEvent {
  const data = isObject(mapped['data']) ? mapped['data'] : { value: mapped['data'] ?? null };
  const time = isRfc3339(mapped['time']) ? mapped['time'] : new Date(arrival.nowMs).toISOString();
  const type = textOr(mapped['type'], 'JsonEvent');
  const subject = textOr(mapped['subject'], arrival.channel);
  const key = textOr(mapped['key'], subject);
  return {
    id: textOr(mapped['id'], eventId('json', arrival.channel, JSON.stringify(mapped), time)),
    source: 'json',
    channel: arrival.channel,
    type,
    eventType: 'org.sextant.relay.json.v1',
    key,
    subject,
    time,
    receivedMs: arrival.nowMs,
    labels: { source: 'json', type, ...textsAt(mapped['labels'], 'labels') },
    data,
    ...(arrival.traceparent === undefined ? {} : { traceparent: arrival.traceparent }),
  };
}
