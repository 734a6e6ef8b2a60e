import type { Clock } from '@sextant/platform-clock';
import type { Registration, Storage } from '../storage/storage.js';

export interface RegistrationsUses {
  readonly storage: Pick<Storage, 'people'>;
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
    const { storage, clock } = this.uses;
    const { user, academyId } = decision;
    const found = await storage.people.registration(user, academyId);
    const changedAt = Math.max(clock.nowMs(), (found?.changedAt.getTime() ?? 0) + 1);
    const isStored = await storage.people.register({ ...decision, changedAt: new Date(changedAt) });
    // Newer news came in between.
    if (!isStored) await this.decide(decision);
  }
}
