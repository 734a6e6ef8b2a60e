import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { TrailStore } from '../delivery/trail-store.js';
import { DeadLetterStore } from '../delivery/dead-letter-store.js';
import { SettingsStore } from '../settings/settings-store.js';
import { PushStore } from './push-store.js';
import { createHash } from 'node:crypto';
import { Clock } from '@sextant/platform-runtime/clock';
import type { Creation } from '../notifications/creation/creation.js';
import type { Notification } from '../notifications/notification.js';
import { Observer } from '../observability/observer.js';
import {
  endpointHash,
  pushLetterOf,
  type PushDelivery,
  type PushLetter,
  type PushOutcome,
  PushSender,
} from './push.js';
import { deliveryOf, PushComposer, USERS_AT_ONCE } from './push-composer.js';
import { PausedHosts } from './paused-hosts.js';
import { PushTurns, toldBy } from './push-turns.js';
import { DEFAULT_SETTINGS } from '../settings/settings.js';
import type { Rounds } from '@sextant/platform-data/work-loop';
import { observedRounds } from '../scheduling/rounds.js';

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

/** Sends notifications to browsers, at least once, until the push service has them or never will. */
@Injectable()
export class PushQueue implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #worker: Rounds;
  readonly #underWay = new Map<PushDelivery, Promise<void>>();
  readonly #paused: PausedHosts;

  constructor(
    private readonly push: PushStore,
    private readonly settings: SettingsStore,
    private readonly deadLetters: DeadLetterStore,
    private readonly trail: TrailStore,
    private readonly composer: PushComposer,
    private readonly turns: PushTurns,
    private readonly sender: PushSender,
    private readonly clock: Clock,
    private readonly observer: Observer,
  ) {
    this.#paused = new PausedHosts(clock);
    const round = () => this.deliver();
    this.#worker = observedRounds({ name: 'push', pollMs: POLL_MS, round, observer });
  }

  onApplicationBootstrap(): void {
    this.#worker.start();
  }

  /** Ends when what is under way has its answer, or its deadline has passed. */
  async onApplicationShutdown(): Promise<void> {
    await this.#worker.stop();
    await this.settled();
    this.sender.close();
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
    for (let start = 0; start < creation.recipients.length; start += USERS_AT_ONCE) {
      await this.#queue(await this.composer.deliveriesOf(creation, start));
    }
  }

  /** Queues a message of a record that its reader had put off until now. */
  async addAwakened(record: Notification, until: Date): Promise<void> {
    await this.#queue(await this.composer.deliveriesOfAwakened(record, until));
  }

  async #queue(deliveries: readonly PushDelivery[]): Promise<void> {
    if (deliveries.length > 0) await this.push.queue(deliveries);
    this.#worker.wake();
  }

  wake(): void {
    this.#worker.wake();
  }

  /** Sends a test message to all browsers of a user. @returns how many there are */
  async test(user: string, key: string): Promise<number> {
    const { push, settings } = this;
    const subscriptions = await push.ofUsers([user]);
    const wanted = (await settings.ofUsers([user])).get(user) ?? DEFAULT_SETTINGS;
    const payload = JSON.stringify({
      title: 'Test',
      body: 'Notifications reach this browser.',
      silent: !wanted.soundEnabled,
    });
    const dueAt = new Date(this.clock.nowMs());
    await this.#queue(subscriptions.map((one) => deliveryOf(one, { key, payload, dueAt })));
    return subscriptions.length;
  }

  /**
   * Queues a message of a dead letter again: as a delivery of its own, as the one that was buried may still have
   * to be finished, and may be buried again before the letter is thrown away.
   *
   * @returns whether its browser is still there
   */
  async again({ user, delivery, endpointHash: hash, payload }: PushLetter): Promise<boolean> {
    const { push } = this;
    const subscriptions = await push.ofUsers([user]);
    const found = subscriptions.find(({ endpoint }) => endpointHash(endpoint) === hash);
    if (found === undefined) return false;
    const dueAt = new Date(this.clock.nowMs());
    const id = createHash('sha256').update(`again ${delivery}`).digest('hex');
    await this.#queue([{ ...deliveryOf(found, { key: '', payload, dueAt }), id, isUrgent: true }]);
    return true;
  }

  /**
   * Begins to send what is due as far as there is room, without waiting for the answers: when one is
   * there, the next one begins.
   *
   * @returns whether there may be more, and room for it
   */
  async deliver(): Promise<boolean> {
    const { clock, observer } = this;
    const room = PARALLEL - this.#underWay.size;
    if (room <= 0) return false;
    const nowMs = clock.nowMs();
    const deliveries = await this.push.claim({
      now: new Date(nowMs),
      leaseUntil: new Date(nowMs + LEASE_MS),
      limit: room,
      exceptHosts: [...this.#busy(hostOf, PARALLEL_TO_HOST), ...this.#paused.hosts()],
      exceptUsers: this.#busy(userOf, PARALLEL_TO_USER),
    });
    if (deliveries.length === 0) return false;
    const turnOf = await this.turns.of(deliveries);
    for (const delivery of deliveries) {
      const turn = turnOf(delivery);
      if (turn === 'never') {
        observer.pushed('not_needed');
        await this.push.finish(delivery.id);
      } else if (turn === 'now' && this.#hasRoomFor(delivery)) this.#begin(delivery);
      else {
        const at = turn === 'now' ? new Date(nowMs) : turn;
        await this.push.retry(delivery.id, delivery.attempts, at);
      }
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
      this.#paused.takes(hostOf(delivery)) &&
      !this.#busy(hostOf, PARALLEL_TO_HOST).includes(hostOf(delivery)) &&
      !this.#busy(userOf, PARALLEL_TO_USER).includes(userOf(delivery))
    );
  }

  #begin(delivery: PushDelivery): void {
    const sending = this.#send(delivery)
      // Its lease ends: it is sent again.
      .catch((error: unknown) => this.observer.trouble('push.failed', error))
      .finally(() => {
        this.#underWay.delete(delivery);
        this.#worker.wake();
      });
    this.#underWay.set(delivery, sending);
  }

  async #send(delivery: PushDelivery): Promise<void> {
    const { sender, observer } = this;
    const call = this.#paused.begin(hostOf(delivery));
    const outcome = await sender.send(delivery).catch((error: unknown) => {
      call.abandoned();
      throw error;
    });
    call.answered(outcome, userOf(delivery));
    switch (outcome.kind) {
      case 'later':
        await this.#later(delivery, outcome);
        return;
      case 'denied':
        observer.trouble('push.denied', new Error(outcome.reason), aboutOf(delivery));
        await this.#later(delivery, outcome);
        return;
      case 'refused':
        await this.#bury(delivery, 'refused', outcome.reason);
        return;
      case 'gone':
        await this.push.forget(delivery.subscription.endpoint);
    }
    if (outcome.kind === 'delivered') await this.#note('pushed', delivery);
    observer.pushed(outcome.kind);
    await this.push.finish(delivery.id);
  }

  async #later(
    delivery: PushDelivery,
    outcome: PushOutcome & { readonly kind: 'later' | 'denied' },
  ): Promise<void> {
    const { clock, observer } = this;
    const { id, attempts } = delivery;
    const tried = attempts + 1;
    if (tried >= MAX_ATTEMPTS) {
      await this.#bury(delivery, 'given_up', outcome.reason);
      return;
    }
    const retryAfterMs = outcome.kind === 'later' ? (outcome.retryAfterMs ?? 0) : 0;
    const backoffMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts);
    const waitMs = Math.max(backoffMs, Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS));
    observer.pushed(outcome.kind === 'later' ? 'retried' : 'denied');
    await this.push.retry(id, tried, new Date(clock.nowMs() + waitMs), outcome.reason);
  }

  /** An operator sees it, and may send it again. */
  async #bury(
    delivery: PushDelivery,
    outcome: 'refused' | 'given_up',
    reason: string,
  ): Promise<void> {
    const { clock, observer } = this;
    observer.trouble(`push.${outcome}`, new Error(reason), aboutOf(delivery));
    await this.deadLetters.bury({
      id: delivery.id,
      at: new Date(clock.nowMs()),
      reason,
      event: JSON.stringify({ push: pushLetterOf(delivery) }),
    });
    await this.#note('push_failed', delivery);
    observer.pushed(outcome);
    await this.push.finish(delivery.id);
  }

  async #note(what: 'pushed' | 'push_failed', delivery: PushDelivery): Promise<void> {
    const { clock } = this;
    const record = toldBy(delivery).id;
    if (record === undefined) return;
    const at = new Date(clock.nowMs());
    await this.trail.add([{ record, what, at, detail: hostOf(delivery) }]);
  }
}

const hostOf = ({ subscription }: PushDelivery): string => new URL(subscription.endpoint).host;

const aboutOf = (delivery: PushDelivery) => ({
  host: hostOf(delivery),
  user: userOf(delivery),
  delivery: delivery.id,
});

const userOf = ({ subscription }: PushDelivery): string => subscription.user;
