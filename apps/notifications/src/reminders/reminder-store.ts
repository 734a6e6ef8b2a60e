import type { CalendarEvent, Reminder, DueReminders } from './reminders.js';

export abstract class ReminderStore {
  /**
   * Takes an event's new state over unless a newer one is known.
   *
   * @returns whether the event's reminders have to be brought into line: also for a state that is
   * known, until `applied` was called
   */
  abstract takeEvent(event: CalendarEvent): Promise<boolean>;
  /**
   * These are now the event's reminders, unless newer news was taken over meanwhile. What has been sent
   * stays sent; what is claimed stays claimed, so that a crash cannot make it a second reminder.
   */
  abstract replace(event: CalendarEvent, reminders: readonly Reminder[]): Promise<void>;
  abstract applied(event: CalendarEvent): Promise<void>;
  /** Takes reminders of one event that are due, or that a crash left claimed. */
  abstract claim(now: Date, leaseUntil: Date): Promise<DueReminders | undefined>;
  abstract finish(claimId: string): Promise<void>;
  /** Takes back reminders of a state that is not the newest. */
  abstract cancel(claimId: string, version: number): Promise<void>;
  /** Moves what a user's default governs and has not been sent. */
  abstract reschedule(user: string, minutes: number): Promise<void>;
  /** Forgets events that began before. */
  abstract sweep(before: Date): Promise<number>;
}
