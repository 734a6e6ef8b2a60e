/** What happens inside, for logs and metrics. */
export interface Observer {
  /** A creation is recorded: so many recipients have their record. */
  created(recipients: number): void;
  signalled(users: number): void;
  pushed(
    outcome: 'delivered' | 'gone' | 'retried' | 'denied' | 'given_up' | 'refused' | 'not_needed',
  ): void;
  mailed(
    outcome:
      'sent' | 'retried' | 'refused' | 'given_up' | 'no_address' | 'suppressed' | 'not_needed',
  ): void;
  bounced(outcome: 'suppressed' | 'temporary' | 'ignored'): void;
  event(type: string, outcome: 'used' | 'dead'): void;
  reminded(people: number, outcome: 'sent' | 'missed'): void;
  /** Something failed that will be tried again, or that nobody waits for. */
  trouble(what: string, error: unknown, about?: Readonly<Record<string, string>>): void;
}
