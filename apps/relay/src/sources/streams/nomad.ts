import { eventId, type RelayEvent } from '../../events/event.js';
import { isObject, textAt, type JsonObject } from '../payload.js';

/** One line of Nomad's event stream: events of one index, or a heartbeat, which is empty. */
export interface NomadBatch {
  readonly index: number;
  readonly events: readonly RelayEvent[];
}

/** The data is the event as Nomad has it: `Topic`, `Type`, `Key`, `Namespace`, `FilterKeys`, `Index`, `Payload`. */
export function nomadBatch(line: JsonObject, nowMs: number): NomadBatch | undefined {
  const { Index: index, Events: events } = line;
  if (typeof index !== 'number') return undefined;
  const found = Array.isArray(events) ? (events as unknown[]).filter(isObject) : [];
  return { index, events: found.map((event, place) => nomadEvent(event, { index, place, nowMs })) };
}

interface Place {
  readonly index: number;
  readonly place: number;
  readonly nowMs: number;
}

function nomadEvent(data: JsonObject, { index, place, nowMs }: Place): RelayEvent {
  const topic = textAt(data, 'Topic');
  const type = textAt(data, 'Type');
  const key = textAt(data, 'Key');
  const namespace = textAt(data, 'Namespace');
  const location = namespace === '' ? key : `${namespace}/${key}`;
  return {
    id: eventId('nomad', String(index), String(place), topic, type, key),
    source: 'nomad',
    channel: 'nomad',
    type: 'NomadEvent',
    eventType: `org.sextant.relay.nomad.${topic.toLowerCase()}.${type.toLowerCase()}.v1`,
    key: `${topic}/${location}`,
    subject: `${type} ${location}`,
    time: new Date(nowMs).toISOString(),
    receivedMs: nowMs,
    labels: {
      ...{ source: 'nomad', topic, type },
      ...(namespace === '' ? {} : { namespace }),
    },
    data,
  };
}
