import type { Clock } from '@sextant/platform-clock';
import type { Observer } from '../observability/observer.js';
import type { CreationLog } from '../notifications/creation-log.js';
import type { NotificationStore } from '../notifications/notification-store.js';
import type { BroadcastStore } from '../broadcasts/broadcast-store.js';
import type { MailStore } from '../mail/mail-store.js';
import type { TrailStore } from '../delivery/trail-store.js';
import type { EventMemory } from '../classroom-events/event-memory.js';
import type { DeadLetterStore } from '../delivery/dead-letter-store.js';
import type { ReminderStore } from '../reminders/reminder-store.js';
import type { IdempotencyStore } from '@sextant/platform-idempotency';
import { Worker } from '../scheduling/worker.js';

export interface SweeperUses {
  readonly creations: CreationLog;
  readonly notifications: NotificationStore;
  readonly jobs: BroadcastStore;
  readonly mail: MailStore;
  readonly trail: TrailStore;
  readonly events: EventMemory;
  readonly deadLetters: DeadLetterStore;
  readonly reminders: ReminderStore;
  readonly idempotency: IdempotencyStore;
  readonly clock: Clock;
  readonly observer: Observer;
}

export interface SweeperOptions {
  /** Days that checked records are kept; 0 keeps them for ever. */
  readonly checkedDays: number;
  /** Days that received records are kept which nobody checks; 0 keeps them for ever. */
  readonly uncheckedDays: number;
  /** Days that records of senders are kept; 0 keeps them for ever. */
  readonly sentDays: number;
  /** Days that creations are known by their keys. */
  readonly creationDays: number;
  /** Days that used events are known. */
  readonly eventDays: number;
  /** Days that the steps of deliveries are kept; 0 keeps them for ever. */
  readonly trailDays: number;
  /** Days that dead letters are kept; 0 keeps them for ever. */
  readonly deadLetterDays: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BEGUN_EVENT_DAYS = 30;
/** Longer than a creation is worked at; while one is open, what was removed is kept in any case. */
const REMOVED_MS = HOUR_MS;
/** Longer than creations are known: what is completed again must find that it was mailed. */
const MAILED_DAYS = 30;

/** Forgets what nobody needs any more. */
export class Sweeper {
  readonly #worker: Worker;

  constructor(
    private readonly uses: SweeperUses,
    private readonly options: SweeperOptions,
  ) {
    const { observer } = uses;
    const work = () => this.sweep();
    this.#worker = new Worker({ name: 'sweep', pollMs: HOUR_MS, work, observer });
  }

  start(): void {
    this.#worker.start();
  }

  stop(): Promise<void> {
    return this.#worker.stop();
  }

  /** @returns whether there may be more to do at once */
  async sweep(): Promise<boolean> {
    const { clock } = this.uses;
    const { checkedDays, uncheckedDays, sentDays, creationDays, eventDays, deadLetterDays } =
      this.options;
    const { trailDays } = this.options;
    const nowMs = clock.nowMs();
    const ago = (ms: number) => new Date(nowMs - ms);
    const isQuiet = (await this.uses.creations.pending()) === 0;
    // What is still being completed could come back.
    const daysAgo = (days: number) => (days === 0 || !isQuiet ? undefined : ago(days * DAY_MS));
    const [uncheckedBefore, sentBefore] = [daysAgo(uncheckedDays), daysAgo(sentDays)];
    const counts = [
      await this.uses.notifications.sweep({
        removedBefore: isQuiet ? ago(REMOVED_MS) : new Date(0),
        ...(checkedDays === 0 ? {} : { checkedBefore: ago(checkedDays * DAY_MS) }),
        ...(uncheckedBefore === undefined ? {} : { uncheckedBefore }),
        ...(sentBefore === undefined ? {} : { sentBefore }),
      }),
      trailDays === 0 ? 0 : await this.uses.jobs.sweep(ago(trailDays * DAY_MS)),
      await this.uses.mail.sweep(ago(MAILED_DAYS * DAY_MS)),
      trailDays === 0 ? 0 : await this.uses.trail.sweep(ago(trailDays * DAY_MS)),
      await this.uses.creations.sweep(ago(creationDays * DAY_MS)),
      await this.uses.events.sweep(ago(eventDays * DAY_MS)),
      deadLetterDays === 0 ? 0 : await this.uses.deadLetters.sweep(ago(deadLetterDays * DAY_MS)),
      await this.uses.reminders.sweep(ago(BEGUN_EVENT_DAYS * DAY_MS)),
      await this.uses.idempotency.sweep(new Date(nowMs)),
    ];
    return counts.some((count) => count >= 10_000);
  }
}
