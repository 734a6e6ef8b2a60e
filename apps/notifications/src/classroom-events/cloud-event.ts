import { UnusableEvent, type IncomingEvent } from './classroom-events.js';

const REQUIRED = ['id', 'source', 'type'] as const;
const MAX_ATTRIBUTE = 1000;
/** Clocks differ a little; a time further ahead would keep all later news out until then. */
const MAX_AHEAD_MS = 5 * 60_000;
const EARLIEST_MS = 0;

/**
 * Reads an event in the JSON format of CloudEvents 1.0.
 *
 * @param nowMs times of events may be five minutes later
 * @param untimedMs the time of events that tell none; now if absent
 * @throws {UnusableEvent} for what is no CloudEvent
 */
export function toIncoming(value: unknown, nowMs: number, untimedMs = nowMs): IncomingEvent {
  if (typeof value !== 'object' || value === null) throw new UnusableEvent('There is no event.');
  const event = value as Readonly<Record<string, unknown>>;
  if (event['specversion'] !== '1.0') throw new UnusableEvent('specversion must be 1.0.');
  const [id = '', source = '', type = ''] = REQUIRED.map((name) => attribute(event, name));
  const time = event['time'] === undefined ? new Date(untimedMs) : timeOf(event['time'], nowMs);
  return { id, source, type, time, data: event['data'] };
}

function attribute(event: Readonly<Record<string, unknown>>, name: string): string {
  const value = event[name];
  const isText = typeof value === 'string' && value !== '' && !value.includes('\u0000');
  if (isText && value.length <= MAX_ATTRIBUTE) return value;
  throw new UnusableEvent(`${name} must be text of 1 to ${MAX_ATTRIBUTE} characters.`);
}

function timeOf(time: unknown, nowMs: number): Date {
  const parsed = typeof time === 'string' ? Date.parse(time) : NaN;
  // Nothing compares with NaN.
  if (!(parsed >= EARLIEST_MS)) {
    throw new UnusableEvent('time must be an RFC 3339 timestamp, not before 1970.');
  }
  if (parsed > nowMs + MAX_AHEAD_MS) throw new UnusableEvent('time must not be in the future.');
  return new Date(parsed);
}
