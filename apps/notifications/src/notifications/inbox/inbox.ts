import { Injectable } from '@nestjs/common';
import {
  NotificationStore,
  type BulkCheck,
  type ListQuery,
  type Mark,
  type Reader,
} from '../notification-store.js';
import { Clock } from '@sextant/platform-runtime/clock';
import type { Caller } from '../../access/caller.js';
import type { Notification } from '../notification.js';
import { ACCESS_ERRORS } from '../../access/access-errors.js';
import { isObjectId } from '../../access/object-id.js';
import { SearchTurns } from '../search/search-turns.js';

/** Recipients that one page of `sent` records names: each record has all of its own. */
export const MAX_PAGE_RECIPIENTS = 20_000;
/** Records that are read at once while it is not known how many they name. */
const MOST_AT_ONCE = 16;

/** A part of an owner's records. */
export interface RecordsPage {
  readonly records: readonly Notification[];
  readonly hasMore: boolean;
}

/** What people do with their own records. */
@Injectable()
export class Inbox {
  constructor(
    private readonly notifications: NotificationStore,
    private readonly clock: Clock,
    private readonly searches: SearchTurns,
  ) {}

  /**
   * At most `limit` records; fewer of those `sent` to many.
   *
   * @throws {Problem} `too_many_searches`, `search_too_slow` for those with a text
   */
  async list(caller: Caller, query: Omit<ListQuery, keyof Reader>): Promise<RecordsPage> {
    const own = { ...query, user: caller.user, academyId: caller.academyId };
    if (query.text === undefined) return this.#list(own);
    return this.searches.run(caller.user, () => this.#list(own));
  }

  async #list(own: ListQuery): Promise<RecordsPage> {
    if (own.type === 'sent') return this.#listSent(own);
    const found = await this.notifications.list({ ...own, limit: own.limit + 1 });
    return { records: found.slice(0, own.limit), hasMore: found.length > own.limit };
  }

  /** Few at first, more when they name few: a page of lists of 10,000 would fill the memory. */
  async #listSent(query: ListQuery): Promise<RecordsPage> {
    const records: Notification[] = [];
    let named = 0;
    for (let count = 2; ; count = Math.min(count * 2, MOST_AT_ONCE)) {
      const last = records.at(-1);
      const found = await this.notifications.list({
        ...query,
        limit: count,
        ...(last === undefined ? {} : { after: last }),
      });
      for (const record of found) {
        named += record.toUserList?.length ?? 0;
        const isFull = records.length === query.limit || named > MAX_PAGE_RECIPIENTS;
        if (isFull && records.length > 0) return { records, hasMore: true };
        records.push(record);
      }
      if (found.length < count) return { records, hasMore: false };
    }
  }

  /** @throws {Problem} `notification_not_found`; `permission_denied` for another's */
  async read(caller: Caller, id: string): Promise<Notification> {
    const found = isObjectId(id) ? await this.notifications.find(id.toLowerCase()) : undefined;
    const isBoundElsewhere = (found?.boundTo ?? caller.academyId) !== caller.academyId;
    if (found === undefined || isBoundElsewhere) throw ACCESS_ERRORS.notFound();
    if (found.owner.user !== caller.user) throw ACCESS_ERRORS.permissionDenied();
    return found;
  }

  /** Spec 2, part 3. What is checked already, or was sent, stays as it is. */
  async check(caller: Caller, id: string): Promise<void> {
    const found = await this.read(caller, id);
    await this.notifications.check(found.id, caller.user, this.#now());
  }

  async remove(caller: Caller, id: string): Promise<void> {
    const found = await this.read(caller, id);
    await this.notifications.remove(found.id, caller.user, this.#now());
  }

  /** @throws {Problem} as `read` */
  async mark(caller: Caller, id: string, mark: Mark): Promise<void> {
    const found = await this.read(caller, id);
    await this.notifications.mark(found.id, caller.user, mark, this.#now());
  }

  unreadCount(caller: Caller): Promise<number> {
    return this.notifications.unreadCount(caller);
  }

  checkAll(caller: Caller): Promise<BulkCheck> {
    return this.notifications.checkAll(caller, this.#now());
  }

  #now(): Date {
    return new Date(this.clock.nowMs());
  }
}
