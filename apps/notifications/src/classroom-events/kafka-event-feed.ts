import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { loadKafka } from '@sextant/platform-events/kafka';
import { Logger } from '@sextant/platform-runtime/logging';
import { DeadLetterStore } from '../delivery/dead-letter-store.js';
import { Observer } from '../observability/observer.js';
import { ClassroomEvents } from './classroom-events.js';
import { ClassroomEventsSettings } from './classroom-events.settings.js';
import type { EventFeed, FeedState } from './event-feed.js';
import type { KafkaClassroomSource } from './kafka-classroom-source.js';

const NOT_JOINED: FeedState = { isJoined: false, lag: new Map() };

/** Events of the classroom from Kafka, if there are brokers. */
@Injectable()
export class KafkaEventFeed
  implements EventFeed, OnApplicationBootstrap, BeforeApplicationShutdown
{
  #source: KafkaClassroomSource | undefined;

  constructor(
    private readonly settings: ClassroomEventsSettings,
    private readonly logger: Logger,
    private readonly events: ClassroomEvents,
    private readonly deadLetters: DeadLetterStore,
    private readonly observer: Observer,
    private readonly clock: Clock,
  ) {}

  get state(): FeedState | undefined {
    return this.settings.kafkaBrokers && (this.#source?.state ?? NOT_JOINED);
  }

  /** Kafka's client is loaded where there are brokers. */
  async onApplicationBootstrap(): Promise<void> {
    const { kafkaBrokers: brokers, kafkaTopic, kafkaGroup } = this.settings;
    if (brokers === undefined) return;
    const { events, deadLetters, observer, clock, logger } = this;
    const { kafkaClient } = await loadKafka();
    const { KafkaClassroomSource } = await import('./kafka-classroom-source.js');
    const client = kafkaClient({ brokers, clientId: 'sextant-notifications' }, logger);
    this.#source = new KafkaClassroomSource(client, { events, deadLetters, observer, clock });
    this.#source.start(kafkaTopic, kafkaGroup);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#source?.close();
  }
}
