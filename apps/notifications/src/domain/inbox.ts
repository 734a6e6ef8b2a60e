import type { Clock } from '@sextant/platform-clock';
import { personOf, type Caller } from './caller.js';
import type { Notification } from './notification.js';
import { NOTIFICATION_ERRORS } from './notification-errors.js';
import { isObjectId } from './object-id.js';
import type { ReminderService } from './reminder-service.js';
import type { Settings } from './settings.js';
import type { BulkCheck, ListQuery, Storage } from './storage.js';

export interface InboxUses {
  readonly storage: Pick<Storage, 'notifications' | 'settings'>;
  readonly reminders: Pick<ReminderService, 'reschedule'>;
  readonly clock: Clock;
}

/** What people do with their own records and settings. */
export class Inbox {
  constructor(private readonly uses: InboxUses) {}

  list(caller: Caller, query: Omit<ListQuery, 'user'>): Promise<readonly Notification[]> {
    return this.uses.storage.notifications.list({ ...query, user: caller.user });
  }

  /** @throws {Problem} `notification_not_found`; `permission_denied` for another's */
  async read(caller: Caller, id: string): Promise<Notification> {
    const found = isObjectId(id)
      ? await this.uses.storage.notifications.find(id.toLowerCase())
      : undefined;
    if (found === undefined) throw NOTIFICATION_ERRORS.notFound();
    if (found.owner.user !== caller.user) throw NOTIFICATION_ERRORS.permissionDenied();
    return found;
  }

  /** Spec 2, part 3. What is checked already, or was sent, stays as it is. */
  async check(caller: Caller, id: string): Promise<void> {
    const found = await this.read(caller, id);
    await this.uses.storage.notifications.check(found.id, caller.user, this.#now());
  }

  async remove(caller: Caller, id: string): Promise<void> {
    const found = await this.read(caller, id);
    await this.uses.storage.notifications.remove(found.id, caller.user, this.#now());
  }

  checkAll(caller: Caller): Promise<BulkCheck> {
    return this.uses.storage.notifications.checkAll(caller.user, this.#now());
  }

  async settings(caller: Caller): Promise<Settings> {
    const { settings } = await this.uses.storage.settings.read(personOf(caller), this.#now());
    return settings;
  }

  async changeSettings(caller: Caller, change: Partial<Settings>): Promise<Settings> {
    const { storage, reminders } = this.uses;
    const { settings } = await storage.settings.update(personOf(caller), change, this.#now());
    const { eventReminderDefault: minutes } = change;
    if (minutes !== undefined) await reminders.reschedule(caller.user, minutes);
    return settings;
  }

  #now(): Date {
    return new Date(this.uses.clock.nowMs());
  }
}
