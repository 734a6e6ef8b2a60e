import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeopleStore } from '../people/people-store.js';
import { NotificationStore } from '../notifications/notification-store.js';
import { Clock } from '@sextant/platform-runtime/clock';
import type { Notification } from '../notifications/notification.js';
import { Observer } from '../observability/observer.js';
import { PushQueue } from '../push/push-queue.js';
import { Signals } from '../notifications/signals.js';
import type { Rounds } from '@sextant/platform-data/work-loop';
import { observedRounds } from '../scheduling/rounds.js';

const POLL_MS = 1000;

/** Brings back what people had put off, and tells them of it, at least once. */
@Injectable()
export class Snoozes implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #worker: Rounds;

  constructor(
    private readonly notifications: NotificationStore,
    private readonly people: PeopleStore,
    private readonly pushes: PushQueue,
    private readonly signals: Signals,
    private readonly clock: Clock,
    observer: Observer,
  ) {
    const round = () => this.awaken();
    this.#worker = observedRounds({ name: 'snooze', pollMs: POLL_MS, round, observer });
  }

  onApplicationBootstrap(): void {
    this.#worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#worker.stop();
  }

  /** @returns whether there was something to bring back */
  async awaken(): Promise<boolean> {
    const { clock } = this;
    const due = await this.notifications.awakening(new Date(clock.nowMs()));
    if (due.length === 0) return false;
    const known = await this.people.known(due.map(({ owner }) => owner.user));
    for (const record of due) await this.#awaken(record, known.get(record.owner.user)?.academyId);
    return true;
  }

  async #awaken(record: Notification, academyId: string | undefined): Promise<void> {
    const { pushes, signals } = this;
    const { id, owner, snoozedUntil } = record;
    if (snoozedUntil === undefined) return;
    await pushes.addAwakened(record, snoozedUntil);
    await this.notifications.awake(id, snoozedUntil);
    if (academyId !== undefined) await signals.send(academyId, [owner.userId]);
  }
}
