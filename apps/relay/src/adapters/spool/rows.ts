import type { RelayEvent, StoredEvent } from '../../domain/event.js';
import type { DeadLetter, Delivery } from '../../domain/spool.js';

/** PostgreSQL's driver gives bigint as text. */
type Integer = number | string;

export interface EventRow {
  readonly seq: Integer;
  readonly body: string;
}

export interface DeliveryRow extends EventRow {
  readonly id: Integer;
  readonly sink: string;
  readonly target: string;
  readonly key: string;
  readonly not_before: Integer;
  readonly attempts: number;
}

export interface DeadLetterRow {
  readonly id: Integer;
  readonly body: string;
  readonly sink: string;
  readonly target: string;
  readonly reason: string;
  readonly attempts: number;
  readonly at_ms: Integer;
}

const eventOf = (body: string): RelayEvent => JSON.parse(body) as RelayEvent;

export const storedEventOf = ({ seq, body }: EventRow): StoredEvent => ({
  seq: Number(seq),
  event: eventOf(body),
});

export const deliveryOf = (row: DeliveryRow): Delivery => ({
  id: Number(row.id),
  seq: Number(row.seq),
  sink: row.sink,
  target: row.target,
  key: row.key,
  notBeforeMs: Number(row.not_before),
  attempts: row.attempts,
  event: eventOf(row.body),
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
