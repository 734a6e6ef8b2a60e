import { Injectable } from '@nestjs/common';
import { CreationLog } from './creation-log.js';
import { NotificationStore } from '../notification-store.js';
import { Clock, Random } from '@sextant/platform-runtime/clock';
import type { Creation, StoredCreation } from './creation.js';
import { newCreationId } from '../../access/object-id.js';
import { Observer } from '../../observability/observer.js';
import { Signals } from '../signals.js';

/** Tells the recipients of a creation beside the signal: queues it, once however often it is asked. */
export abstract class Outlet {
  abstract add(creation: Creation): Promise<void>;
}

/** A creation without what the creator gives it. */
export type NewCreation = Omit<Creation, 'id' | 'key' | 'createdAt'> & {
  /** Its own if absent: nothing else will ever have it. */
  readonly key?: string;
};

/** After a crash others go on with a creation; while it is worked at, the lease is renewed. */
const LEASE_MS = 5000;
const RENEW_MS = 1500;

/**
 * Notifies, step by step: the intent is stored, then the records of all recipients, then the sender's;
 * then the caller has its answer, and signals and pushes go out. What is interrupted anywhere is
 * completed by `recover`: records exactly once, signals and pushes at least once.
 */
@Injectable()
export class Creator {
  readonly #announcing = new Set<Promise<void>>();

  constructor(
    private readonly notifications: NotificationStore,
    private readonly creations: CreationLog,
    private readonly signals: Signals,
    private readonly outlet: Outlet,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly observer: Observer,
  ) {}

  /** @returns when every record is stored; an earlier creation if its key is known */
  async create({ key, ...rest }: NewCreation): Promise<StoredCreation> {
    const { clock, random } = this;
    const nowMs = clock.nowMs();
    const id = newCreationId(nowMs, random);
    const createdAt = new Date(nowMs);
    const stored = await this.creations.begin(
      { ...rest, id, key: key ?? `direct:${id}`, createdAt },
      new Date(nowMs + LEASE_MS),
    );
    await this.#leased(stored, () => this.#record(stored));
    this.observer.created(stored.id === id ? stored.recipients.length : 0);
    if (stored.state !== 'done') this.#announceLater(stored);
    return stored;
  }

  /** Completes one creation that was interrupted. @returns whether there was one */
  async recover(): Promise<boolean> {
    const { clock, signals } = this;
    const nowMs = clock.nowMs();
    const left = await this.creations.claim(new Date(nowMs), new Date(nowMs + LEASE_MS));
    if (left === undefined) return false;
    await this.#leased(left, async () => {
      await this.#record(left);
      // Without the other replicas it waits for the next turn; those here have heard of it.
      if (left.state === 'new' || signals.isConnected()) await this.#announce(left);
    });
    return true;
  }

  /** Resolves when no signal is on its way. */
  async settled(): Promise<void> {
    await Promise.all(this.#announcing);
  }

  /** Does some work at a creation that nobody else shall do meanwhile. */
  async #leased({ id }: Creation, work: () => Promise<void>): Promise<void> {
    const { clock, observer } = this;
    const timer = setInterval(() => {
      this.creations
        .renew(id, new Date(clock.nowMs() + LEASE_MS))
        .catch((error: unknown) => observer.trouble('lease.failed', error));
    }, RENEW_MS);
    try {
      await work();
    } finally {
      clearInterval(timer);
    }
  }

  async #record(creation: StoredCreation): Promise<void> {
    if (creation.state !== 'new') return;
    const { notifications, creations } = this;
    await notifications.addReceived(creation);
    await notifications.addSent(creation);
    await creations.recorded(creation.id);
  }

  #announceLater(creation: StoredCreation): void {
    const announcing = this.#leased(creation, () => this.#announce(creation))
      .catch((error: unknown) => this.observer.trouble('announcement.failed', error))
      .finally(() => this.#announcing.delete(announcing));
    this.#announcing.add(announcing);
  }

  async #announce(creation: StoredCreation): Promise<void> {
    const { signals, outlet, observer } = this;
    const userIds = creation.recipients.map(({ userId }) => userId);
    if (creation.isForInboxOnly !== true) await outlet.add(creation);
    await signals.send(creation.academyId, userIds);
    observer.signalled(userIds.length);
    await this.creations.done(creation);
  }
}
