import type { PeopleStore } from '../people/people-store.js';
import type { NotificationStore } from '../notifications/notification-store.js';
import type { Clock } from '@sextant/platform-clock';
import type { Notification } from '../notifications/notification.js';
import type { Observer } from '../observability/observer.js';
import type { PushQueue } from '../push/push-queue.js';
import type { Signals } from '../notifications/signals.js';
import { Worker } from '../scheduling/worker.js';

export interface SnoozesUses {
  readonly notifications: NotificationStore;
  readonly people: PeopleStore;
  readonly pushes: Pick<PushQueue, 'addAwakened'>;
  readonly signals: Pick<Signals, 'send'>;
  readonly clock: Clock;
  readonly observer: Observer;
}

const POLL_MS = 1000;

/** Brings back what people had put off, and tells them of it, at least once. */
export class Snoozes {
  readonly #worker: Worker;

  constructor(private readonly uses: SnoozesUses) {
    const work = () => this.awaken();
    this.#worker = new Worker({ name: 'snooze', pollMs: POLL_MS, work, observer: uses.observer });
  }

  start(): void {
    this.#worker.start();
  }

  stop(): Promise<void> {
    return this.#worker.stop();
  }

  /** @returns whether there was something to bring back */
  async awaken(): Promise<boolean> {
    const { clock } = this.uses;
    const due = await this.uses.notifications.awakening(new Date(clock.nowMs()));
    if (due.length === 0) return false;
    const known = await this.uses.people.known(due.map(({ owner }) => owner.user));
    for (const record of due) await this.#awaken(record, known.get(record.owner.user)?.academyId);
    return true;
  }

  async #awaken(record: Notification, academyId: string | undefined): Promise<void> {
    const { pushes, signals } = this.uses;
    const { id, owner, snoozedUntil } = record;
    if (snoozedUntil === undefined) return;
    await pushes.addAwakened(record, snoozedUntil);
    await this.uses.notifications.awake(id, snoozedUntil);
    if (academyId !== undefined) await signals.send(academyId, [owner.userId]);
  }
}
