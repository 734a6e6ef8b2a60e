import { eventId, type RelayEvent } from '../events/event.js';
import type { Arrival, PlainHttpSource } from './http-source.js';
import { isObject, isRfc3339, textOr, textsAt, type JsonObject } from './payload.js';

/** Turns a sender's JSON into the members of an event; a template does it. */
export type JsonMapping = (body: unknown, channel: string) => string;

/**
 * Any other sender of JSON. A template maps its body to
 * `{"type", "time", "key", "subject", "id", "labels", "data"}`, all optional; without a template the
 * body itself is the data. A blank result is acknowledged and not relayed. A template that fails on a
 * body, or makes no event of it, is the operator's to mend: the body is kept as a dead letter.
 */
export const jsonSource = (mapping: JsonMapping | undefined): PlainHttpSource => ({
  name: 'json',
  receive(body, arrival) {
    const answer = { Message: 'OK' };
    const event =
      mapping === undefined ? eventOf({ data: body }, arrival) : mapped(mapping, body, arrival);
    if (event === undefined) return { events: [], dropped: { blank: 1 }, answer };
    return { events: [event], dropped: {}, answer };
  },
});

function mapped(mapping: JsonMapping, body: unknown, arrival: Arrival): RelayEvent | undefined {
  try {
    const text = mapping(body, arrival.channel);
    return text.trim() === '' ? undefined : eventOf(objectIn(text), arrival);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...eventOf({ data: body }, arrival), unmapped: reason };
  }
}

/** @throws {Error} that says what is wrong with the template */
function objectIn(text: string): JsonObject {
  const value = parsedOr(text, undefined);
  if (isObject(value)) return value;
  throw new Error('The template of this endpoint gave no JSON object for this body.');
}

function parsedOr(text: string, otherwise: undefined): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

function eventOf(mapped: JsonObject, arrival: Arrival): RelayEvent {
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
