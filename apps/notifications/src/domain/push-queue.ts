import { createHash, type Hash } from 'node:crypto';
import type { Clock } from '@sextant/platform-clock';
import { receivedRecord, type Creation } from './creation.js';
import type { Notification } from './notification.js';
import type { Observer } from './observer.js';
import type { PushDelivery, PushOutcome, PushSender, PushSubscription } from './push.js';
import { DEFAULT_SETTINGS, wants, type Settings } from './settings.js';
import type { Storage } from './storage.js';
import { Worker } from './worker.js';

export interface PushQueueUses {
  readonly storage: Pick<Storage, 'push' | 'settings'>;
  readonly sender: PushSender;
  readonly clock: Clock;
  readonly observer: Observer;
}

/** A record of 4,096 bytes less header, padding and tag (RFC 8291, section 4): what all services take. */
export const MAX_PAYLOAD_BYTES = 3993;
/** Requests under way at once. */
export const PARALLEL = 64;
/** Of those to one push service: one that is slow leaves room for the others. */
export const PARALLEL_TO_HOST = 32;
/** Of those to the browsers of one user, who may have subscribed at any number of services. */
export const PARALLEL_TO_USER = 4;
/** Longer than one send may take: the sender has a deadline. */
const LEASE_MS = 60_000;
const MAX_ATTEMPTS = 10;
const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 3_600_000;
const LONGEST_RETRY_AFTER_MS = 86_400_000;
const POLL_MS = 1000;
const USERS_AT_ONCE = 1000;

/** Sends notifications to browsers, at least once, until the push service has them or never will. */
export class PushQueue {
  readonly #worker: Worker;
  readonly #underWay = new Map<PushDelivery, Promise<void>>();

  constructor(private readonly uses: PushQueueUses) {
    const { observer } = uses;
    const work = () => this.deliver();
    this.#worker = new Worker({ name: 'push', pollMs: POLL_MS, work, observer });
  }

  start(): void {
    this.#worker.start();
  }

  /** Ends when what is under way has its answer, or its deadline has passed. */
  async stop(): Promise<void> {
    await this.#worker.stop();
    await this.settled();
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
  }

  /**
   * Queues a message for each browser of those recipients who want to be told of this kind. Those
   * who switched it off still have the record: they find it when they look.
   */
  async add(creation: Creation): Promise<void> {
    const { recipients } = creation;
    for (let start = 0; start < recipients.length; start += USERS_AT_ONCE) {
      await this.#addSome(creation, start);
    }
  }

  async #addSome(creation: Creation, start: number): Promise<void> {
    const { push, settings } = this.uses.storage;
    const some = creation.recipients.slice(start, start + USERS_AT_ONCE);
    const subscriptions = await push.ofUsers(some.map(({ user }) => user));
    if (subscriptions.length === 0) return;
    const wishes = await settings.ofUsers(subscriptions.map(({ user }) => user));
    const indexOf = new Map(some.map(({ user }, index) => [user, start + index]));
    const deliveries = subscriptions.flatMap((subscription) => {
      const index = indexOf.get(subscription.user);
      const wish = wishes.get(subscription.user) ?? DEFAULT_SETTINGS;
      if (index === undefined || !wants(wish, creation.content.notificationType)) return [];
      const payload = payloadOf(receivedRecord(creation, index), wish);
      return [this.#delivery(subscription, creation.id, payload)];
    });
    if (deliveries.length > 0) await push.queue(deliveries);
    this.#worker.wake();
  }

