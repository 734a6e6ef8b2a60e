import { loadKafka } from '@sextant/platform-events/kafka';
import type { Kafka, Producer } from 'kafkajs';
import type { KafkaRecord } from './kafka-message.js';
import { RecordRefused, type KafkaProducer } from './kafka-sink.js';

/** Protocol errors that another try cannot mend (Kafka protocol guide, "Error codes"). */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
  'INVALID_TOPIC_EXCEPTION',
]);

/** kafkajs, idempotent: its own retries neither double nor reorder. */
export class KafkajsProducer implements KafkaProducer {
  #producer: Promise<Producer> | undefined;

  /** @param open the client, which is loaded for the first record */
  constructor(private readonly open: () => Promise<Kafka>) {}

  async send(topic: string, records: readonly KafkaRecord[]): Promise<void> {
    const producer = await this.#connected();
    try {
      await producer.send({ topic, acks: -1, messages: records.map((record) => ({ ...record })) });
    } catch (error) {
      if (isRefusal(error)) throw new RecordRefused(error.message, { cause: error });
      // An idempotent producer that failed may have lost count of its sequence: a new one has not.
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const producer = this.#producer;
    this.#producer = undefined;
    // It failed to connect, which was said then, or the connection is gone already.
    await producer?.then((connected) => connected.disconnect()).catch(() => undefined);
  }

  #connected(): Promise<Producer> {
    this.#producer ??= this.#connect().catch((error: unknown) => {
      this.#producer = undefined;
      throw error;
    });
    return this.#producer;
  }

  async #connect(): Promise<Producer> {
    const { idempotentProducer } = await loadKafka();
    const producer = idempotentProducer(await this.open(), { allowAutoTopicCreation: false });
    await producer.connect();
    return producer;
  }
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && REFUSALS.has((error as { readonly type?: unknown }).type);
