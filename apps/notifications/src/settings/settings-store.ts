import type { Person } from '../access/person.js';
import type { SettingsRecord, Settings } from './settings.js';

export abstract class SettingsStore {
  /** Reads a user's settings, and makes them with the defaults if there are none. */
  abstract read(owner: Person, now: Date): Promise<SettingsRecord>;
  /** Changes the given members only. */
  abstract update(owner: Person, change: Partial<Settings>, now: Date): Promise<SettingsRecord>;
  /** Settings by user, of those who have any. */
  abstract ofUsers(users: readonly string[]): Promise<ReadonlyMap<string, Settings>>;
}
