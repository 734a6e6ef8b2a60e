import type { Logger } from '@sextant/platform-logging';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Observer } from '../domain/observer.js';

/** Counts what happens, and logs what an operator acts on. */
export class PrometheusObserver implements Observer {
  readonly #records: Counter;
  readonly #signals: Counter;
  readonly #pushes: Counter;
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
    this.#events = this.#counter('events_total', 'Events of the classroom.', 'type', 'outcome');
    this.#reminders = this.#counter('reminders_total', 'People reminded, or too late.', 'outcome');
    this.#troubles = this.#counter('troubles_total', 'Failures that are tried again.', 'what');
  }

  /** Adds the gauges, which ask when they are read. */
  watch(readings: { pending: () => Promise<number>; sockets: () => number }): void {
    const registers = [this.registry];
    new Gauge({
      name: 'notifications_sockets',
      help: 'Open connections of this process.',
      registers,
      collect() {
        this.set(readings.sockets());
      },
    });
    new Gauge({
      name: 'notifications_creations_pending',
      help: 'Creations whose records, signals or pushes are not all out.',
      registers,
      async collect() {
        // The page shows the rest while the database is away.
        this.set(await readings.pending().catch(() => NaN));
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

  event(type: string, outcome: string): void {
    this.#events.inc({ type, outcome });
  }

  reminded(people: number, outcome: string): void {
    this.#reminders.inc({ outcome }, people);
  }

  trouble(what: string, error: unknown): void {
    this.#troubles.inc({ what });
    this.logger.warn(what, { err: error });
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
