import type { Clock } from '@sextant/platform-clock';
import type { Caller } from './caller.js';
import { NOTIFICATION_ERRORS } from './notification-errors.js';
import type { PushSubscription } from './push.js';
import type { PushQueue } from './push-queue.js';
import type { Storage } from './storage.js';

export interface SubscriptionsUses {
  readonly storage: Pick<Storage, 'push'>;
  readonly pushes: Pick<PushQueue, 'test'>;
  readonly clock: Clock;
  readonly newKey: () => string;
}

export type BrowserKeys = Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>;

/** The browsers of people. */
export class Subscriptions {
  constructor(private readonly uses: SubscriptionsUses) {}

  async add({ user }: Caller, keys: BrowserKeys): Promise<void> {
    const createdAt = new Date(this.uses.clock.nowMs());
    await this.uses.storage.push.subscribe({ ...keys, user, createdAt });
  }

  async remove({ user }: Caller, endpoint: string): Promise<void> {
    await this.uses.storage.push.unsubscribe(endpoint, user);
  }

  /**
   * @returns how many browsers a test message is on its way to
   * @throws {Problem} `no_subscription` when there is none
   */
  async test({ user }: Caller): Promise<number> {
    const count = await this.uses.pushes.test(user, `test:${this.uses.newKey()}`);
    if (count === 0) throw NOTIFICATION_ERRORS.noSubscription();
    return count;
  }
}
