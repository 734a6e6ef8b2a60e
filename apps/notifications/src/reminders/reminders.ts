import { createHash } from 'node:crypto';
import type { Person } from '../access/person.js';

/** Names a calendar event: academies number theirs without knowing of each other. */
export interface CalendarEventId {
  readonly academyId: string;
  readonly eventId: string;
}

/** A calendar event as its last news tells. */
export interface CalendarEvent extends CalendarEventId {
  /** Grows with every change of the event. */
  readonly version: number;
  readonly title: string;
  readonly description?: string;
  readonly startsAt: Date;
  readonly cancelled: boolean;
  readonly attendees: readonly Person[];
  /** The event's own; each user's default if absent. */
  readonly reminderMinutes?: number;
}

/** One user is to be reminded of one beginning of an event. */
export interface Reminder {
  /** Follows from event, user and beginning: nobody is reminded of the same beginning twice. */
  readonly id: string;
  readonly person: Person;
  readonly fireAt: Date;
  /** `undefined` when the user's default governs it. */
  readonly ownMinutes?: number;
}

export interface DueReminders {
  /** The same again after a crash, with the same people. */
  readonly claimId: string;
  /** The event's newest state, which need not be the one that these reminders are of. */
  readonly event: CalendarEvent;
  /** Whether `replace` has brought all reminders into line with that state. */
  readonly applied: boolean;
  /** Of the state that these reminders are of. */
  readonly version: number;
  readonly people: readonly Person[];
}

const MINUTE_MS = 60_000;

export const fireAt = (startsAt: Date, minutes: number): Date =>
  new Date(startsAt.getTime() - minutes * MINUTE_MS);

/** @param minutesOf a user's default */
export function remindersOf(
  event: CalendarEvent,
  minutesOf: (user: string) => number,
): readonly Reminder[] {
  if (event.cancelled) return [];
  const { reminderMinutes: own } = event;
  return event.attendees.map((person) => ({
    id: reminderId(event, person.user),
    person,
    fireAt: fireAt(event.startsAt, own ?? minutesOf(person.user)),
    ...(own === undefined ? {} : { ownMinutes: own }),
  }));
}

const reminderId = ({ academyId, eventId, startsAt }: CalendarEvent, user: string): string =>
  createHash('sha256')
    .update(JSON.stringify([academyId, eventId, startsAt.getTime(), user]))
    .digest('hex');
