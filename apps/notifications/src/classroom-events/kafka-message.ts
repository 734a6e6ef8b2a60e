import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { KafkaMessage } from 'kafkajs';
import { UnusableEvent, type IncomingEvent } from './classroom-events.js';
import { toIncoming } from './cloud-event.js';

/** Where a message stands. */
export interface KafkaPlace {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
}

/** A message as text, which a dead letter keeps. */
export interface KafkaLetter extends Partial<KafkaPlace> {
  readonly headers: Readonly<Record<string, string>>;
  /** The body; in base64 when it is no UTF-8. */
  readonly value: string;
  readonly encoding?: 'base64';
  /** Headers that are no UTF-8, in base64. */
  readonly binaryHeaders?: Readonly<Record<string, string>>;
}

export function toLetter(place: KafkaPlace, { value, headers }: KafkaMessage): KafkaLetter {
  const named = Object.entries(headers ?? {}).flatMap(([name, header]) =>
    header === undefined ? [] : [[name.toLowerCase(), bytesOf(header)] as const],
  );
  const binary = named.filter(([, bytes]) => !isUtf8(bytes));
  const inBase64 = binary.map(([name, bytes]) => [name, bytes.toString('base64')] as const);
  const body = value ?? Buffer.alloc(0);
  return {
    ...place,
    headers: Object.fromEntries(
      named.filter(([, bytes]) => isUtf8(bytes)).map(([name, bytes]) => [name, bytes.toString()]),
    ),
    ...(isUtf8(body)
      ? { value: body.toString() }
      : { value: body.toString('base64'), encoding: 'base64' }),
    ...(binary.length === 0 ? {} : { binaryHeaders: Object.fromEntries(inBase64) }),
  };
}

type Header = NonNullable<NonNullable<KafkaMessage['headers']>[string]>;

const bytesOf = (header: Header): Buffer =>
  Array.isArray(header)
    ? Buffer.from(header.map(String).join())
    : typeof header === 'string'
      ? Buffer.from(header)
      : header;

/**
 * The same message gives the same letter again. Another one at its place, of a topic that was made anew, gives another.
 */
export const letterId = (letter: KafkaLetter): string =>
  createHash('sha256').update(JSON.stringify(letter)).digest('hex');

/**
 * Reads binary and structured mode (CloudEvents Kafka binding 1.0.2, section 3).
 *
 * @param untimedMs the time of events that tell none; now if absent
 * @throws {UnusableEvent} for what is no CloudEvent
 */
export function readLetter(
  { headers, value, encoding }: KafkaLetter,
  nowMs: number,
  untimedMs = nowMs,
): IncomingEvent {
  if (encoding !== undefined) throw new UnusableEvent('The message is no UTF-8.');
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
