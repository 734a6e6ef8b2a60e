import type { KafkaMessage } from 'kafkajs';
import { UnusableEvent, type IncomingEvent } from '../domain/classroom-events.js';
import { toIncoming } from '../domain/cloud-event.js';

/** A message as text, which a dead letter keeps. */
export interface KafkaLetter {
  /** Topic and offset. */
  readonly place: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: string;
}

export const toLetter = (place: string, { value, headers }: KafkaMessage): KafkaLetter => ({
  place,
  headers: Object.fromEntries(
    Object.entries(headers ?? {}).flatMap(([name, text]) =>
      text === undefined ? [] : [[name.toLowerCase(), text.toString()] as const],
    ),
  ),
  value: value?.toString() ?? '',
});

/**
 * Reads binary and structured mode (CloudEvents Kafka binding 1.0.2, section 3).
 *
 * @param untimedMs the time of events that tell none; now if absent
 * @throws {UnusableEvent} for what is no CloudEvent
 */
export function readLetter(
  { headers, value }: KafkaLetter,
  nowMs: number,
  untimedMs = nowMs,
): IncomingEvent {
  const body = parse(value === '' ? 'null' : value, 'The message is not JSON.');
  if ((headers['content-type'] ?? '').startsWith('application/cloudevents')) {
    return toIncoming(body, nowMs, untimedMs);
  }
  const attributes = Object.entries(headers)
    .filter(([name]) => name.startsWith('ce_'))
    .map(([name, text]) => [name.slice(3), text] as const);
  return toIncoming({ ...Object.fromEntries(attributes), data: body }, nowMs, untimedMs);
}

/**
 * The text of a dead letter as the message that it was.
 *
 * @throws {UnusableEvent} for one that was too long to be kept whole
 */
export const letterOf = (event: string): KafkaLetter =>
  parse(event, 'The event was too long to be kept whole.') as KafkaLetter;

function parse(text: string, reason: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnusableEvent(reason, { cause });
  }
}
