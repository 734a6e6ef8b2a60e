import { activeTraceparent } from '@sextant/platform-runtime/telemetry';
import type { RelayEvent } from '../events/event.js';
import type { KafkaMode } from '../routing/message-mode.js';
import { isJsonType } from '../sources/cloud-event.js';
import type { OutgoingMessage } from '../delivery/sink.js';

export interface KafkaRecord {
  readonly key: string;
  readonly value: string | Buffer;
  readonly headers: Record<string, string>;
}

/** Where the schemas of `data` are; each event type has one. */
const SCHEMAS = 'urn:sextant:relay:schema:';

/** An event in the terms of CloudEvents 1.0.2, section 2. */
interface Envelope {
  readonly attributes: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly data?: unknown;
  readonly dataBase64?: string;
}

const envelopeOf = (event: RelayEvent): Envelope =>
  event.type === 'CloudEvent'
    ? passedOn(event)
    : { attributes: attributesOf(event), contentType: 'application/json', data: event.data };

/** What came as a CloudEvent goes on as the same one: its id, its source, its data. */
function passedOn(event: RelayEvent): Envelope {
  const { data, data_base64: base64, datacontenttype: contentType, ...others } = event.data;
  const texts = Object.entries(others).map(([name, value]) => [name, String(value)] as const);
  return {
    attributes: { ...Object.fromEntries(texts), ...deadLetterOf(event) },
    contentType: typeof contentType === 'string' ? contentType : 'application/json',
    ...(typeof base64 === 'string' ? { dataBase64: base64 } : { data }),
  };
}

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
  switch (mode) {
    case 'binary':
      return { key, ...binary(envelopeOf(event), event) };
    case 'structured':
      return { key, ...structured(envelopeOf(event)) };
    case 'plain':
      return { key, value: text, headers: { id: event.id, type: event.eventType } };
  }
}

/** The header is of the transport: this very sending; the attribute is of what happened. */
function binary(envelope: Envelope, { traceparent: cause }: RelayEvent): Omit<KafkaRecord, 'key'> {
  const attributes = Object.entries(envelope.attributes);
  const traceparent = activeTraceparent() ?? cause;
  return {
    value: bytesOf(envelope),
    headers: {
      ...Object.fromEntries(attributes.map(([name, value]) => [`ce_${name}`, value])),
      'content-type': envelope.contentType,
      ...(traceparent === undefined ? {} : { traceparent }),
    },
  };
}

function bytesOf({ contentType, data, dataBase64 }: Envelope): string | Buffer {
  if (dataBase64 !== undefined) return Buffer.from(dataBase64, 'base64');
  return typeof data === 'string' && !isJsonType(contentType) ? data : JSON.stringify(data ?? null);
}

function structured({ attributes, contentType, data, dataBase64 }: Envelope) {
  const content = dataBase64 === undefined ? { data } : { data_base64: dataBase64 };
  return {
    value: JSON.stringify({ ...attributes, datacontenttype: contentType, ...content }),
    headers: { 'content-type': 'application/cloudevents+json; charset=utf-8' },
  };
}