  /** Sends a test message to all browsers of a user. @returns how many there are */
  async test(user: string, key: string): Promise<number> {
    const { push, settings } = this.uses.storage;
    const subscriptions = await push.ofUsers([user]);
    const wish = (await settings.ofUsers([user])).get(user) ?? DEFAULT_SETTINGS;
    const payload = JSON.stringify({
      title: 'Test',
      body: 'Notifications reach this browser.',
      silent: !wish.soundEnabled,
    });
    await push.queue(subscriptions.map((one) => this.#delivery(one, key, payload)));
    this.#worker.wake();
    return subscriptions.length;
  }

  /**
   * Begins to send what is due as far as there is room, without waiting for the answers: when one is
   * there, the next one begins.
   *
   * @returns whether there may be more, and room for it
   */
  async deliver(): Promise<boolean> {
    const { storage, clock } = this.uses;
    const room = PARALLEL - this.#underWay.size;
    if (room <= 0) return false;
    const nowMs = clock.nowMs();
    const deliveries = await storage.push.claim({
      now: new Date(nowMs),
      leaseUntil: new Date(nowMs + LEASE_MS),
      limit: room,
      exceptHosts: this.#busy(hostOf, PARALLEL_TO_HOST),
      exceptUsers: this.#busy(userOf, PARALLEL_TO_USER),
    });
    if (deliveries.length === 0) return false;
    // An endpoint may have changed hands since: its new owner must not see what was meant for another.
    const users = [...new Set(deliveries.map(userOf))];
    const current = new Set((await storage.push.ofUsers(users)).map(ownership));
    for (const delivery of deliveries) {
      if (!current.has(ownership(delivery.subscription))) await storage.push.finish(delivery.id);
      else if (this.#hasRoomFor(delivery)) this.#begin(delivery);
      else await storage.push.retry(delivery.id, delivery.attempts, new Date(nowMs));
    }
    return true;
  }

  /** Hosts, or users, that have as many requests under way as they may. */
  #busy(of: (delivery: PushDelivery) => string, most: number): readonly string[] {
    const counts = new Map<string, number>();
    for (const one of this.#underWay.keys()) counts.set(of(one), (counts.get(of(one)) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= most).map(([name]) => name);
  }

  #hasRoomFor(delivery: PushDelivery): boolean {
    return (
      !this.#busy(hostOf, PARALLEL_TO_HOST).includes(hostOf(delivery)) &&
      !this.#busy(userOf, PARALLEL_TO_USER).includes(userOf(delivery))
    );
  }

  #begin(delivery: PushDelivery): void {
    const sending = this.#send(delivery)
      // Its lease ends: it is sent again.
      .catch((error: unknown) => this.uses.observer.trouble('push.failed', error))
      .finally(() => {
        this.#underWay.delete(delivery);
        this.#worker.wake();
      });
    this.#underWay.set(delivery, sending);
  }

  async #send(delivery: PushDelivery): Promise<void> {
    const { storage, sender, observer } = this.uses;
    const outcome = await sender.send(delivery);
    if (outcome.kind === 'later') {
      await this.#later(delivery, outcome);
      return;
    }
    if (outcome.kind === 'gone') await storage.push.forget(delivery.subscription.endpoint);
    if (outcome.kind === 'refused') observer.trouble('push.refused', new Error(outcome.reason));
    observer.pushed(outcome.kind);
    await storage.push.finish(delivery.id);
  }

  async #later(
    { id, attempts }: PushDelivery,
    { reason, retryAfterMs }: PushOutcome & { readonly kind: 'later' },
  ): Promise<void> {
    const { storage, clock, observer } = this.uses;
    const tried = attempts + 1;
    if (tried >= MAX_ATTEMPTS) {
      observer.trouble('push.given_up', new Error(reason));
      observer.pushed('given_up');
      await storage.push.finish(id);
      return;
    }
    const backoffMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts);
    const waitMs = Math.max(backoffMs, Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS));
    observer.pushed('retried');
    await storage.push.retry(id, tried, new Date(clock.nowMs() + waitMs));
  }

  #delivery(
    { createdAt: _createdAt, ...subscription }: PushSubscription,
    key: string,
    payload: string,
  ) {
    const hash: Hash = createHash('sha256').update(JSON.stringify([key, subscription.endpoint]));
    return {
      id: hash.digest('hex'),
      subscription,
      payload,
      attempts: 0,
      dueAt: new Date(this.uses.clock.nowMs()),
    };
  }
}

const hostOf = ({ subscription }: PushDelivery): string => new URL(subscription.endpoint).host;

const userOf = ({ subscription }: PushDelivery): string => subscription.user;

const ownership = ({ user, endpoint }: { readonly user: string; readonly endpoint: string }) =>
  `${user} ${endpoint}`;

/** What the service worker gets; the text is cut until it fits. */
export function payloadOf(notification: Notification, settings: Settings): string {
  const { id, title, description = '', notificationType, relatedEntity } = notification;
  const silent = !settings.soundEnabled;
  const build = (titleLength: number, bodyLength: number) =>
    JSON.stringify({
      id,
      title: cut(title, titleLength),
      body: cut(description, bodyLength),
      notificationType,
      ...(relatedEntity === undefined ? {} : { relatedEntity }),
      silent,
    });
  const lengths = [3000, 1500, 700, 300, 150, 60, 0];
  const fitting = lengths
    .map((length) => build(200, length))
    .find((payload) => Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES);
  return (
    fitting ?? JSON.stringify({ id, title: cut(title, 100), body: '', notificationType, silent })
  );
}

/** By code points: half a surrogate pair is no character. */
const cut = (text: string, length: number): string => {
  const points = Array.from(text);
  return points.length <= length ? text : `${points.slice(0, Math.max(0, length - 1)).join('')}…`;
};
