import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { RetentionSettings } from './retention.settings.js';
import { Clock } from '@sextant/platform-runtime/clock';
import { Observer } from '../observability/observer.js';
import { CreationLog } from '../notifications/creation/creation-log.js';
import { NotificationStore } from '../notifications/notification-store.js';
import { BroadcastStore } from '../broadcasts/broadcast-store.js';
import { MailStore } from '../mail/mail-store.js';
import { TrailStore } from '../delivery/trail-store.js';
import { EventMemory } from '../classroom-events/event-memory.js';
import { DeadLetterStore } from '../delivery/dead-letter-store.js';
import { ReminderStore } from '../reminders/reminder-store.js';
import { IdempotencyStore } from '@sextant/platform-data/idempotency';
import type { Rounds } from '@sextant/platform-data/work-loop';
import { observedRounds } from '../scheduling/rounds.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than idempotency keys. */
const CREATION_DAYS = 7;
const BEGUN_EVENT_DAYS = 30;
/** Longer than a creation is worked at; while one is open, what was removed is kept in any case. */
const REMOVED_MS = HOUR_MS;
/** Longer than creations are known: what is completed again must find that it was mailed. */
const MAILED_DAYS = 30;

/** Forgets what nobody needs any more. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #worker: Rounds;

  constructor(
    private readonly creations: CreationLog,
    private readonly notifications: NotificationStore,
    private readonly jobs: BroadcastStore,
    private readonly mail: MailStore,
    private readonly trail: TrailStore,
    private readonly events: EventMemory,
    private readonly deadLetters: DeadLetterStore,
    private readonly reminders: ReminderStore,
    private readonly idempotency: IdempotencyStore,
    private readonly clock: Clock,
    observer: Observer,
    private readonly settings: RetentionSettings,
  ) {
    const round = () => this.sweep();
    this.#worker = observedRounds({ name: 'sweep', pollMs: HOUR_MS, round, observer });
  }

  onApplicationBootstrap(): void {
    this.#worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#worker.stop();
  }

  /** @returns whether there may be more to do at once */
  async sweep(): Promise<boolean> {
    const { clock } = this;
    const { trailDays, eventMemoryDays, deadLetterDays } = this.settings;
    const {
      checkedRetentionDays: checkedDays,
      uncheckedRetentionDays: uncheckedDays,
      sentRetentionDays: sentDays,
    } = this.settings;
    const nowMs = clock.nowMs();
    const ago = (ms: number) => new Date(nowMs - ms);
    const isQuiet = (await this.creations.pending()) === 0;
    // What is still being completed could come back.
    const daysAgo = (days: number) => (days === 0 || !isQuiet ? undefined : ago(days * DAY_MS));
    const [uncheckedBefore, sentBefore] = [daysAgo(uncheckedDays), daysAgo(sentDays)];
    const counts = [
      await this.notifications.sweep({
        removedBefore: isQuiet ? ago(REMOVED_MS) : new Date(0),
        ...(checkedDays === 0 ? {} : { checkedBefore: ago(checkedDays * DAY_MS) }),
        ...(uncheckedBefore === undefined ? {} : { uncheckedBefore }),
        ...(sentBefore === undefined ? {} : { sentBefore }),
      }),
      trailDays === 0 ? 0 : await this.jobs.sweep(ago(trailDays * DAY_MS)),
      await this.mail.sweep(ago(MAILED_DAYS * DAY_MS)),
      trailDays === 0 ? 0 : await this.trail.sweep(ago(trailDays * DAY_MS)),
      await this.creations.sweep(ago(CREATION_DAYS * DAY_MS)),
      await this.events.sweep(ago(eventMemoryDays * DAY_MS)),
      deadLetterDays === 0 ? 0 : await this.deadLetters.sweep(ago(deadLetterDays * DAY_MS)),
      await this.reminders.sweep(ago(BEGUN_EVENT_DAYS * DAY_MS)),
      await this.idempotency.sweep(new Date(nowMs)),
    ];
    return counts.some((count) => count >= 10_000);
  }
}
