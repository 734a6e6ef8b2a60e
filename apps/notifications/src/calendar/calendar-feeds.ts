import type { ContactStore } from '../people/contact-store.js';
import type { CalendarFeedStore, CalendarFeed, FeedEvent } from './calendar-feed-store.js';
import { createHash } from 'node:crypto';
import type { Clock, Random } from '@sextant/platform-clock';
import type { Caller } from '../access/caller.js';
import { CALENDAR_ERRORS } from './calendar-errors.js';

export interface CalendarFeedsUses {
  readonly calendars: CalendarFeedStore;
  readonly contacts: ContactStore;
  readonly clock: Clock;
  readonly random: Random;
}

const SECRET_BYTES = 32;

/** Feeds for calendar programs, which cannot sign in: whoever knows the address reads it. */
export class CalendarFeeds {
  constructor(private readonly uses: CalendarFeedsUses) {}

  /** @returns the secret of a new feed; the earlier address leads nowhere from now on */
  async open({ user, academyId }: Caller): Promise<string> {
    const { clock, random } = this.uses;
    const secret = random.bytes(SECRET_BYTES).toString('base64url');
    const createdAt = new Date(clock.nowMs());
    await this.uses.calendars.put({ user, academyId, digest: digestOf(secret), createdAt });
    return secret;
  }

  async close({ user }: Caller): Promise<void> {
    await this.uses.calendars.remove(user);
  }

  /** Since when there is one; `null`: there is none. */
  async since({ user }: Caller): Promise<Date | null> {
    return (await this.uses.calendars.ofUser(user))?.createdAt ?? null;
  }

  /** @throws {Problem} `calendar_not_found` for a secret that is nobody's, or of an account that is deactivated */
  async find(secret: string): Promise<CalendarFeed> {
    const { calendars, contacts } = this.uses;
    const feed = await calendars.byDigest(digestOf(secret));
    if (feed === undefined) throw CALENDAR_ERRORS.noCalendar();
    const owner = (await contacts.ofUsers([feed.user])).get(feed.user);
    if (owner?.isDeactivated === true) throw CALENDAR_ERRORS.noCalendar();
    return feed;
  }

  events({ user, academyId }: CalendarFeed): Promise<readonly FeedEvent[]> {
    return this.uses.calendars.events(user, academyId);
  }
}

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
