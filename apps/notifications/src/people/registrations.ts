import { Injectable } from '@nestjs/common';
import { PeopleStore, type Registration } from './people-store.js';
import { Clock } from '@sextant/platform-runtime/clock';

/** Which teachers may create notifications at which academy. */
@Injectable()
export class Registrations {
  constructor(
    private readonly people: PeopleStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Settles a registration as of now, also against an event whose clock is ahead: who ends one and is
   * answered with success must be able to rely on it.
   */
  async decide(decision: Omit<Registration, 'changedAt'>): Promise<void> {
    const { clock } = this;
    const { user, academyId } = decision;
    const found = await this.people.registration(user, academyId);
    const changedAt = Math.max(clock.nowMs(), (found?.changedAt.getTime() ?? 0) + 1);
    const isStored = await this.people.register({
      ...decision,
      changedAt: new Date(changedAt),
    });
    // Newer news came in between.
    if (!isStored) await this.decide(decision);
  }
}
