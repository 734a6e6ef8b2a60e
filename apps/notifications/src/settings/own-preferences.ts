import type { Preferences, PreferencesChange } from './preferences.js';
import { wishesOf, type WishesUses } from './recipient-preferences.js';

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

export interface OwnPreferencesUses extends WishesUses {
  /** @returns why nothing is sent to an address any more */
  readonly mail: { suppressed(address: string): Promise<{ readonly reason: string } | undefined> };
}

/** The preferences of one person, beside what their account says. */
export class OwnPreferences {
  constructor(private readonly uses: OwnPreferencesUses) {}

  async read(user: string): Promise<PreferencesView> {
    const { preferences, timeZone, contact } = (await wishesOf(this.uses, [user]))(user);
    const email = contact?.email;
    const problem = email === undefined ? undefined : await this.uses.mail.suppressed(email);
    return {
      preferences,
      account: { email: email ?? null, emailProblem: problem?.reason ?? null, timeZone },
    };
  }

  async change(user: string, change: PreferencesChange): Promise<PreferencesView> {
    await this.uses.preferences.update(user, change);
    return this.read(user);
  }
}
