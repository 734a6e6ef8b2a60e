import type { Logger } from '@sextant/platform-logging';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '@sextant/platform-clock';
import type { Observer } from './observer.js';
import type { Storage } from '../storage/storage.js';
import type { FeedState } from '../classroom-events/kafka-classroom-source.js';

export interface Readings {
  readonly storage: Pick<Storage, 'creations' | 'push' | 'mail' | 'deadLetters'>;
  readonly sockets: () => number;
  /** Absent when nothing is read from Kafka. */
  readonly feed: (() => FeedState) | undefined;
  readonly clock: Clock;
}

/** Counts what happens, and logs what an operator acts on. */
export class PrometheusObserver implements Observer {
  readonly #records: Counter;
  readonly #signals: Counter;
  readonly #pushes: Counter;
  readonly #mails: Counter;
  readonly #bounces: Counter;
  readonly #events: Counter;
  readonly #reminders: Counter;
  readonly #troubles: Counter;

  constructor(
    private readonly registry: Registry,
    private readonly logger: Logger,
  ) {
    this.#records = this.#counter('records_total', 'Records made for recipients.');
    this.#signals = this.#counter('signals_total', 'Users who were signalled.');
    this.#pushes = this.#counter('pushes_total', 'What became of Web Push messages.', 'outcome');
    this.#mails = this.#counter('mails_total', 'What became of e-mails.', 'outcome');
    this.#bounces = this.#counter('bounces_total', 'Reports of mails that came back.', 'outcome');
    this.#events = this.#counter('events_total', 'Events of the classroom.', 'type', 'outcome');
    this.#reminders = this.#counter('reminders_total', 'People reminded, or too late.', 'outcome');
    this.#troubles = this.#counter('troubles_total', 'Failures that are tried again.', 'what');
  }

  /** Adds the gauges, which ask when they are read. */
  watch({ storage, sockets, feed, clock }: Readings): void {
    const { creations, push, mail, deadLetters } = storage;
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

  created(recipients: number): void {
    this.#records.inc(recipients);
  }

  signalled(users: number): void {
    this.#signals.inc(users);
  }

  pushed(outcome: string): void {
    this.#pushes.inc({ outcome });
  }

  mailed(outcome: string): void {
    this.#mails.inc({ outcome });
  }

  bounced(outcome: string): void {
    this.#bounces.inc({ outcome });
  }

  event(type: string, outcome: string): void {
    this.#events.inc({ type, outcome });
  }

  reminded(people: number, outcome: string): void {
    this.#reminders.inc({ outcome }, people);
  }

  trouble(what: string, error: unknown, about: Readonly<Record<string, string>> = {}): void {
    this.#troubles.inc({ what });
    this.logger.warn(what, { ...about, err: error });
  }

  #counter(name: string, help: string, ...labelNames: string[]): Counter {
    return new Counter({
      name: `notifications_${name}`,
      help,
      labelNames,
      registers: [this.registry],
    });
  }
}
