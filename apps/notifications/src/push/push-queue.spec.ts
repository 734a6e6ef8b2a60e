import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import type { Creation } from '../notifications/creation/creation.js';
import {
  readPushLetter,
  type PushDelivery,
  type PushOutcome,
  type PushSubscription,
} from './push.js';
import { PARALLEL, PARALLEL_TO_HOST, PARALLEL_TO_USER, PushQueue } from './push-queue.js';
import { withDefaults, type Preferences } from '../settings/preferences.js';
import { DEFAULT_SETTINGS, type Settings } from '../settings/settings.js';
import { PushComposer } from './push-composer.js';
import { PushTurns } from './push-turns.js';
import { RecipientPreferences } from '../settings/recipient-preferences.js';
import type { PushClaim } from './push-store.js';
import type { DeadLetter } from '../delivery/dead-letter-store.js';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

const userOf = (number: number): string => number.toString(16).padStart(24, '0');
const subscriptionOf = (user: string, endpoint: string): PushSubscription => ({
  ...{ user, endpoint, p256dh: 'p', auth: 'a' },
  createdAt: new Date(0),
});
const creationFor = (...users: string[]): Creation => ({
  id: 'c'.repeat(20) + '0000',
  key: 'k',
  academyId: 'academy-1',
  recipients: users.map((user) => ({ user, userId: user, userName: 'Name' })),
  content: { title: 'T', description: 'D', notificationType: 'newPost', autoDeleteOnCheck: true },
  createdAt: new Date(0),
});

/** A queue over a storage in memory, and a push service that answers when it is told to. */
class World {
  readonly clock = new FakeClock('2026-01-01T00:00:00Z');
  readonly subscriptions: PushSubscription[] = [];
  readonly settings = new Map<string, Settings>();
  readonly preferences = new Map<string, Preferences>();
  readonly queued = new Map<string, PushDelivery>();
  readonly sent: PushDelivery[] = [];
  readonly outcomes: string[] = [];
  readonly troubles: string[] = [];
  readonly letters: DeadLetter[] = [];
  /** Records that are read, or gone. */
  readonly read = new Set<string>();
  readonly academies = new Map<string, string>();
  /** What an operator does who is quick. */
  onBuried: (letter: DeadLetter) => Promise<unknown> = () => Promise.resolve();
  /** What the push service says; for ever nothing if absent. */
  outcome: PushOutcome | undefined = { kind: 'delivered' };

