import { eventId, type RelayEvent, type StoredEvent } from '../events/event.js';
import type { DeadLetter, Reply, WaitingDelivery } from './spool.js';

/** PostgreSQL's driver gives bigint as text. */
type Integer = number | string;

export interface EventRow {
  readonly seq: Integer;
  /** JSON, unless the disk or a hand has changed it. */
  readonly body: unknown;
}

export interface DeliveryRow extends EventRow {
  readonly id: Integer;
  readonly sink: string;
  readonly target: string;
  readonly key: string;
  readonly not_before: Integer;
  readonly attempts: number;
  readonly pending: number;
}

export interface DeadLetterRow {
  readonly id: Integer;
  readonly body: unknown;
  readonly sink: string;
  readonly target: string;
  readonly reason: string;
  readonly attempts: number;
  readonly at_ms: Integer;
}

/** The event of a row; one that cannot be read is there with its bytes, for a dead letter. */
function eventOf(body: unknown): RelayEvent {
  const bytes = body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(String(body));
  try {
    const event: unknown = JSON.parse(bytes.toString('utf8'));
    if (isEvent(event)) return event;
  } catch {
    // Said by what it becomes.
  }
  return damaged(bytes);
}

const TEXTS = ['id', 'source', 'channel', 'type', 'eventType', 'key', 'subject', 'time'];

function isEvent(value: unknown): value is RelayEvent {
  if (!isObject(value)) return false;
  const { receivedMs, labels, data } = value;
  const hasTexts = TEXTS.every((name) => typeof value[name] === 'string');
  return hasTexts && Number.isFinite(receivedMs) && isObject(labels) && isObject(data);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function damaged(bytes: Buffer): RelayEvent {
  const id = eventId('damaged', bytes.toString('base64'));
  return {
    ...{ id, key: id, subject: id, source: 'json', channel: '', type: 'DamagedEvent' },
    ...{ eventType: 'org.sextant.relay.damaged.v1', time: new Date(0).toISOString() },
    ...{ receivedMs: 0, bytes: bytes.length, labels: {} },
    data: { base64: bytes.toString('base64') },
    unmapped: 'what the spool holds of it cannot be read',
  };
}

export const storedEventOf = ({ seq, body }: EventRow): StoredEvent => ({
  seq: Number(seq),
  event: eventOf(body),
});

export const deliveryOf = (row: DeliveryRow): WaitingDelivery => ({
  id: Number(row.id),
  seq: Number(row.seq),
  sink: row.sink,
  target: row.target,
  key: row.key,
  notBeforeMs: Number(row.not_before),
  attempts: row.attempts,
  event: eventOf(row.body),
  pending: row.pending,
});

export const deadLetterOf = (row: DeadLetterRow): DeadLetter => ({
  id: Number(row.id),
  event: eventOf(row.body),
  sink: row.sink,
  target: row.target,
  reason: row.reason,
  attempts: row.attempts,
  atMs: Number(row.at_ms),
});

/**
 * When a reply is due, for a column of its own: to look into the JSON of all of them every second would take the
 * time in which events are stored, and PostgreSQL does not read what is not all text in its sense.
 */
export const dueMsOf = ({ reply: { dueMs } }: Pick<Reply, 'reply'>): number | undefined =>
  Number.isSafeInteger(dueMs) ? (dueMs as number) : undefined;
