import type { Clock } from '@sextant/platform-runtime/clock';
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import type { RelayEvent } from '../../events/event.js';
import type { Intake } from '../../intake/intake.js';
import type { Observer } from '../../observability/observer.js';
import {
  cloudEventData,
  fromCloudEvent,
  structuredCloudEvent,
  type IncomingCloudEvent,
} from '../cloud-event.js';
import { jsonOf } from '../json-body.js';

export interface KafkaEventSourceUses {
  readonly intake: Pick<Intake, 'accept'>;
  readonly observer: Observer;
  readonly clock: Clock;
}

const JOIN_RETRY_MS = 2000;

/**
 * CloudEvents of other services. An offset is committed when its events are stored, so that a crash
 * reads some of them twice, with the same id, and loses none.
 */
export class KafkaEventSource {
  #consumer: Consumer | undefined;
  #closed = false;

  constructor(
    private readonly kafka: Kafka,
    private readonly uses: KafkaEventSourceUses,
  ) {}

  /** Joins the group, again and again until the brokers are there. */
  start(topics: readonly string[], groupId: string): void {
    void this.#join(topics, groupId);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#consumer?.disconnect().catch(() => undefined); // it may not be connected yet
  }

  #isOver(): boolean {
    return this.#closed;
  }

  async #join(topics: readonly string[], groupId: string): Promise<void> {
    while (!this.#closed) {
      const consumer = this.kafka.consumer({ groupId, maxWaitTimeInMs: 250 });
      this.#consumer = consumer;
      try {
        await consumer.connect();
        await consumer.subscribe({ topics: [...topics], fromBeginning: true });
        await consumer.run({ eachBatch: (payload) => this.#batch(payload) });
        if (this.#isOver()) await consumer.disconnect();
        return;
      } catch (error) {
        if (!this.#isOver()) this.uses.observer.trouble('kafka.join_failed', error);
        await consumer.disconnect().catch(() => undefined); // it was never connected
        await new Promise((resolve) => setTimeout(resolve, JOIN_RETRY_MS).unref());
      }
    }
  }

  /** A rejection makes kafkajs read the batch again: what is malformed in it is counted when the rest is stored. */
  async #batch(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    const events = batch.messages.flatMap((message) => this.#event(batch.topic, message));
    const malformed = batch.messages.length - events.length;
    const bytes = batch.messages.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
    await this.uses.intake.accept({ source: 'kafka', events, bytes });
    const last = batch.messages.at(-1);
    if (last !== undefined) payload.resolveOffset(last.offset);
    if (malformed > 0) this.uses.observer.dropped('kafka', 'malformed', malformed);
    await payload.heartbeat();
  }

  /** What is no CloudEvent is passed over: it would stop the partition for ever. */
  #event(topic: string, message: KafkaMessage): RelayEvent[] {
    try {
      const incoming = incomingOf(message);
      return [
        fromCloudEvent(incoming, { channel: topic, nowMs: this.uses.clock.nowMs() }, 'kafka'),
      ];
    } catch {
      return [];
    }
  }
}

/** CloudEvents Kafka binding 1.0.2: the content type tells the mode (section 3). */
function incomingOf(message: KafkaMessage): IncomingCloudEvent {
  const headers = headersOf(message);
  const contentType = headers['content-type'];
  const key = message.key?.toString();
  if (contentType?.startsWith('application/cloudevents') === true) {
    return structuredCloudEvent(jsonOf(message.value ?? Buffer.alloc(0)), key);
  }
  const attributes = Object.entries(headers).flatMap(([name, text]) =>
    name.startsWith('ce_') ? [[name.slice(3), text] as const] : [],
  );
  const typed = contentType === undefined ? {} : { datacontenttype: contentType };
  return {
    attributes: { ...Object.fromEntries(attributes), ...typed },
    ...cloudEventData(message.value, contentType),
    key,
  };
}

const headersOf = ({ headers = {} }: KafkaMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), value.toString()] as const],
    ),
  );
