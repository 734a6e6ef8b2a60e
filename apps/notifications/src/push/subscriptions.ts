import type { PeopleStore } from '../people/people-store.js';
import type { PushStore } from './push-store.js';
import type { Clock } from '@sextant/platform-clock';
import type { Caller } from '../access/caller.js';
import { PUSH_ERRORS } from './push-errors.js';
import { fieldInvalid } from '../http/field-errors.js';
import type { PushSubscription } from './push.js';
import type { PushQueue } from './push-queue.js';

export interface SubscriptionsUses {
  readonly push: PushStore;
  readonly people: PeopleStore;
  readonly pushes: Pick<PushQueue, 'test'>;
  readonly clock: Clock;
  readonly newKey: () => string;
  /** Whether the endpoint is not for certain in a private network. */
  readonly isPublic: (endpoint: URL) => boolean;
}

export type BrowserKeys = Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>;

/** Most browsers of one user: with one more, the one that subscribed first is forgotten. */
export const MAX_SUBSCRIPTIONS = 20;

/** The browsers of people. */
export class Subscriptions {
  constructor(private readonly uses: SubscriptionsUses) {}

  /** @throws {Problem} `field_invalid` for an address in a private network */
  async add(caller: Caller, keys: BrowserKeys): Promise<void> {
    if (!this.uses.isPublic(new URL(keys.endpoint))) throw fieldInvalid('endpoint');
    const createdAt = new Date(this.uses.clock.nowMs());
    const { push, people } = this.uses;
    const { user, userId, userName, academyId } = caller;
    // Before the browser: what is sent to somebody of an academy goes to people who are known to be of it.
    await people.remember([{ user, userId, userName, academyId }], createdAt);
    await push.subscribe({ ...keys, user, createdAt });
    const all = [...(await push.ofUsers([user]))];
    const tooMany = all.sort(byAge).slice(0, Math.max(0, all.length - MAX_SUBSCRIPTIONS));
    for (const { endpoint } of tooMany) await push.unsubscribe(endpoint, user);
  }

  async remove({ user }: Caller, endpoint: string): Promise<void> {
    await this.uses.push.unsubscribe(endpoint, user);
  }

  /**
   * @returns how many browsers a test message is on its way to
   * @throws {Problem} `no_subscription` when there is none
   */
  async test({ user }: Caller): Promise<number> {
    const count = await this.uses.pushes.test(user, `test:${this.uses.newKey()}`);
    if (count === 0) throw PUSH_ERRORS.noSubscription();
    return count;
  }
}

const byAge = (one: PushSubscription, other: PushSubscription): number =>
  one.createdAt.getTime() - other.createdAt.getTime();
