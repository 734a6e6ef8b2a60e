import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { kafkaClient } from '@sextant/platform-events/kafka';
import { Logger } from '@sextant/platform-runtime/logging';
import { DeadLetterStore } from '../delivery/dead-letter-store.js';
import { Observer } from '../observability/observer.js';
import { ClassroomEvents } from './classroom-events.js';
import { ClassroomEventsSettings } from './classroom-events.settings.js';
import type { EventFeed, FeedState } from './event-feed.js';
import { KafkaClassroomSource } from './kafka-classroom-source.js';

/** Events of the classroom from Kafka, if there are brokers. */
@Injectable()
export class KafkaEventFeed
  implements EventFeed, OnApplicationBootstrap, BeforeApplicationShutdown
{
  readonly #source: KafkaClassroomSource | undefined;

  constructor(
    private readonly settings: ClassroomEventsSettings,
    logger: Logger,
    events: ClassroomEvents,
    deadLetters: DeadLetterStore,
    observer: Observer,
    clock: Clock,
  ) {
    const { kafkaBrokers: brokers } = settings;
    if (brokers === undefined) return;
    const client = kafkaClient({ brokers, clientId: 'sextant-notifications' }, logger);
    this.#source = new KafkaClassroomSource(client, { events, deadLetters, observer, clock });
  }

  get state(): FeedState | undefined {
    return this.#source?.state;
  }

  onApplicationBootstrap(): void {
    const { kafkaTopic, kafkaGroup } = this.settings;
    this.#source?.start(kafkaTopic, kafkaGroup);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#source?.close();
  }
}
