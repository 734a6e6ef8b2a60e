import { createHash } from 'node:crypto';
import type { Clock } from '@sextant/platform-clock';
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import {
  UnusableEvent,
  type ClassroomEvents,
  type IncomingEvent,
} from '../domain/classroom-events.js';
import type { Observer } from '../domain/observer.js';
import type { Storage } from '../domain/storage.js';
import { toIncoming } from '../domain/cloud-event.js';

export interface KafkaSourceUses {
  readonly events: Pick<ClassroomEvents, 'use'>;
  readonly storage: Pick<Storage, 'deadLetters'>;
  readonly observer: Observer;
  readonly clock: Clock;
}

const JOIN_RETRY_MS = 1000;
/** Time that joining gets to end by itself before the connection is cut under it. */
const JOIN_END_MS = 3000;
const MAX_LETTER_CHARACTERS = 65_536;

/**
 * Events of the classroom from Kafka. An offset is committed when its event was used or buried: a
 * crash brings some again, which changes nothing.
 */
export class KafkaClassroomSource {
  #consumer: Consumer | undefined;
  #joined: Promise<void> | undefined;
  #closed = false;

  constructor(
    private readonly kafka: Kafka,
    private readonly uses: KafkaSourceUses,
  ) {}

  /** Joins the group, again and again until the brokers are there. */
  start(topic: string, groupId: string): void {
    this.#joined ??= this.#join(topic, groupId);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.race([this.#joined, wait(JOIN_END_MS)]);
    await this.#consumer?.disconnect();
    await this.#joined;
  }

  async #join(topic: string, groupId: string): Promise<void> {
    while (!this.#closed) {
      const consumer = this.kafka.consumer({
        groupId,
        maxWaitTimeInMs: 250,
        // It would join again by itself, and nobody could tell it to stop.
        retry: { retries: 5, restartOnFailure: () => Promise.resolve(false) },
      });
      this.#consumer = consumer;
      consumer.on(consumer.events.CRASH, () => this.#joinAgain(topic, groupId));
      try {
        await consumer.connect();
        await consumer.subscribe({ topics: [topic], fromBeginning: true });
        await consumer.run({
          eachBatchAutoResolve: false,
          eachBatch: (payload) => this.#batch(payload),
        });
        return;
      } catch (error) {
        this.uses.observer.trouble('kafka.join_failed', error);
        await consumer.disconnect().catch(() => undefined); // it was never connected
        await wait(JOIN_RETRY_MS);
      }
    }
  }

  #joinAgain(topic: string, groupId: string): void {
    if (this.#closed) return;
    this.#joined = wait(JOIN_RETRY_MS).then(() => this.#join(topic, groupId));
  }

  /** A rejection makes kafkajs read on from the first event that was not used. */
  async #batch(payload: EachBatchPayload): Promise<void> {
    const { topic, messages } = payload.batch;
    for (const message of messages) {
      if (!payload.isRunning() || payload.isStale()) return;
      await this.#use(topic, message);
      payload.resolveOffset(message.offset);
      await payload.heartbeat();
    }
  }

  async #use(topic: string, message: KafkaMessage): Promise<void> {
    const { events, clock } = this.uses;
    let incoming: IncomingEvent | undefined;
    try {
      incoming = readMessage(message, clock.nowMs());
      await events.use(incoming);
    } catch (error) {
      if (!(error instanceof UnusableEvent)) throw error;
      await this.#bury(`${topic} ${message.offset}`, message, incoming, error);
    }
  }

  async #bury(
    place: string,
    { value, headers }: KafkaMessage,
    incoming: IncomingEvent | undefined,
    { message: reason }: UnusableEvent,
  ): Promise<void> {
    const { storage, observer, clock } = this.uses;
    const text = value?.toString() ?? '';
    const event = JSON.stringify({ place, headers: textsOf(headers), value: text });
    observer.event(incoming === undefined ? 'malformed' : 'unusable', 'dead');
    await storage.deadLetters.bury({
      // The same event at the same place again is the same letter.
      id: createHash('sha256')
        .update(JSON.stringify([place, text]))
        .digest('hex'),
      at: new Date(clock.nowMs()),
      reason: reason.replaceAll('\u0000', ''),
      event: event.slice(0, MAX_LETTER_CHARACTERS),
    });
  }
}

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

const textsOf = (headers: KafkaMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), value.toString()] as const],
    ),
  );

/** Binary and structured mode (CloudEvents Kafka binding 1.0.2, section 3). */
function readMessage({ value, headers }: KafkaMessage, nowMs: number): IncomingEvent {
  const texts = textsOf(headers);
  const body = parse(value);
  if ((texts['content-type'] ?? '').startsWith('application/cloudevents')) {
    return toIncoming(body, nowMs);
  }
  const attributes = Object.entries(texts)
    .filter(([name]) => name.startsWith('ce_'))
    .map(([name, text]) => [name.slice(3), text] as const);
  return toIncoming({ ...Object.fromEntries(attributes), data: body }, nowMs);
}

function parse(value: Buffer | null): unknown {
  try {
    return JSON.parse(value?.toString() ?? 'null');
  } catch (cause) {
    throw new UnusableEvent('The message is not JSON.', { cause });
  }
}