  readonly #push = {
    ofUsers: (users: readonly string[]) =>
      Promise.resolve(this.subscriptions.filter(({ user }) => users.includes(user))),
    queue: (deliveries: readonly PushDelivery[]) => {
      for (const one of deliveries) {
        if (!this.queued.has(one.id)) this.queued.set(one.id, one);
      }
      return Promise.resolve();
    },
    claim: (claim: PushClaim) => Promise.resolve(this.#claim(claim)),
    retry: (id: string, attempts: number, dueAt: Date) => {
      this.#change(id, { attempts, dueAt });
      return Promise.resolve();
    },
    finish: (id: string) => Promise.resolve(void this.queued.delete(id)),
    forget: (endpoint: string) => {
      const index = this.subscriptions.findIndex((one) => one.endpoint === endpoint);
      this.subscriptions.splice(index, 1);
      return Promise.resolve();
    },
  } as never;
  readonly #stored = { ofUsers: () => Promise.resolve(this.settings) } as never;
  readonly #recipients = new RecipientPreferences(
    this.#stored,
    { ofUsers: () => Promise.resolve(this.preferences) } as never,
    { ofUsers: () => Promise.resolve(new Map()) } as never,
  );
  readonly #people = {
    known: () =>
      Promise.resolve(
        new Map([...this.academies].map(([user, academyId]) => [user, { academyId }])),
      ),
  } as never;
  readonly #notifications = {
    unread: (ids: readonly string[]) =>
      Promise.resolve(new Set(ids.filter((id) => !this.read.has(id)))),
  } as never;

  readonly queue = new PushQueue(
    this.#push,
    this.#stored,
    {
      bury: async (letter: DeadLetter) => {
        this.letters.push(letter);
        await this.onBuried(letter);
      },
    } as never,
    { add: () => Promise.resolve() } as never,
    new PushComposer(this.#push, this.#recipients, this.#people, this.clock),
    new PushTurns(this.#push, this.#notifications, this.#recipients, this.clock),
    {
      send: (delivery) => {
        this.sent.push(delivery);
        return this.outcome === undefined
          ? new Promise(() => undefined)
          : Promise.resolve(this.outcome);
      },
      close: () => undefined,
    },
    this.clock,
    {
      pushed: (outcome: string) => this.outcomes.push(outcome),
      trouble: (what: string) => this.troubles.push(what),
    } as never,
  );

  /** Delivers what is due. */
  async deliver(): Promise<void> {
    while (await this.queue.deliver());
    if (this.outcome !== undefined) await this.queue.settled();
  }

  /** One delivery, with how long it waits. */
  get only(): { attempts: number; waitsMs: number } | undefined {
    const [one] = this.queued.values();
    return one && { attempts: one.attempts, waitsMs: one.dueAt.getTime() - this.clock.nowMs() };
  }

  /** At most one a turn of those that have room, like a storage whose claims meet. */
  #claim({ now, leaseUntil, limit, exceptHosts, exceptUsers }: PushClaim): PushDelivery[] {
    const due = [...this.queued.values()].filter(
      ({ dueAt, subscription }) =>
        dueAt <= now &&
        !exceptHosts.includes(new URL(subscription.endpoint).host) &&
        !exceptUsers.includes(subscription.user),
    );
    return due.slice(0, limit).map((one) => this.#change(one.id, { dueAt: leaseUntil }));
  }

  #change(id: string, change: Partial<PushDelivery>): PushDelivery {
    const changed = { ...this.queued.get(id), ...change } as PushDelivery;
    this.queued.set(id, changed);
    return changed;
  }
}

