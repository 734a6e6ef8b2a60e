import ical from 'ical-generator';
import type { FeedEvent } from '../domain/calendar-feeds.js';

/** What calendar programs are asked to wait before they look again. */
const REFRESH_SECONDS = 3600;
/** INTEGER of RFC 5545, section 3.3.8. */
const MAX_SEQUENCE = 2 ** 31 - 1;

/** Events as iCalendar (RFC 5545). How long they last nobody has told: they have a beginning alone. */
export function toIcs(events: readonly FeedEvent[]): string {
  const calendar = ical({ name: 'Sextant', ttl: REFRESH_SECONDS });
  for (const { academyId, eventId, version, title, description, startsAt } of events) {
    calendar.createEvent({
      id: `${encodeURIComponent(academyId)}/${encodeURIComponent(eventId)}`,
      sequence: Math.min(version, MAX_SEQUENCE),
      start: startsAt,
      summary: title,
      ...(description === undefined ? {} : { description }),
    });
  }
  return calendar.toString();
}
