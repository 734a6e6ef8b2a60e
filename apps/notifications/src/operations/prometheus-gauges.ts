import type { Clock } from '@sextant/platform-clock';
import { Gauge, type Registry } from 'prom-client';
import type { FeedState } from '../classroom-events/kafka-classroom-source.js';
import type { DeadLetterStore } from '../delivery/dead-letter-store.js';
import type { MailStore } from '../mail/mail-store.js';
import type { CreationLog } from '../notifications/creation-log.js';
import type { PushStore } from '../push/push-store.js';

export interface Readings {
  readonly creations: CreationLog;
  readonly push: PushStore;
  readonly mail: MailStore;
  readonly deadLetters: DeadLetterStore;
  readonly sockets: () => number;
  /** Absent when nothing is read from Kafka. */
  readonly feed: (() => FeedState) | undefined;
  readonly clock: Clock;
}

/** What waits and what is open, asked when the page of metrics is read. */
export class PrometheusGauges {
  constructor(private readonly registry: Registry) {}

  /** Adds the gauges, which ask when they are read. */
  watch({ creations, push, mail, deadLetters, sockets, feed, clock }: Readings): void {
    const overdueMs = async () => {
      const { firstDueAt } = await push.backlog();
      return firstDueAt === undefined ? 0 : clock.nowMs() - firstDueAt.getTime();
    };
    this.#gauge('sockets', 'Open connections of this process.', sockets);
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
    if (feed !== undefined) this.#watchFeed(feed);
  }

  #watchFeed(feed: () => FeedState): void {
    this.#gauge('feed_joined', 'Whether events are read from Kafka.', () =>
      Number(feed().isJoined),
    );
    new Gauge({
      name: 'notifications_feed_lag',
      help: 'Messages behind the newest one of a partition that this process reads.',
      labelNames: ['partition'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [partition, lag] of feed().lag) this.set({ partition }, lag);
      },
    });
  }

  #gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name: `notifications_${name}`,
      help,
      registers: [this.registry],
      async collect() {
        // The page shows the rest while the database is away.
        this.set(await Promise.resolve(read()).catch(() => NaN));
      },
    });
  }
}
