import type { PreferencesChange, Preferences } from './preferences.js';

export abstract class PreferenceStore {
  abstract update(user: string, change: PreferencesChange): Promise<Preferences>;
  /** Of those who have any. */
  abstract ofUsers(users: readonly string[]): Promise<ReadonlyMap<string, Preferences>>;
}
