import { Injectable } from '@nestjs/common';
import { PeopleStore } from '../people/people-store.js';
import { PushStore } from './push-store.js';
import { PushSettings } from './push.settings.js';
import { isPrivateLiteral } from '@sextant/platform-http/public-addresses';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import type { Caller } from '../access/caller.js';
import { PUSH_ERRORS } from './push-errors.js';
import { fieldInvalid } from '../http/field-errors.js';
import type { PushSubscription } from './push.js';
import { PushQueue } from './push-queue.js';

export type BrowserKeys = Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>;

/** Most browsers of one user: with one more, the one that subscribed first is forgotten. */
export const MAX_SUBSCRIPTIONS = 20;

/** The browsers of people. */
@Injectable()
export class Subscriptions {
  constructor(
    private readonly push: PushStore,
    private readonly people: PeopleStore,
    private readonly pushes: PushQueue,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly settings: PushSettings,
  ) {}

  /** @throws {Problem} `field_invalid` for an address in a private network */
  async add(caller: Caller, keys: BrowserKeys): Promise<void> {
    if (!this.#mayBeCalled(new URL(keys.endpoint))) throw fieldInvalid('endpoint');
    const createdAt = new Date(this.clock.nowMs());
    const { push, people } = this;
    const { user, userId, userName, academyId } = caller;
    // Before the browser: what is sent to somebody of an academy goes to people who are known to be of it.
    await people.remember([{ user, userId, userName, academyId }], createdAt);
    await push.subscribe({ ...keys, user, createdAt });
    const all = [...(await push.ofUsers([user]))];
    const tooMany = all.sort(byAge).slice(0, Math.max(0, all.length - MAX_SUBSCRIPTIONS));
    for (const { endpoint } of tooMany) await push.unsubscribe(endpoint, user);
  }

  async remove({ user }: Caller, endpoint: string): Promise<void> {
    await this.push.unsubscribe(endpoint, user);
  }

  /**
   * @returns how many browsers a test message is on its way to
   * @throws {Problem} `no_subscription` when there is none
   */
  async test({ user }: Caller): Promise<number> {
    const count = await this.pushes.test(user, `test:${this.ids.next()}`);
    if (count === 0) throw PUSH_ERRORS.noSubscription();
    return count;
  }

  /** Names are looked up when they are called: they change. */
  #mayBeCalled(endpoint: URL): boolean {
    const { pushAllowHosts = [] } = this.settings;
    return pushAllowHosts.includes(endpoint.host) || !isPrivateLiteral(endpoint);
  }
}

const byAge = (one: PushSubscription, other: PushSubscription): number =>
  one.createdAt.getTime() - other.createdAt.getTime();
