import type { Clock } from '@sextant/platform-clock';
import { personOf, type Caller } from '../access/caller.js';
import type { SettingsStore } from './settings-store.js';
import type { Settings } from './settings.js';

/** Moves the reminders of a user whose default has changed. */
export abstract class ReminderSchedule {
  abstract reschedule(user: string, minutes: number): Promise<void>;
}

export interface OwnSettingsUses {
  readonly settings: SettingsStore;
  readonly reminders: ReminderSchedule;
  readonly clock: Clock;
}

/** The settings of one person, made with the defaults at the first read. */
export class OwnSettings {
  constructor(private readonly uses: OwnSettingsUses) {}

  async read(caller: Caller): Promise<Settings> {
    const { settings } = await this.uses.settings.read(personOf(caller), this.#now());
    return settings;
  }

  async change(caller: Caller, change: Partial<Settings>): Promise<Settings> {
    const { settings } = await this.uses.settings.update(personOf(caller), change, this.#now());
    const { eventReminderDefault: minutes } = change;
    if (minutes !== undefined) await this.uses.reminders.reschedule(caller.user, minutes);
    return settings;
  }

  #now(): Date {
    return new Date(this.uses.clock.nowMs());
  }
}
