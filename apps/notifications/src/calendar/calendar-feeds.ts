import { createHash } from 'node:crypto';
import type { Clock, Random } from '@sextant/platform-clock';
import type { Caller } from '../access/caller.js';
import { NOTIFICATION_ERRORS } from '../access/notification-errors.js';
import type { CalendarEvent } from '../reminders/reminders.js';
import type { Storage } from '../storage/storage.js';

/** Whose feed it is. Of the secret only the digest is kept: a copy of the table opens nothing. */
export interface CalendarFeed {
  readonly user: string;
  readonly academyId: string;
  readonly digest: string;
  readonly createdAt: Date;
}

export interface CalendarFeedStore {
  /** Takes the place of the person's earlier one. */
  put(feed: CalendarFeed): Promise<void>;
  ofUser(user: string): Promise<CalendarFeed | undefined>;
  byDigest(digest: string): Promise<CalendarFeed | undefined>;
  remove(user: string): Promise<void>;
  /** What a person is, or was, to be reminded of and what takes place; without attendees, 1,000 at most. */
  events(user: string, academyId: string): Promise<readonly FeedEvent[]>;
}

export type FeedEvent = Omit<CalendarEvent, 'attendees' | 'cancelled' | 'reminderMinutes'>;

export interface CalendarFeedsUses {
  readonly storage: Pick<Storage, 'calendars' | 'contacts'>;
  readonly clock: Clock;
  readonly random: Random;
}

const SECRET_BYTES = 32;

/** Feeds for calendar programs, which cannot sign in: whoever knows the address reads it. */
export class CalendarFeeds {
  constructor(private readonly uses: CalendarFeedsUses) {}

  /** @returns the secret of a new feed; the earlier address leads nowhere from now on */
  async open({ user, academyId }: Caller): Promise<string> {
    const { storage, clock, random } = this.uses;
    const secret = random.bytes(SECRET_BYTES).toString('base64url');
    const createdAt = new Date(clock.nowMs());
    await storage.calendars.put({ user, academyId, digest: digestOf(secret), createdAt });
    return secret;
  }

  async close({ user }: Caller): Promise<void> {
    await this.uses.storage.calendars.remove(user);
  }

  /** Since when there is one; `null`: there is none. */
  async since({ user }: Caller): Promise<Date | null> {
    return (await this.uses.storage.calendars.ofUser(user))?.createdAt ?? null;
  }

  /** @throws {Problem} `calendar_not_found` for a secret that is nobody's, or of an account that is deactivated */
  async find(secret: string): Promise<CalendarFeed> {
    const { calendars, contacts } = this.uses.storage;
    const feed = await calendars.byDigest(digestOf(secret));
    if (feed === undefined) throw NOTIFICATION_ERRORS.noCalendar();
    const owner = (await contacts.ofUsers([feed.user])).get(feed.user);
    if (owner?.isDeactivated === true) throw NOTIFICATION_ERRORS.noCalendar();
    return feed;
  }

  events({ user, academyId }: CalendarFeed): Promise<readonly FeedEvent[]> {
    return this.uses.storage.calendars.events(user, academyId);
  }
}

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
