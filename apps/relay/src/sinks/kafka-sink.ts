import { viewOf } from '../events/event-view.js';
import type { RelayEvent } from '../events/event.js';
import type { KafkaMode } from '../routing/message-mode.js';
import {
  composed,
  NotComposable,
  type OutgoingMessage,
  type Outcome,
  type Sink,
} from '../delivery/sink.js';
import type { Render } from '../templates/message-template.js';
import { sinkVars } from './sink-vars.js';
import type { SinkUses } from './sink-uses.js';
import { toRecord, type KafkaRecord } from './kafka-message.js';

/** What the sink needs of a Kafka client. Another one can be put in its place. */
export interface KafkaProducer {
  /**
   * Resolves when the brokers have stored all records.
   *
   * @throws {RecordRefused} when they never will
   */
  send(topic: string, records: readonly KafkaRecord[]): Promise<void>;
  close(): Promise<void>;
}

/** The broker refuses a record for good, as one that is too large. */
export class RecordRefused extends Error {
  override readonly name = 'RecordRefused';
}

/** The message queue. */
export class KafkaSink implements Sink {
  readonly name = 'kafka';
  readonly titles = ['Kafka'] as const;
  readonly batchSize: number;
  readonly concurrency = 1;

  readonly #topic: string;
  readonly #mode: KafkaMode;
  /** The value in the mode `plain`; in all modes a blank text means that nothing is sent. */
  readonly #render: Render | undefined;

  constructor(
    { config, templates }: SinkUses,
    private readonly producer: KafkaProducer,
  ) {
    const { kafkaMessage: message, kafkaFlushMessages = 500 } = config;
    const mode = config.kafkaMode ?? (message === undefined ? 'binary' : 'plain');
    this.batchSize = kafkaFlushMessages;
    this.#topic = config.kafkaTopic;
    this.#mode = mode;
    this.#render = templates.optional({
      option: 'kafka-out-message',
      names: ['kafka-message'],
      value: message ?? (mode === 'plain' ? '{{ toJSON . }}' : undefined),
      vars: sinkVars(config, 'KAFKA'),
    });
  }

  targets(): readonly string[] {
    return [''];
  }

  label(target: string): string {
    return target === '' ? this.#topic : target;
  }

  limits() {
    return [];
  }

  render(event: RelayEvent): string {
    const text = this.#render?.(viewOf(event)) ?? event.id;
    return this.#mode === 'plain' || text.trim() === '' ? text : event.id;
  }

  async send(target: string, messages: readonly OutgoingMessage[]): Promise<readonly Outcome[]> {
    try {
      await this.#produce(target, messages);
      return messages.map(() => ({ kind: 'delivered' }));
    } catch (error) {
      const isUnsent = error instanceof NotComposable;
      if (!isUnsent && !(error instanceof RecordRefused)) throw error;
      const dead = { kind: 'dead', reason: error.message } as const;
      if (messages.length === 1) return [isUnsent ? { ...dead, isUnsent } : dead];
      return this.#oneByOne(target, messages);
    }
  }

  close(): Promise<void> {
    return this.producer.close();
  }

  /** Finds the one that is refused. Those before it may arrive twice, with the same id. */
  async #oneByOne(target: string, messages: readonly OutgoingMessage[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const message of messages) {
      const [outcome] = await this.send(target, [message]);
      if (outcome !== undefined) outcomes.push(outcome);
    }
    return outcomes;
  }

  #produce(target: string, messages: readonly OutgoingMessage[]): Promise<void> {
    const topic = target === '' ? this.#topic : target;
    const records = composed(() => messages.map((one) => toRecord(this.#mode, one)));
    return this.producer.send(topic, records);
  }
}
