import { Injectable } from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { Counter, type Registry } from 'prom-client';
import type { Observer } from './observer.js';

/** Counts what happens, and logs what an operator acts on. */
@Injectable()
export class PrometheusObserver implements Observer {
  readonly #records: Counter;
  readonly #signals: Counter;
  readonly #pushes: Counter;
  readonly #mails: Counter;
  readonly #bounces: Counter;
  readonly #events: Counter;
  readonly #reminders: Counter;
  readonly #troubles: Counter;

  readonly #registry: Registry;

  constructor(
    readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {
    this.#registry = metrics.registry;
    this.#records = this.#counter('records_total', 'Records made for recipients.');
    this.#signals = this.#counter('signals_total', 'Users who were signalled.');
    this.#pushes = this.#counter('pushes_total', 'What became of Web Push messages.', 'outcome');
    this.#mails = this.#counter('mails_total', 'What became of e-mails.', 'outcome');
    this.#bounces = this.#counter('bounces_total', 'Reports of mails that came back.', 'outcome');
    this.#events = this.#counter('events_total', 'Events of the classroom.', 'type', 'outcome');
    this.#reminders = this.#counter('reminders_total', 'People reminded, or too late.', 'outcome');
    this.#troubles = this.#counter('troubles_total', 'Failures that are tried again.', 'what');
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
      registers: [this.#registry],
    });
  }
}
