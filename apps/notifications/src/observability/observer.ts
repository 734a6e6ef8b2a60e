import type { Metrics } from '@sextant/platform-runtime/telemetry';

/** What happens inside, for logs and metrics. */
export abstract class Observer {
  /** Where loops over waiting work show what they do. */
  abstract readonly metrics?: Metrics;
  /** A creation is recorded: so many recipients have their record. */
  abstract created(recipients: number): void;
  abstract signalled(users: number): void;
  abstract pushed(
    outcome: 'delivered' | 'gone' | 'retried' | 'denied' | 'given_up' | 'refused' | 'not_needed',
  ): void;
  abstract mailed(
    outcome:
      | 'sent'
      | 'retried'
      | 'refused'
      | 'given_up'
      | 'no_address'
      | 'suppressed'
      | 'not_needed',
  ): void;
  abstract bounced(outcome: 'suppressed' | 'temporary' | 'ignored'): void;
  abstract event(type: string, outcome: 'used' | 'dead'): void;
  abstract reminded(people: number, outcome: 'sent' | 'missed'): void;
  /** Something failed that will be tried again, or that nobody waits for. */
  abstract trouble(what: string, error: unknown, about?: Readonly<Record<string, string>>): void;
}
