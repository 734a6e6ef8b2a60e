import type { Logger } from '@sextant/platform-runtime/logging';
import { CloudEvent, Kafka as KafkaBinding } from 'cloudevents';
import {
  Kafka,
  logLevel,
  Partitioners,
  type KafkaConfig,
  type Message,
  type Producer,
  type ProducerConfig,
  type SASLOptions,
} from 'kafkajs';
import type { KafkaOptions, KafkaSasl, KafkaTls } from './kafka-options.js';
import { EventRejected, type EventPublisher, type OutgoingEvent } from './event-publisher.js';

/**
 * Back within a second of a broker's restart, and no failed send through 15 s of outage, where
 * kafkajs gives up after 6 s by default.
 */
const RETRY = {
  initialRetryTime: 100,
  maxRetryTime: 1000,
  factor: 0.2,
  multiplier: 1.5,
  retries: 60,
};

/** Whoever gets an error from the producer stops it and makes a new one, or sends the same again: nothing is doubled. */
const KNOWN = 'Limiting retries for the idempotent producer may invalidate EoS guarantees';

/** A client of Kafka with the settings that all services share. */
export function kafkaClient(options: KafkaOptions, logger: Logger): Kafka {
  const config: KafkaConfig = {
    brokers: [...options.brokers],
    clientId: options.clientId,
    connectionTimeout: (options.connectSeconds ?? 3) * 1000,
    requestTimeout: 10_000,
    retry: { ...RETRY, retries: options.retries ?? RETRY.retries },
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ log }) =>
        log.message === KNOWN ? undefined : logger.warn('kafka', { kafka: log.message }),
    ...(options.ssl === undefined ? {} : { ssl: tlsOf(options.ssl) }),
    // A fresh object: kafkajs keeps its authenticator on the one it is given.
    ...(options.sasl === undefined ? {} : { sasl: saslOf(options.sasl) }),
  };
  return new Kafka(config);
}

/** A producer whose own retries neither double nor reorder. */
export const idempotentProducer = (
  kafka: Kafka,
  options: Pick<ProducerConfig, 'allowAutoTopicCreation'> = {},
): Producer =>
  kafka.producer({
    ...options,
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner: Partitioners.DefaultPartitioner,
  });

const tlsOf = (tls: boolean | KafkaTls) => (typeof tls === 'boolean' ? tls : { ...tls });

/** The word decides the type, so that it cannot be a variable. */
function saslOf({ mechanism = 'plain', ...user }: KafkaSasl): SASLOptions {
  switch (mechanism) {
    case 'plain':
      return { mechanism: 'plain', ...user };
    case 'scram-sha-256':
      return { mechanism: 'scram-sha-256', ...user };
    case 'scram-sha-512':
      return { mechanism: 'scram-sha-512', ...user };
  }
}

/**
 * Publishes in the binary content mode of the CloudEvents Kafka binding (version 1.0.2, section
 * 3.2): attributes in headers `ce_*`, data as the value. The producer is idempotent, so that
 * retries neither double nor reorder.
 */
export class KafkaPublisher implements EventPublisher {
  readonly #producer: Producer;
  #connected: Promise<void> | undefined;

  constructor(kafka: Kafka) {
    this.#producer = idempotentProducer(kafka);
  }

  async publish(events: readonly OutgoingEvent[]): Promise<void> {
    await this.#connect();
    const byTopic = Map.groupBy(events, ({ topic }) => topic);
    const topicMessages = [...byTopic].map(([topic, ofTopic]) => ({
      topic,
      messages: ofTopic.map(toMessage),
    }));
    try {
      await this.#producer.sendBatch({ acks: -1, topicMessages });
    } catch (error) {
      throw isRefusal(error) ? new EventRejected(error.message, { cause: error }) : error;
    }
  }

  async close(): Promise<void> {
    await this.#producer.disconnect();
  }

  async #connect(): Promise<void> {
    this.#connected ??= this.#producer.connect();
    try {
      await this.#connected;
    } catch (error) {
      this.#connected = undefined;
      throw error;
    }
  }
}

/** Protocol errors that another try cannot mend (Kafka protocol guide, "Error codes"). */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
]);

const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && REFUSALS.has((error as { readonly type?: unknown }).type);

function toMessage({ key, event }: OutgoingEvent): Message {
  const { headers } = KafkaBinding.binary(new CloudEvent({ ...event }));
  return { key, value: JSON.stringify(event.data), headers: textHeaders(headers) };
}

function textHeaders(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}
