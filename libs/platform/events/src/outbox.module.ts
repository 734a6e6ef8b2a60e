import {
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import { ServiceName } from '@sextant/platform-runtime/config';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { DataSource } from 'typeorm';
import { EventsSettings } from './events-settings.js';
import type { KafkaPublisher } from './kafka-publisher.js';
import { Outbox } from './outbox.js';
import { OutboxWorker } from './outbox-worker.js';

/** Publishes the outbox to Kafka; without a broker the events stay in it, where they can be read. */
@Injectable()
export class OutboxPublishing implements OnApplicationBootstrap, OnApplicationShutdown {
  #worker: OutboxWorker | undefined;
  #publisher: KafkaPublisher | undefined;

  constructor(
    private readonly name: ServiceName,
    private readonly settings: EventsSettings,
    private readonly source: DataSource,
    private readonly outbox: Outbox,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  /** Kafka's client is loaded where there are brokers. */
  async onApplicationBootstrap(): Promise<void> {
    const { source, outbox, logger, metrics, clock } = this;
    const { kafkaBrokers: brokers, outboxRetentionDays: retentionDays } = this.settings;
    if (brokers === undefined) return;
    const { kafkaClient, KafkaPublisher } = await import('./kafka-publisher.js');
    const client = kafkaClient({ brokers, clientId: `sextant-${this.name.value}` }, logger);
    const publisher = new KafkaPublisher(client);
    this.#publisher = publisher;
    this.#worker = new OutboxWorker(
      { source, outbox, logger, metrics, publisher, clock },
      { retentionDays },
    );
    this.#worker.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#worker?.stop();
    await this.#publisher?.close();
  }
}

const outboxOf = (source: DataSource, { value: app }: ServiceName, clock: Clock, ids: Ids) =>
  new Outbox({ source, app, clock, ids });

/** Provides an app's `Outbox` and publishes what is in it. */
@Module({})
export class OutboxModule {
  static forRoot(): DynamicModule {
    return {
      module: OutboxModule,
      global: true,
      providers: [
        { provide: Outbox, inject: [DataSource, ServiceName, Clock, Ids], useFactory: outboxOf },
        OutboxPublishing,
      ],
      exports: [Outbox],
    };
  }
}
