import { Clock } from '@sextant/platform-runtime/clock';
import { Gauge, type Registry } from 'prom-client';
import { EventFeed } from '../classroom-events/event-feed.js';
import { SocketIoSignals } from '../realtime/socket-io-signals.js';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { DeadLetterStore } from '../delivery/dead-letter-store.js';
import { MailStore } from '../mail/mail-store.js';
import { CreationLog } from '../notifications/creation/creation-log.js';
import { PushStore } from '../push/push-store.js';

/** What waits and what is open, asked when the page of metrics is read. */
@Injectable()
export class PrometheusGauges implements OnApplicationBootstrap {
  readonly #registry: Registry;

  constructor(
    metrics: Metrics,
    private readonly creations: CreationLog,
    private readonly push: PushStore,
    private readonly mail: MailStore,
    private readonly deadLetters: DeadLetterStore,
    private readonly signals: SocketIoSignals,
    private readonly feed: EventFeed,
    private readonly clock: Clock,
  ) {
    this.#registry = metrics.registry;
  }

  onApplicationBootstrap(): void {
    const { creations, push, mail, deadLetters, clock, feed } = this;
    const overdueMs = async () => {
      const { firstDueAt } = await push.backlog();
      return firstDueAt === undefined ? 0 : clock.nowMs() - firstDueAt.getTime();
    };
    this.#gauge('sockets', 'Open connections of this process.', () => this.signals.openConnections);
    this.#gauge(
      'creations_pending',
      'Creations whose records, signals or pushes are not all out.',
      () => creations.pending(),
    );
    this.#gauge(
      'pushes_pending',
      'Web Push messages that no push service has yet.',
      async () => (await push.backlog()).count,
    );
    this.#gauge(
      'pushes_overdue_seconds',
      'How long the first of them has been due.',
      async () => Math.max(0, await overdueMs()) / 1000,
    );
    const mailOverdueMs = async () => {
      const { firstDueAt } = await mail.backlog(new Date(clock.nowMs()));
      return firstDueAt === undefined ? 0 : clock.nowMs() - firstDueAt.getTime();
    };
    this.#gauge(
      'mails_overdue_seconds',
      'How long the first e-mail has been due.',
      async () => Math.max(0, await mailOverdueMs()) / 1000,
    );
    this.#gauge('dead_letters', 'Events that could not be used and are kept.', () =>
      deadLetters.count(),
    );
    if (feed.state !== undefined) this.#watchFeed(feed);
  }

  #watchFeed(feed: EventFeed): void {
    this.#gauge('feed_joined', 'Whether events are read from Kafka.', () =>
      Number(feed.state?.isJoined),
    );
    new Gauge({
      name: 'notifications_feed_lag',
      help: 'Messages behind the newest one of a partition that this process reads.',
      labelNames: ['partition'],
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [partition, lag] of feed.state?.lag ?? []) this.set({ partition }, lag);
      },
    });
  }

  #gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name: `notifications_${name}`,
      help,
      registers: [this.#registry],
      async collect() {
        // The page shows the rest while the database is away.
        this.set(await Promise.resolve(read()).catch(() => NaN));
      },
    });
  }
}
