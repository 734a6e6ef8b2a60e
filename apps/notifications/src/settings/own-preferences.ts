import type { Preferences, PreferencesChange } from './preferences.js';
import type { Storage } from '../storage/storage.js';
import { wishesOf } from './delivery-preferences.js';

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

/** The preferences of one person, beside what their account says. */
export class OwnPreferences {
  constructor(
    private readonly storage: Pick<Storage, 'settings' | 'preferences' | 'contacts' | 'mail'>,
  ) {}

  async read(user: string): Promise<PreferencesView> {
    const { preferences, timeZone, contact } = (await wishesOf(this.storage, [user]))(user);
    const email = contact?.email;
    const problem = email === undefined ? undefined : await this.storage.mail.suppressed(email);
    return {
      preferences,
      account: { email: email ?? null, emailProblem: problem?.reason ?? null, timeZone },
    };
  }

  async change(user: string, change: PreferencesChange): Promise<PreferencesView> {
    await this.storage.preferences.update(user, change);
    return this.read(user);
  }
}
