import {
  Inject,
  Injectable,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { systemClock } from '@sextant/platform-clock';
import { kafkaClient } from '@sextant/platform-events';
import { HealthModule } from '@sextant/platform-health';
import type { Logger } from '@sextant/platform-logging';
import { RateLimiters, RateLimitModule } from '@sextant/platform-rate-limit';
import { Metrics } from '@sextant/platform-telemetry';
import type { Server } from 'node:http';
import { KafkaClassroomSource, type FeedState } from './classroom-events/kafka-classroom-source.js';
import { PrometheusGauges } from './operations/prometheus-gauges.js';
import { PrometheusObserver } from './observability/prometheus-observer.js';
import { SocketIoSignals } from './realtime/socket-io-signals.js';
import { WebPushSender } from './push/web-push-sender.js';
import type { NotificationsConfig } from './config.js';
import { BroadcastDelivery } from './broadcasts/broadcast-delivery.js';
import { ClassroomEvents } from './classroom-events/classroom-events.js';
import { Creator } from './notifications/creator.js';
import { Mailings } from './mail/mailings.js';
import { PushQueue } from './push/push-queue.js';
import { ReminderService } from './reminders/reminder-service.js';
import { Snoozes } from './snoozes/snoozes.js';
import { STORAGE, type Storage } from './storage/storage.js';
import { Sweeper } from './retention/sweeper.js';
import { Worker } from './scheduling/worker.js';
import { AccountsController } from './people/accounts.controller.js';
import { BroadcastsController } from './broadcasts/broadcasts.controller.js';
import { CalendarController } from './calendar/calendar.controller.js';
import { Creations } from './notifications/creations.js';
import { DeadLettersController } from './operations/dead-letters.controller.js';
import { InternalController } from './classroom-events/internal.controller.js';
import { MailController } from './mail/mail.controller.js';
import { MarksController } from './notifications/marks.controller.js';
import { NotificationController } from './notifications/notification.controller.js';
import { SettingsController } from './settings/settings.controller.js';
import { NotificationsController } from './notifications/notifications.controller.js';
import { OperationsController } from './operations/operations.controller.js';
import { PartsProbe } from './operations/parts.probe.js';
import { PreferencesController } from './settings/preferences.controller.js';
import { PushController } from './push/push.controller.js';
import { RegistrationsController } from './people/registrations.controller.js';
import { StorageProbe } from './database/database.probe.js';
import { serviceProviders } from './providers.js';

const CONFIG = Symbol('NotificationsConfig');
const LOGGER = Symbol('Logger');

/** How soon what a crash interrupted is looked for. */
const RECOVERY_POLL_MS = 1000;

/** Events of the classroom from Kafka, if there are brokers. */
@Injectable()
class EventFeed {
  readonly #source: KafkaClassroomSource | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: NotificationsConfig,
    @Inject(LOGGER) logger: Logger,
    @Inject(ClassroomEvents) events: ClassroomEvents,
    @Inject(STORAGE) storage: Storage,
    @Inject(PrometheusObserver) observer: PrometheusObserver,
  ) {
    const { kafkaBrokers: brokers } = config;
    if (brokers === undefined) return;
    const client = kafkaClient({ brokers, clientId: 'sextant-notifications' }, logger);
    this.#source = new KafkaClassroomSource(client, {
      ...{ events, deadLetters: storage.deadLetters, observer },
      clock: systemClock,
    });
  }

  /** Tells how it is doing; nothing to tell without brokers. */
  get state(): (() => FeedState) | undefined {
    const source = this.#source;
    return source === undefined ? undefined : () => source.state;
  }

  start(): void {
    const { kafkaTopic, kafkaGroup } = this.config;
    this.#source?.start(kafkaTopic, kafkaGroup);
  }

  async stop(): Promise<void> {
    await this.#source?.close();
  }
}

/** Starts what works in the background, and ends it in the order in which it depends on each other. */
@Injectable()
class Lifecycle
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  readonly #recovery: Worker;

  // eslint-disable-next-line injection/max-params -- ends with the feature modules
  constructor(
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
    @Inject(SocketIoSignals) private readonly signals: SocketIoSignals,
    @Inject(Creator) private readonly creator: Creator,
    @Inject(PushQueue) private readonly pushes: PushQueue,
    @Inject(ReminderService) private readonly reminders: ReminderService,
    @Inject(Sweeper) private readonly sweeper: Sweeper,
    @Inject(EventFeed) private readonly feed: EventFeed,
    @Inject(WebPushSender) private readonly sender: WebPushSender,
    @Inject(STORAGE) private readonly storage: Storage,
    @Inject(PrometheusObserver) private readonly observer: PrometheusObserver,
    @Inject(Mailings) private readonly mails: Mailings,
    @Inject(Snoozes) private readonly snoozes: Snoozes,
    @Inject(BroadcastDelivery) private readonly jobs: BroadcastDelivery,
    @Inject(PartsProbe) private readonly parts: PartsProbe,
    @Inject(CONFIG) private readonly config: NotificationsConfig,
    @Inject(Metrics) private readonly metrics: Metrics,
  ) {
    this.#recovery = new Worker({
      name: 'recovery',
      pollMs: RECOVERY_POLL_MS,
      work: () => this.creator.recover(),
      observer: this.observer,
    });
  }

  onApplicationBootstrap(): void {
    const { signals, storage } = this;
    const { state } = this.feed;
    signals.attach(this.host.httpAdapter.getHttpServer() as Server);
    new PrometheusGauges(this.metrics.registry).watch({
      ...storage,
      sockets: () => signals.openConnections,
      feed: state,
      clock: systemClock,
    });
    this.parts.watch({
      isFed: state === undefined ? undefined : () => state().isJoined,
      isSharing: this.config.redisUrl === undefined ? undefined : () => signals.isConnected(),
    });
    const parts = [this.#recovery, this.pushes, this.mails, this.snoozes, this.jobs];
    for (const part of [...parts, this.reminders, this.sweeper, this.feed]) part.start();
  }

  /** While requests are still answered no more: sockets would keep the server open. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.feed.stop();
    const parts = [this.reminders, this.sweeper, this.snoozes, this.jobs, this.#recovery];
    await Promise.all(parts.map((part) => part.stop()));
    await this.creator.settled();
    await this.signals.close();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.pushes.stop(), this.mails.stop()]);
    this.sender.close();
    await this.storage.close();
  }
}

/** The only place that binds ports to adapters, together with `providers.ts`. */
@Module({})
export class AppModule {
  static register(config: NotificationsConfig, logger: Logger): DynamicModule {
    const metrics = new Metrics('notifications');
    const providers = serviceProviders(config, { logger, metrics });
    const services: DynamicModule = {
      module: ServicesModule,
      global: true,
      providers,
      exports: providers,
    };
    return {
      module: AppModule,
      imports: [
        services,
        RateLimitModule.register({
          app: 'notifications',
          redisUrl: config.redisUrl,
          logger,
          metrics,
        }),
        HealthModule.register({ probes: [StorageProbe, RateLimiters, PartsProbe] }),
      ],
      // Fixed paths come before those with ids.
      controllers: [
        ...[BroadcastsController, OperationsController, CalendarController],
        ...[PushController, PreferencesController, MarksController, NotificationsController],
        ...[SettingsController, NotificationController],
        ...[RegistrationsController, InternalController, DeadLettersController],
        ...[AccountsController, MailController],
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        Creations,
        EventFeed,
        Lifecycle,
      ],
    };
  }
}

@Module({})
class ServicesModule {}
