import type { Logger } from '@sextant/platform-logging';
import { CloudEvent, Kafka as KafkaBinding } from 'cloudevents';
import { Kafka, logLevel, type KafkaConfig, type Message, type Producer } from 'kafkajs';
import { EventRejected, type EventPublisher, type OutgoingEvent } from './event-publisher.js';

export interface KafkaOptions {
  readonly brokers: readonly string[];
  /** Names this client to the brokers. */
  readonly clientId: string;
  readonly ssl?: boolean;
  readonly sasl?: { readonly username: string; readonly password: string };
  /** How often a request is tried again; 60 if absent, which is about a minute. */
  readonly retries?: number;
}

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

/** A client of Kafka with the settings that all services share. */
export function kafkaClient(options: KafkaOptions, logger: Logger): Kafka {
  const config: KafkaConfig = {
    brokers: [...options.brokers],
    clientId: options.clientId,
    connectionTimeout: 3000,
    requestTimeout: 10_000,
    retry: { ...RETRY, retries: options.retries ?? RETRY.retries },
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => logger.warn('kafka', { kafka: entry.log.message }),
    ...(options.ssl === undefined ? {} : { ssl: options.ssl }),
    // A fresh object: kafkajs keeps its authenticator on the one it is given.
    ...(options.sasl === undefined ? {} : { sasl: { mechanism: 'plain', ...options.sasl } }),
  };
  return new Kafka(config);
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
    this.#producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
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
