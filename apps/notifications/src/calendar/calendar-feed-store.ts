import type { CalendarEvent } from '../reminders/reminders.js';

export abstract class CalendarFeedStore {
  /** Takes the place of the person's earlier one. */
  abstract put(feed: CalendarFeed): Promise<void>;
  abstract ofUser(user: string): Promise<CalendarFeed | undefined>;
  abstract byDigest(digest: string): Promise<CalendarFeed | undefined>;
  abstract remove(user: string): Promise<void>;
  /** What a person is, or was, to be reminded of and what takes place; without attendees, 1,000 at most. */
  abstract events(user: string, academyId: string): Promise<readonly FeedEvent[]>;
}

/** Whose feed it is. Of the secret only the digest is kept: a copy of the table opens nothing. */
export interface CalendarFeed {
  readonly user: string;
  readonly academyId: string;
  readonly digest: string;
  readonly createdAt: Date;
}

export type FeedEvent = Omit<CalendarEvent, 'attendees' | 'cancelled' | 'reminderMinutes'>;
