import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SettingsStore } from '../settings/settings-store.js';
import { ReminderStore } from './reminder-store.js';
import { Clock } from '@sextant/platform-runtime/clock';
import { AutoNotifier } from '../notifications/automatic/auto-notifier.js';
import { Observer } from '../observability/observer.js';
import { remindersOf, type CalendarEvent, type DueReminders } from './reminders.js';
import { DEFAULT_SETTINGS } from '../settings/settings.js';
import type { Rounds } from '@sextant/platform-data/work-loop';
import { observedRounds } from '../scheduling/rounds.js';

const POLL_MS = 1000;
const LEASE_MS = 30_000;
/** An event that began longer ago is nothing to be reminded of. */
const GRACE_MS = 10 * 60_000;

/** Reminds people of calendar events, each of each beginning once, also after restarts. */
@Injectable()
export class ReminderService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #worker: Rounds;

  constructor(
    private readonly reminders: ReminderStore,
    private readonly settings: SettingsStore,
    private readonly notifier: AutoNotifier,
    private readonly clock: Clock,
    private readonly observer: Observer,
  ) {
    const round = () => this.remind();
    this.#worker = observedRounds({ name: 'reminders', pollMs: POLL_MS, round, observer });
  }

  onApplicationBootstrap(): void {
    this.#worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#worker.stop();
  }

  /** Takes over what is new about an event; older news than is known changes nothing. */
  async apply(event: CalendarEvent): Promise<void> {
    const { reminders, settings } = this;
    if (!(await reminders.takeEvent(event))) return;
    const found = await settings.ofUsers(event.attendees.map(({ user }) => user));
    const minutesOf = (user: string) => (found.get(user) ?? DEFAULT_SETTINGS).eventReminderDefault;
    await reminders.replace(event, remindersOf(event, minutesOf));
    await reminders.applied(event);
  }

  /** Moves the reminders of a user whose default has changed. */
  async reschedule(user: string, minutes: number): Promise<void> {
    await this.reminders.reschedule(user, minutes);
  }

  /** Reminds of one event. @returns whether there was one */
  async remind(): Promise<boolean> {
    const { clock, observer } = this;
    const nowMs = clock.nowMs();
    const due = await this.reminders.claim(new Date(nowMs), new Date(nowMs + LEASE_MS));
    if (due === undefined) return false;
    if (due.event.cancelled || due.event.version !== due.version) {
      // Newer news is being applied, which cancels or renews these; what it missed goes after that.
      if (due.applied) await this.reminders.cancel(due.claimId, due.version);
      return true;
    }
    const isMissed = due.event.startsAt.getTime() + GRACE_MS < nowMs;
    if (!isMissed) await this.#notify(due);
    await this.reminders.finish(due.claimId);
    observer.reminded(due.people.length, isMissed ? 'missed' : 'sent');
    return true;
  }

  async #notify({ claimId, event, people }: DueReminders): Promise<void> {
    const { eventId, academyId, title, description, startsAt } = event;
    const begins = `Begins at ${startsAt.toISOString()}.`;
    await this.notifier.notify({
      key: `reminder:${claimId}`,
      academyId,
      recipients: people,
      content: {
        title,
        description: description === undefined ? begins : `${begins}\n${description}`,
        notificationType: 'reminder',
        relatedEntity: { type: 'calendarEvent', id: eventId },
        autoDeleteOnCheck: true,
      },
    });
  }
}
