import { Injectable } from '@nestjs/common';
import { ContactStore } from '../people/contact-store.js';
import { CalendarFeedStore, type CalendarFeed, type FeedEvent } from './calendar-feed-store.js';
import { createHash } from 'node:crypto';
import { Clock, Random } from '@sextant/platform-runtime/clock';
import type { Caller } from '../access/caller.js';
import { CALENDAR_ERRORS } from './calendar-errors.js';

const SECRET_BYTES = 32;

/** Feeds for calendar programs, which cannot sign in: whoever knows the address reads it. */
@Injectable()
export class CalendarFeeds {
  constructor(
    private readonly calendars: CalendarFeedStore,
    private readonly contacts: ContactStore,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** @returns the secret of a new feed; the earlier address leads nowhere from now on */
  async open({ user, academyId }: Caller): Promise<string> {
    const { clock, random } = this;
    const secret = random.bytes(SECRET_BYTES).toString('base64url');
    const createdAt = new Date(clock.nowMs());
    await this.calendars.put({ user, academyId, digest: digestOf(secret), createdAt });
    return secret;
  }

  async close({ user }: Caller): Promise<void> {
    await this.calendars.remove(user);
  }

  /** Since when there is one; `null`: there is none. */
  async since({ user }: Caller): Promise<Date | null> {
    return (await this.calendars.ofUser(user))?.createdAt ?? null;
  }

  /** @throws {Problem} `calendar_not_found` for a secret that is nobody's, or of an account that is deactivated */
  async find(secret: string): Promise<CalendarFeed> {
    const { calendars, contacts } = this;
    const feed = await calendars.byDigest(digestOf(secret));
    if (feed === undefined) throw CALENDAR_ERRORS.noCalendar();
    const owner = (await contacts.ofUsers([feed.user])).get(feed.user);
    if (owner?.isDeactivated === true) throw CALENDAR_ERRORS.noCalendar();
    return feed;
  }

  events({ user, academyId }: CalendarFeed): Promise<readonly FeedEvent[]> {
    return this.calendars.events(user, academyId);
  }
}

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
