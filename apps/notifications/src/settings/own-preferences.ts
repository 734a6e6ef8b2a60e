import { Injectable } from '@nestjs/common';
import { PreferenceStore } from './preference-store.js';
import type { Preferences, PreferencesChange } from './preferences.js';
import { RecipientPreferences } from './recipient-preferences.js';

export interface PreferencesView {
  readonly preferences: Preferences;
  /** What holds now, and whether mails reach the person. */
  readonly account: {
    readonly email: string | null;
    /** Why nothing is sent to the address any more. */
    readonly emailProblem: string | null;
    readonly timeZone: string;
  };
}

/** The addresses that nothing is sent to. */
export abstract class SuppressedAddresses {
  /** @returns why nothing is sent to it; `undefined` if something is */
  abstract suppressed(address: string): Promise<{ readonly reason: string } | undefined>;
}

/** The preferences of one person, beside what their account says. */
@Injectable()
export class OwnPreferences {
  constructor(
    private readonly recipients: RecipientPreferences,
    private readonly stored: PreferenceStore,
    private readonly addresses: SuppressedAddresses,
  ) {}

  async read(user: string): Promise<PreferencesView> {
    const { preferences, timeZone, contact } = (await this.recipients.of([user]))(user);
    const email = contact?.email;
    const problem = email === undefined ? undefined : await this.addresses.suppressed(email);
    return {
      preferences,
      account: { email: email ?? null, emailProblem: problem?.reason ?? null, timeZone },
    };
  }

  async change(user: string, change: PreferencesChange): Promise<PreferencesView> {
    await this.stored.update(user, change);
    return this.read(user);
  }
}
