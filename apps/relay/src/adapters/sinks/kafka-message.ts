import type { RelayEvent } from '../../domain/event.js';
import type { KafkaMode } from '../../domain/kafka-mode.js';
import type { OutgoingMessage } from '../../domain/sink.js';

export interface KafkaRecord {
  readonly key: string;
  readonly value: string;
  readonly headers: Record<string, string>;
}

/** Where the schemas of `data` are; each event type has one. */
const SCHEMAS = 'urn:sextant:relay:schema:';

/** CloudEvents 1.0.2, section 2: the attributes of an event. */
function attributesOf(event: RelayEvent): Record<string, string> {
  return {
    specversion: '1.0',
    id: event.id,
    source: `/relay/${encodeURI(event.channel)}`,
    type: event.eventType,
    subject: event.subject,
    time: event.time,
    dataschema: `${SCHEMAS}${event.type}:1`,
    partitionkey: event.key,
    ...(event.traceparent === undefined ? {} : { traceparent: event.traceparent }),
    ...severityOf(event),
    ...deadLetterOf(event),
  };
}

const severityOf = ({ labels }: RelayEvent): Record<string, string> =>
  labels['severity'] === undefined ? {} : { severity: labels['severity'] };

/** Extensions of an event on the topic of dead letters. */
function deadLetterOf({ via }: RelayEvent): Record<string, string> {
  const { DeadLetter: letter } = (via ?? {}) as {
    readonly DeadLetter?: { readonly sink: string; readonly reason: string };
  };
  return letter === undefined
    ? {}
    : { deadlettersink: letter.sink, deadletterreason: letter.reason };
}

/**
 * A record in one of the modes of the CloudEvents Kafka binding (1.0.2, sections 3.2 and 3.3), or
 * with the rendered text as its value. Header values are UTF-8 as they are; the key is the event's,
 * so that what happens to one thing stays in one partition.
 */
export function toRecord(mode: KafkaMode, { text, deliveries }: OutgoingMessage): KafkaRecord {
  const { event } = deliveries[0];
  const { key } = event;
  const attributes = attributesOf(event);
  switch (mode) {
    case 'binary':
      return { key, value: JSON.stringify(event.data), headers: binaryHeaders(attributes, event) };
    case 'structured':
      return {
        key,
        value: JSON.stringify({
          ...attributes,
          datacontenttype: 'application/json',
          data: event.data,
        }),
        headers: { 'content-type': 'application/cloudevents+json; charset=utf-8' },
      };
    case 'plain':
      return { key, value: text, headers: { id: event.id, type: event.eventType } };
  }
}

function binaryHeaders(
  attributes: Record<string, string>,
  { traceparent }: RelayEvent,
): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`ce_${name}`, value])),
    'content-type': 'application/json',
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}
