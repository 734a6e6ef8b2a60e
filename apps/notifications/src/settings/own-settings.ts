import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { personOf, type Caller } from '../access/caller.js';
import { SettingsStore } from './settings-store.js';
import type { Settings } from './settings.js';

/** Moves the reminders of a user whose default has changed. */
export abstract class ReminderSchedule {
  abstract reschedule(user: string, minutes: number): Promise<void>;
}

/** The settings of one person, made with the defaults at the first read. */
@Injectable()
export class OwnSettings {
  constructor(
    private readonly settings: SettingsStore,
    private readonly reminders: ReminderSchedule,
    private readonly clock: Clock,
  ) {}

  async read(caller: Caller): Promise<Settings> {
    const { settings } = await this.settings.read(personOf(caller), this.#now());
    return settings;
  }

  async change(caller: Caller, change: Partial<Settings>): Promise<Settings> {
    const { settings } = await this.settings.update(personOf(caller), change, this.#now());
    const { eventReminderDefault: minutes } = change;
    if (minutes !== undefined) await this.reminders.reschedule(caller.user, minutes);
    return settings;
  }

  #now(): Date {
    return new Date(this.clock.nowMs());
  }
}
