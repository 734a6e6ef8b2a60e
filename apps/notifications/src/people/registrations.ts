import type { PeopleStore, Registration } from './people-store.js';
import type { Clock } from '@sextant/platform-clock';

export interface RegistrationsUses {
  readonly people: PeopleStore;
  readonly clock: Clock;
}

/** Which teachers may create notifications at which academy. */
export class Registrations {
  constructor(private readonly uses: RegistrationsUses) {}

  /**
   * Settles a registration as of now, also against an event whose clock is ahead: who ends one and is
   * answered with success must be able to rely on it.
   */
  async decide(decision: Omit<Registration, 'changedAt'>): Promise<void> {
    const { clock } = this.uses;
    const { user, academyId } = decision;
    const found = await this.uses.people.registration(user, academyId);
    const changedAt = Math.max(clock.nowMs(), (found?.changedAt.getTime() ?? 0) + 1);
    const isStored = await this.uses.people.register({
      ...decision,
      changedAt: new Date(changedAt),
    });
    // Newer news came in between.
    if (!isStored) await this.decide(decision);
  }
}
