import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { systemClock } from '@sextant/platform-runtime/clock';
import { loadKafka } from '@sextant/platform-events/kafka';
import { Logger } from '@sextant/platform-runtime/logging';
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import type { RelayEvent } from '../../events/event.js';
import { CurrentConfig } from '../../options/current-config.js';
import { Intake } from '../../intake/intake.js';
import { Observer } from '../../observability/observer.js';
import {
  cloudEventData,
  fromCloudEvent,
  structuredCloudEvent,
  type IncomingCloudEvent,
} from '../cloud-event.js';
import { jsonOf } from '../json-body.js';
import { kafkaAccess } from './kafka-access.js';

const JOIN_RETRY_MS = 2000;

/**
 * CloudEvents of other services. An offset is committed when its events are stored, so that a crash
 * reads some of them twice, with the same id, and loses none.
 */
@Injectable()
export class KafkaEventSource implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #consumer: Consumer | undefined;
  #closed = false;

  constructor(
    private readonly config: CurrentConfig,
    private readonly intake: Intake,
    private readonly observer: Observer,
    private readonly logger: Logger,
  ) {}

  /** Joins the group of the configured topics, if there are any, again and again until the brokers are there. */
  async onApplicationBootstrap(): Promise<void> {
    const { kafkaInBrokers: brokers, kafkaInTopics: topics, kafkaInGroup } = this.config.started;
    if (brokers === undefined || topics === undefined) return;
    const { kafkaClient } = await loadKafka();
    const client = kafkaClient({ brokers, ...kafkaAccess(this.config.started) }, this.logger);
    void this.#join(client, topics, kafkaInGroup);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#closed = true;
    await this.#consumer?.disconnect().catch(() => undefined); // it may not be connected yet
  }

  #isOver(): boolean {
    return this.#closed;
  }

  async #join(kafka: Kafka, topics: readonly string[], groupId: string): Promise<void> {
    while (!this.#closed) {
      const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 250 });
      this.#consumer = consumer;
      try {
        await consumer.connect();
        await consumer.subscribe({ topics: [...topics], fromBeginning: true });
        await consumer.run({ eachBatch: (payload) => this.#batch(payload) });
        if (this.#isOver()) await consumer.disconnect();
        return;
      } catch (error) {
        if (!this.#isOver()) this.observer.trouble('kafka.join_failed', error);
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
    await this.intake.accept({ source: 'kafka', events, bytes });
    const last = batch.messages.at(-1);
    if (last !== undefined) payload.resolveOffset(last.offset);
    if (malformed > 0) this.observer.dropped('kafka', 'malformed', malformed);
    await payload.heartbeat();
  }

  /** What is no CloudEvent is passed over: it would stop the partition for ever. */
  #event(topic: string, message: KafkaMessage): RelayEvent[] {
    try {
      const incoming = incomingOf(message);
      return [fromCloudEvent(incoming, { channel: topic, nowMs: systemClock.nowMs() }, 'kafka')];
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
