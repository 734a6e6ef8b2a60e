import ical from 'ical-generator';
import type { FeedEvent } from './calendar-feed-store.js';
import { shortened } from '../notifications/shortened.js';

/** What calendar programs are asked to wait before they look again. */
const REFRESH_SECONDS = 3600;
/** INTEGER of RFC 5545, section 3.3.8. */
const MAX_SEQUENCE = 2 ** 31 - 1;
/** A calendar tells what it is about; the whole text is in the inbox. Longer, a feed takes seconds and most memory. */
const DESCRIPTION_CHARACTERS = 500;
/** No text of RFC 5545 has them (section 3.1): programs drop the calendar that does. */
const CONTROLS = /(?![\t\r\n])\p{Cc}/gu;

/** Events as iCalendar (RFC 5545). How long they last nobody has told: they have a beginning alone. */
export function toIcs(events: readonly FeedEvent[]): string {
  const calendar = ical({ name: 'Sextant', ttl: REFRESH_SECONDS });
  for (const { academyId, eventId, version, title, description, startsAt } of events) {
    calendar.createEvent({
      id: `${encodeURIComponent(academyId)}/${encodeURIComponent(eventId)}`,
      sequence: Math.min(version, MAX_SEQUENCE),
      start: startsAt,
      summary: textOf(title),
      ...(description === undefined
        ? {}
        : { description: textOf(shortened(description, DESCRIPTION_CHARACTERS)) }),
    });
  }
  return calendar.toString();
}

const textOf = (text: string): string => text.replaceAll(CONTROLS, '');