describe('the push queue', () => {
  let world: World;
  const [ann, bob] = [userOf(1), userOf(2)];

  beforeEach(() => {
    world = new World();
    world.subscriptions.push(subscriptionOf(ann, 'https://one.example/ann'));
  });

  it('sends a message to each browser of each recipient, once', async () => {
    world.subscriptions.push(
      subscriptionOf(ann, 'https://two.example/ann'),
      subscriptionOf(bob, 'https://one.example/bob'),
      subscriptionOf(userOf(3), 'https://one.example/nobody'),
    );
    await world.queue.add(creationFor(ann, bob));
    await world.queue.add(creationFor(ann, bob));

    await world.deliver();

    expect(world.sent.map(({ subscription }) => subscription.endpoint).sort()).toEqual([
      'https://one.example/ann',
      'https://one.example/bob',
      'https://two.example/ann',
    ]);
    expect(JSON.parse(world.sent[0]?.payload ?? '')).toMatchObject({ title: 'T', body: 'D' });
    expect(world.queued.size).toBe(0);
    expect(world.outcomes).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('leaves out who switched the kind off, and is silent for who wants no sound', async () => {
    world.subscriptions.push(subscriptionOf(bob, 'https://one.example/bob'));
    world.settings.set(ann, { ...DEFAULT_SETTINGS, newPost: false });
    world.settings.set(bob, { ...DEFAULT_SETTINGS, soundEnabled: false });
    await world.queue.add(creationFor(ann, bob));

    await world.deliver();

    expect(world.sent.map(({ subscription }) => subscription.user)).toEqual([bob]);
    expect(JSON.parse(world.sent[0]?.payload ?? '')).toMatchObject({ silent: true });
  });

  it('tries again with pauses that double from five seconds to an hour, ten times in all', async () => {
    world.outcome = { kind: 'later', reason: '500' };
    await world.queue.add(creationFor(ann));
    const pauses: number[] = [];

    while (world.queued.size > 0) {
      await world.deliver();
      const { waitsMs = 0 } = world.only ?? {};
      if (waitsMs > 0) pauses.push(waitsMs / SECOND);
      world.clock.advance(waitsMs);
    }

    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280]);
    expect(world.sent).toHaveLength(10);
    expect(world.outcomes.at(-1)).toBe('given_up');
    expect(world.letters).toMatchObject([{ reason: '500' }]);
    expect(world.troubles).toEqual(['push.given_up']);
  });

  it.each([
    ['shorter than the pause', 1 * SECOND, 5 * SECOND],
    ['longer', 60 * SECOND, 60 * SECOND],
    ['longer than a day', 30 * DAY, DAY],
  ])('waits as long as Retry-After says: %s', async (_name, retryAfterMs, waitsMs) => {
    world.outcome = { kind: 'later', reason: '429', retryAfterMs };
    await world.queue.add(creationFor(ann));

    await world.deliver();

    expect(world.only).toEqual({ attempts: 1, waitsMs });
  });

  it('forgets a browser that is gone', async () => {
    world.outcome = { kind: 'gone' };
    await world.queue.add(creationFor(ann));

    await world.deliver();

    expect(world.subscriptions).toEqual([]);
    expect(world.queued.size).toBe(0);
  });

  it('tells who was not known when it was sent only if they are of that academy', async () => {
    world.subscriptions.push(
      subscriptionOf(bob, 'https://one.example/bob'),
      subscriptionOf(userOf(3), 'https://one.example/nobody'),
    );
    world.academies.set(ann, 'academy-1').set(bob, 'academy-2');
    const creation = creationFor(ann, bob, userOf(3));
    const recipients = creation.recipients.map((one) => ({ ...one, boundTo: 'academy-1' }));
    await world.queue.add({ ...creation, recipients });

    await world.deliver();

    expect(world.sent.map(({ subscription }) => subscription.user)).toEqual([ann]);
  });

  it('keeps what was refused as a dead letter, which is sent again while the browser is there', async () => {
    world.outcome = { kind: 'refused', reason: '413' };
    await world.queue.add(creationFor(ann));

    await world.deliver();
    const [letter] = world.letters;
    const push = readPushLetter(letter?.event ?? '');
    world.outcome = { kind: 'delivered' };
    const isThere = push && (await world.queue.again(push));
    await world.deliver();
    world.subscriptions.length = 0;

    expect(world.troubles).toEqual(['push.refused']);
    expect(letter).toMatchObject({ id: world.sent[0]?.id, reason: '413' });
    expect(push).toMatchObject({ host: 'one.example', user: ann, delivery: world.sent[0]?.id });
    expect(letter?.event).not.toContain('https://one.example/ann');
    expect(isThere).toBe(true);
    expect(world.sent[1]).toMatchObject({
      payload: world.sent[0]?.payload,
      subscription: world.sent[0]?.subscription,
    });
    expect(push && (await world.queue.again(push))).toBe(false);
  });

  it('sends a dead letter again that is used before its delivery is finished', async () => {
    world.outcome = { kind: 'refused', reason: '400' };
    world.onBuried = async ({ event }) => {
      world.outcome = { kind: 'delivered' };
      await world.queue.again(readPushLetter(event)!);
    };
    await world.queue.add(creationFor(ann));

    await world.deliver();
    await world.deliver();

    expect(world.sent).toHaveLength(2);
    expect(world.outcomes).toEqual(['refused', 'delivered']);
    expect(world.queued.size).toBe(0);
  });

  it('buries what is refused again under a name of its own: the letter that was used is thrown away', async () => {
    world.outcome = { kind: 'refused', reason: '400' };
    await world.queue.add(creationFor(ann));
    await world.deliver();
    await world.queue.again(readPushLetter(world.letters[0]?.event ?? '')!);

    await world.deliver();

    expect(new Set(world.letters.map(({ id }) => id)).size).toBe(2);
  });

  it('throws away what was read while it waited, and sends what is about no record', async () => {
    world.subscriptions.push(subscriptionOf(bob, 'https://one.example/bob'));
    await world.queue.add(creationFor(ann, bob));
    await world.queue.test(ann, 'test:1');
    const [first] = [...world.queued.values()].filter(
      ({ subscription }) => subscription.user === ann,
    );
    world.read.add((JSON.parse(first!.payload) as { id: string }).id);

    await world.deliver();

    expect(world.sent.map(({ subscription }) => subscription.user).sort()).toEqual([ann, bob]);
    expect(world.outcomes.sort()).toEqual(['delivered', 'delivered', 'not_needed']);
    expect(world.queued.size).toBe(0);
  });

  describe('what waits for the morning', () => {
    const night = { from: '22:00', to: '07:00' };
    const preferring = (change: Partial<Preferences>) =>
      world.preferences.set(ann, { ...withDefaults({}), quietHours: night, ...change });

    beforeEach(async () => {
      preferring({});
      await world.queue.add({ ...creationFor(ann), classId: 'class-7b' });
    });

    it.each<[string, () => unknown]>([
      [
        'its kind was switched off',
        () => world.settings.set(ann, { ...DEFAULT_SETTINGS, newPost: false }),
      ],
      [
        'pushes of its kind were switched off',
        () => preferring({ kinds: withDefaults({ kinds: { newPost: { push: false } } }).kinds }),
      ],
      ['its class was muted', () => preferring({ mutedClasses: ['class-7b'] })],
    ])('is not sent if %s meanwhile', async (_name, change) => {
      await world.deliver();
      change();
      world.clock.advance(DAY / 2);

      await world.deliver();

      expect(world.sent).toEqual([]);
      expect(world.outcomes).toEqual(['not_needed']);
      expect(world.queued.size).toBe(0);
    });

    it('is sent if another class was muted', async () => {
      preferring({ mutedClasses: ['class-8a'] });
      world.clock.advance(DAY / 2);

      await world.deliver();

      expect(world.sent).toHaveLength(1);
    });
  });

  it.each<[string, Pick<Creation, 'isUrgent'>, number]>([
    ['waits for the morning', {}, 1],
    ['comes at night all the same if it is urgent', { isUrgent: true }, 2],
  ])('what failed in the evening %s', async (_name, urgency, sent) => {
    const evening = { from: '00:01', to: '07:00' };
    world.preferences.set(ann, { ...withDefaults({}), quietHours: evening });
    world.outcome = { kind: 'later', reason: '503', retryAfterMs: 120 * SECOND };
    await world.queue.add({ ...creationFor(ann), ...urgency });
    await world.deliver();
    world.outcome = { kind: 'delivered' };
    world.clock.advance(120 * SECOND);

    await world.deliver();
    const atNight = world.sent.length;
    world.clock.advance(7 * 3600 * SECOND);
    await world.deliver();

    expect([atNight, world.sent.length]).toEqual([sent, 2]);
    expect(world.queued.size).toBe(0);
  });

  it('pauses a service that denies our key to five users, and loses nothing', async () => {
    const users = Array.from({ length: 8 }, (_unused, index) => userOf(index + 10));
    for (const user of users) {
      world.subscriptions.push(subscriptionOf(user, `https://denies.example/${user}`));
    }
    world.outcome = { kind: 'denied', reason: '403' };
    for (const user of users.slice(0, 5)) {
      await world.queue.add(creationFor(user));
      await world.deliver();
    }
    await world.queue.add(creationFor(...users.slice(5)));
    await world.deliver();
    const whilePaused = world.sent.length;
    world.outcome = { kind: 'delivered' };
    await world.queue.add(creationFor(ann));
    await world.deliver();
    const others = world.sent.length - whilePaused;

    world.clock.advance(3_600_000);
    while (world.queued.size > 0) await world.deliver();

    expect([whilePaused, others]).toEqual([5, 1]);
    expect(world.outcomes.filter((outcome) => outcome === 'denied')).toHaveLength(5);
    expect(world.sent).toHaveLength(5 + 1 + 8);
    expect(world.letters).toEqual([]);
  });

  it('pauses nothing for one user whose browsers have another key, and keeps those as dead letters', async () => {
    world.subscriptions.length = 0;
    for (let index = 0; index < 8; index += 1) {
      world.subscriptions.push(subscriptionOf(ann, `https://one.example/ann-${index}`));
    }
    world.subscriptions.push(subscriptionOf(bob, 'https://one.example/bob'));
    world.outcome = { kind: 'denied', reason: '403' };
    await world.queue.add(creationFor(ann));
    while (world.queued.size > 0) {
      await world.deliver();
      world.clock.advance(3_600_000);
    }
    world.outcome = { kind: 'delivered' };

    await world.queue.add(creationFor(bob));
    await world.deliver();

    expect(world.letters).toHaveLength(8);
    expect(world.sent.at(-1)?.subscription.user).toBe(bob);
  });

  it('throws away what is for a browser that has another user by now', async () => {
    await world.queue.add(creationFor(ann));
    world.subscriptions[0] = subscriptionOf(bob, 'https://one.example/ann');

    await world.deliver();

    expect(world.sent).toEqual([]);
    expect(world.queued.size).toBe(0);
  });

  it('has no more under way than there is room, to a service and to a user', async () => {
    world.outcome = undefined;
    for (let user = 1; user <= 100; user += 1) {
      for (const host of ['one', 'two', 'three']) {
        const endpoint = `https://${host}.example/${user}`;
        world.subscriptions.push(subscriptionOf(userOf(user), endpoint));
      }
    }
    for (let index = 0; index < 10; index += 1) {
      world.subscriptions.push(subscriptionOf(userOf(500), `https://host-${index}.example/x`));
    }
    await world.queue.add(creationFor(userOf(500)));
    await world.deliver();
    const toUser = world.sent.length;
    await world.queue.add(
      creationFor(...Array.from({ length: 100 }, (_unused, index) => userOf(index + 1))),
    );

    await world.deliver();

    const hosts = new Map<string, number>();
    for (const { subscription } of world.sent) {
      const { host } = new URL(subscription.endpoint);
      hosts.set(host, (hosts.get(host) ?? 0) + 1);
    }
    expect(toUser).toBe(PARALLEL_TO_USER);
    expect(world.sent).toHaveLength(PARALLEL);
    expect(Math.max(...hosts.values())).toBeLessThanOrEqual(PARALLEL_TO_HOST);
  });

  it('sends on while a service with a long queue does not answer', async () => {
    world.outcome = undefined;
    const users = Array.from({ length: 200 }, (_unused, index) => userOf(index + 10));
    for (const user of users) {
      world.subscriptions.push(subscriptionOf(user, `https://dead.example/${user}`));
    }
    await world.queue.add(creationFor(...users));
    await world.queue.add(creationFor(ann));

    // With room for it, and no more turns than it needs.
    for (let turn = 0; turn < 5; turn += 1) await world.queue.deliver();

    expect(world.sent.some(({ subscription }) => subscription.user === ann)).toBe(true);
  });

  it('tries again what failed here, when its lease ends', async () => {
    await world.queue.add(creationFor(ann));
    world.outcome = undefined;
    await world.deliver();
    world.clock.advance(60 * SECOND - 1);
    await world.deliver();
    const early = world.sent.length;

    world.clock.advance(1);
    await world.deliver();

    expect([early, world.sent.length]).toEqual([1, 2]);
  });

  it('sends a test message to all browsers of one user, and counts them', async () => {
    world.subscriptions.push(subscriptionOf(ann, 'https://two.example/ann'));

    const counts = [await world.queue.test(ann, 'test:1'), await world.queue.test(bob, 'test:1')];
    await world.deliver();

    expect(counts).toEqual([2, 0]);
    expect(world.sent).toHaveLength(2);
    expect(JSON.parse(world.sent[0]?.payload ?? '')).toMatchObject({ title: 'Test' });
  });
});
