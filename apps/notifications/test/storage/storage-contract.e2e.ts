import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { secureRandom } from '@sextant/platform-runtime/clock';
import {
  receivedRecord,
  sentRecord,
  type Creation,
} from '../../src/notifications/creation/creation.js';
import { newCreationId, recordId } from '../../src/access/object-id.js';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.js';
import { type Storage, STORAGES, type TestStorage } from '../storages.js';
import type { PushClaim } from '../../src/push/push-store.js';
import { drain } from '../drain.js';
import { people, person } from '../people.js';

let number = 0;
const unique = (name: string) => `${name}-${(number += 1)}`;

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds));

const creationOf = (change: Partial<Creation> = {}): Creation => ({
  id: newCreationId(at(0).getTime(), secureRandom),
  key: unique('key'),
  academyId: 'academy-1',
  sender: person('sender'),
  recipients: [person(unique('recipient'))],
  content: {
    title: 'Title',
    description: 'Description',
    category: 'news',
    notificationType: 'direct',
    relatedEntity: { type: 'post', id: 'post-1' },
    autoDeleteOnCheck: true,
  },
  createdAt: at(0),
  ...change,
});

describe.each(STORAGES)('storage: $name', ({ open, isThere }) => {
  (isThere ? describe : describe.skip)('as the port promises', () => {
    let opened: TestStorage;
    let storage: Storage;

    beforeAll(async () => {
      opened = await open();
      ({ storage } = opened);
    });
    afterAll(() => opened.close());

    const add = async (change: Partial<Creation> = {}) => {
      const creation = creationOf(change);
      await storage.notifications.addReceived(creation);
      return creation;
    };
    const listOf = (user: string, checked?: boolean) =>
      storage.notifications.list({
        user,
        academyId: 'academy-1',
        type: 'received',
        limit: 100,
        ...(checked === undefined ? {} : { checked }),
      });

    const readerOf = (user: string, academyId = 'academy-1') => ({ user, academyId });

    describe('notifications', () => {
      it('keeps every member of received and sent records', async () => {
        const creation = await add();
        await storage.notifications.addSent(creation);

        const received = await storage.notifications.find(recordId(creation.id, 1));
        const sent = await storage.notifications.find(creation.id);

        expect(received).toEqual(receivedRecord(creation, 0));
        expect(sent).toEqual(sentRecord(creation));
      });

      it('keeps records without the optional members', async () => {
        const { id, key, academyId, recipients, createdAt } = creationOf();
        const creation: Creation = {
          ...{ id, key, academyId, recipients, createdAt },
          content: { title: 'T', notificationType: 'newPost', autoDeleteOnCheck: false },
        };
        await storage.notifications.addReceived(creation);
        await storage.notifications.addSent(creation);

        const received = await storage.notifications.find(recordId(creation.id, 1));

        expect(received).toEqual(receivedRecord(creation, 0));
        expect(received).not.toHaveProperty('from');
        expect(await storage.notifications.find(creation.id)).toBeUndefined();
      });

      it('adds 3,000 records, and those that are missing when it is done again', async () => {
        const recipients = people(3000, unique('many'));
        const creation = await add({ recipients: recipients.slice(0, 1500) });
        await storage.notifications.addReceived({ ...creation, recipients });
        await storage.notifications.addReceived({ ...creation, recipients });

        const counts = await Promise.all(
          [0, 1499, 1500, 2999].map(async (index) =>
            (await listOf(recipients[index]!.user)).map(({ id }) => id),
          ),
        );

        expect(counts).toEqual(
          [0, 1499, 1500, 2999].map((index) => [recordId(creation.id, index + 1)]),
        );
      });

      it('lists newest first, without descriptions, in pages', async () => {
        const recipients = [person(unique('pages'))];
        const [{ user } = person('')] = recipients;
        const made = [];
        for (const seconds of [1, 2, 2, 3])
          made.push(await add({ recipients, createdAt: at(seconds) }));
        const ids = made.map(({ id }) => recordId(id, 1));

        const all = await listOf(user);
        const query = { ...readerOf(user), type: 'received', limit: 2 } as const;
        const first = await storage.notifications.list(query);
        const second = await storage.notifications.list({ ...query, after: first[1]! });

        const middle = [ids[1]!, ids[2]!].sort().reverse();
        expect(all.map(({ id }) => id)).toEqual([ids[3], ...middle, ids[0]]);
        expect([...first, ...second]).toEqual(all);
        expect(all.every((one) => !('description' in one))).toBe(true);
      });

      it('filters by the checked state and by the type', async () => {
        const recipients = [person(unique('filter'))];
        const [{ user } = person('')] = recipients;
        const content = { ...creationOf().content, autoDeleteOnCheck: false };
        const one = await add({ recipients, content });
        await add({ recipients, content });
        await storage.notifications.check(recordId(one.id, 1), user, at(9));

        expect(await listOf(user, true)).toMatchObject([
          { id: recordId(one.id, 1), checked: true },
        ]);
        expect(await listOf(user, false)).toHaveLength(1);
        const sent = await storage.notifications.list({
          ...{ user, academyId: 'academy-1' },
          ...{ type: 'sent', limit: 9 },
        });
        expect(sent).toEqual([]);
      });

      it('checks: removes one-off records, marks others, leaves strangers’ and sent ones', async () => {
        const owner = person(unique('checks'));
        const oneOff = await add({ recipients: [owner] });
        const content = { ...creationOf().content, autoDeleteOnCheck: false };
        const lasting = await add({ recipients: [owner], content });
        const sent = creationOf({ sender: owner });
        await storage.notifications.addSent(sent);
        const [a, b] = [recordId(oneOff.id, 1), recordId(lasting.id, 1)];

        await storage.notifications.check(a, person('stranger').user, at(9));
        expect(await listOf(owner.user, false)).toHaveLength(2);
        for (const id of [a, b, sent.id]) await storage.notifications.check(id, owner.user, at(9));

        expect(await storage.notifications.find(a)).toBeUndefined();
        const marked = await storage.notifications.find(b);
        expect(marked).toMatchObject({ checked: true, updatedAt: at(9) });
        expect(await storage.notifications.find(sent.id)).toMatchObject({ checked: false });
      });

      it('checks all at once and counts, but not what comes later', async () => {
        const owner = person(unique('bulk'));
        const recipients = [owner];
        const content = { ...creationOf().content, autoDeleteOnCheck: false };
        await add({ recipients });
        await add({ recipients });
        await add({ recipients, content });
        await add({ recipients, createdAt: at(20) });

        const first = await storage.notifications.checkAll(readerOf(owner.user), at(10));
        const second = await storage.notifications.checkAll(readerOf(owner.user), at(10));

        expect(first).toEqual({ checkedCount: 1, deletedCount: 2 });
        expect(second).toEqual({ checkedCount: 0, deletedCount: 0 });
        expect(await listOf(owner.user)).toHaveLength(2);
      });

      it('does not bring back what was removed when a creation is completed again', async () => {
        const owner = person(unique('removed'));
        const creation = await add({ recipients: [owner] });
        await storage.notifications.remove(recordId(creation.id, 1), owner.user, at(1));

        await storage.notifications.addReceived(creation);

        expect(await listOf(owner.user)).toEqual([]);
      });

      it('removes only for the owner', async () => {
        const creation = await add();
        const id = recordId(creation.id, 1);

        await storage.notifications.remove(id, person('stranger').user, at(1));

        expect(await storage.notifications.find(id)).toBeDefined();
      });

      it('sweeps what was removed or checked long ago', async () => {
        const owner = person(unique('sweep'));
        const content = { ...creationOf().content, autoDeleteOnCheck: false };
        const removed = await add({ recipients: [owner] });
        const checked = await add({ recipients: [owner], content });
        const late = await add({ recipients: [owner], content });
        const old = new Date(Date.UTC(2020, 0, 1));
        const soon = new Date(Date.UTC(2020, 0, 2));
        await storage.notifications.remove(recordId(removed.id, 1), owner.user, old);
        await storage.notifications.check(recordId(checked.id, 1), owner.user, old);
        await storage.notifications.check(recordId(late.id, 1), owner.user, at(1));

        const kept = await storage.notifications.sweep({ removedBefore: soon });
        const gone = await storage.notifications.sweep({
          removedBefore: soon,
          checkedBefore: soon,
        });

        expect([kept, gone]).toEqual([1, 1]);
        expect(await listOf(owner.user)).toMatchObject([{ id: recordId(late.id, 1) }]);
        // It is gone for good: now it can come anew.
        await storage.notifications.addReceived(removed);
        expect(await storage.notifications.find(recordId(removed.id, 1))).toBeDefined();
      });
    });

    describe('creations', () => {
      it('knows a key that it has seen, whatever comes with it', async () => {
        const first = creationOf();
        const second = creationOf({ key: first.key });

        const begun = await storage.creations.begin(first, at(5));
        // Whether anybody has a browser or an address is known when it is stored, and later asked again.
        const stored = { ...first, state: begun.state };

        expect(begun).toMatchObject(stored);
        expect(begun.state).toMatch(/^(new|recorded)$/);
        expect(await storage.creations.begin(second, at(5))).toEqual(stored);
        expect(await storage.creations.find(first.id)).toEqual(stored);
        expect(await storage.creations.find(second.id)).toBeUndefined();
      });

      it('has every record of a creation that it calls recorded', async () => {
        const small = creationOf();
        const large = creationOf({ recipients: people(1500, unique('large')) });
        for (const creation of [small, large]) {
          const { state } = await storage.creations.begin(creation, at(0));
          const found = await storage.notifications.find(recordId(creation.id, 1));
          const sent = await storage.notifications.find(creation.id);
          expect([found === undefined, sent === undefined]).toEqual([
            state === 'new',
            state === 'new',
          ]);
          await storage.creations.done(creation);
        }
      });

      it('refuses an id that is taken, loudly', async () => {
        const first = creationOf();
        await storage.creations.begin(first, at(5));

        const clash = storage.creations.begin({ ...creationOf(), id: first.id }, at(5));

        await expect(clash).rejects.toThrow();
      });

      it('gives one of many that are begun at once to all', async () => {
        const key = unique('race');
        const begun = await Promise.all(
          Array.from({ length: 10 }, () => storage.creations.begin(creationOf({ key }), at(5))),
        );

        expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
      });

      it('lets one worker claim what is unfinished once its lease is over', async () => {
        await storage.ping();
        const before = await drain(storage);
        const creation = creationOf();
        await storage.creations.begin(creation, at(10));

        const early = await storage.creations.claim(at(9), at(20));
        const claims = await Promise.all(
          Array.from({ length: 5 }, () => storage.creations.claim(at(11), at(20))),
        );
        await storage.creations.recorded(creation.id);
        await storage.creations.renew(creation.id, at(22));
        expect(await storage.creations.claim(at(21), at(30))).toBeUndefined();
        const recorded = await storage.creations.claim(at(22), at(30));
        await storage.creations.done(creation);
        await storage.creations.recorded(creation.id);

        expect(before).toBe(0);
        expect(early).toBeUndefined();
        expect(claims.filter((one) => one !== undefined)).toMatchObject([creation]);
        expect(recorded).toMatchObject({ id: creation.id, state: 'recorded' });
        expect(await storage.creations.claim(at(99), at(100))).toBeUndefined();
        expect(await storage.creations.pending()).toBe(0);
        expect(await storage.creations.find(creation.id)).toMatchObject({ state: 'done' });
      });

      it('forgets what is done and old', async () => {
        await drain(storage);
        const createdAt = new Date(Date.UTC(2019, 0, 1));
        const [done, open] = [creationOf({ createdAt }), creationOf({ createdAt })];
        for (const one of [done, open]) await storage.creations.begin(one, at(5));
        await storage.creations.done(done);

        expect(await storage.creations.sweep(new Date(Date.UTC(2019, 0, 2)))).toBe(1);

        expect(await storage.creations.find(done.id)).toBeUndefined();
        expect(await storage.creations.find(open.id)).toBeDefined();
      });
    });

    describe('settings', () => {
      it('makes them with the defaults at the first read, once', async () => {
        const owner = person(unique('settings'));

        const reads = await Promise.all(
          Array.from({ length: 8 }, () => storage.settings.read(owner, at(0))),
        );

        expect(reads[0]).toMatchObject({ owner, settings: DEFAULT_SETTINGS, createdAt: at(0) });
        expect(new Set(reads.map(({ id }) => id)).size).toBe(1);
      });

      it('changes the given members only, before and after they exist', async () => {
        const owner = person(unique('settings'));

        await storage.settings.update(owner, { newPost: false }, at(1));
        await storage.settings.update(owner, { eventReminderDefault: 30 }, at(2));
        const { settings, createdAt, updatedAt } = await storage.settings.read(owner, at(3));

        expect(settings).toEqual({ ...DEFAULT_SETTINGS, newPost: false, eventReminderDefault: 30 });
        expect(Object.keys(settings)).toEqual(Object.keys(DEFAULT_SETTINGS));
        expect([createdAt, updatedAt]).toEqual([at(1), at(2)]);
      });

      it('reads those of many users', async () => {
        const [one, other] = [person(unique('settings')), person(unique('settings'))];
        await storage.settings.update(one, { newPost: false }, at(1));

        const found = await storage.settings.ofUsers([one.user, other.user]);

        expect([...found]).toEqual([[one.user, { ...DEFAULT_SETTINGS, newPost: false }]]);
      });
    });

    describe('people', () => {
      it('remembers the academy of a person, as the newest news has it', async () => {
        const known = { ...person(unique('known')), academyId: 'a' };
        await storage.people.remember([known, known], at(5));
        await storage.people.remember([{ ...known, academyId: 'b' }], at(6));
        await storage.people.remember([{ ...known, academyId: 'old' }], at(1));

        const found = await storage.people.known([known.user, person('unseen').user]);

        expect([...found]).toEqual([[known.user, { ...known, academyId: 'b' }]]);
      });

      it('knows active registrations of an academy; old news does not count', async () => {
        const { user } = person(unique('teacher'));
        const register = (active: boolean, seconds: number) =>
          storage.people.register({ user, academyId: 'a', active, changedAt: at(seconds) });

        expect(await storage.people.isRegistered(user, 'a')).toBe(false);
        await register(true, 5);
        expect(await storage.people.isRegistered(user, 'a')).toBe(true);
        expect(await storage.people.isRegistered(user, 'b')).toBe(false);
        expect(await register(false, 6)).toBe(true);
        expect(await register(true, 4)).toBe(false);
        expect(await storage.people.isRegistered(user, 'a')).toBe(false);
        expect(await storage.people.registration(user, 'a')).toEqual({
          ...{ user, academyId: 'a', active: false },
          changedAt: at(6),
        });
        expect(await storage.people.registration(user, 'b')).toBeUndefined();
      });
    });

    describe('pushes', () => {
      const subscriptionOf = (name: string, user = person(name).user) => ({
        endpoint: `https://push.example/${name}/${'x'.repeat(3000)}`,
        p256dh: 'B'.repeat(87),
        auth: 'a'.repeat(22),
        user,
        createdAt: at(0),
      });

      it('keeps one owner for an endpoint: who subscribed last', async () => {
        const name = unique('endpoint');
        const [one, other] = [person(unique('one')).user, person(unique('other')).user];
        await Promise.all([1, 2, 3].map(() => storage.push.subscribe(subscriptionOf(name, one))));
        await storage.push.subscribe(subscriptionOf(name, other));

        expect(await storage.push.ofUsers([one])).toEqual([]);
        expect(await storage.push.ofUsers([other])).toEqual([subscriptionOf(name, other)]);
        await storage.push.unsubscribe(subscriptionOf(name).endpoint, one);
        expect(await storage.push.ofUsers([other])).toHaveLength(1);
        await storage.push.unsubscribe(subscriptionOf(name).endpoint, other);
        expect(await storage.push.ofUsers([other])).toEqual([]);
      });

      it('forgets an endpoint whoever owns it', async () => {
        const subscription = subscriptionOf(unique('gone'));
        await storage.push.subscribe(subscription);

        await storage.push.forget(subscription.endpoint);

        expect(await storage.push.ofUsers([subscription.user])).toEqual([]);
      });

      const claim = (seconds: number, change: Partial<PushClaim> = {}) =>
        storage.push.claim({
          now: at(seconds),
          leaseUntil: at(seconds + 25),
          limit: 10,
          exceptHosts: [],
          exceptUsers: [],
          ...change,
        });

      it('leaves out the hosts and the users that have enough to do', async () => {
        const deliveries = ['one', 'two', 'three'].map((name) => ({
          id: unique('d'),
          subscription: {
            ...{ endpoint: `https://${name}.example:8443/x`, p256dh: 'p', auth: 'a' },
            user: person(name).user,
          },
          payload: '{}',
          attempts: 0,
          dueAt: at(5),
        }));
        await storage.push.queue(deliveries);

        const free = await claim(5, {
          exceptHosts: ['one.example:8443', 'else.example'],
          exceptUsers: [person('two').user],
        });
        const rest = await claim(5);

        expect(free.map(({ id }) => id)).toEqual([deliveries[2]!.id]);
        expect(rest).toHaveLength(2);
        for (const { id } of deliveries) await storage.push.finish(id);
      });

      it('queues a delivery once, and claims, retries and finishes it', async () => {
        const { endpoint, p256dh, auth, user } = subscriptionOf('d');
        const subscription = { endpoint, p256dh, auth, user };
        const delivery = {
          id: unique('d'),
          subscription,
          payload: '{}',
          attempts: 0,
          dueAt: at(5),
        };
        const about = { classId: 'class-7b', isUrgent: true };
        await storage.push.queue([delivery]);
        await storage.push.queue([
          delivery,
          { ...delivery, ...about, id: unique('d'), dueAt: at(6) },
        ]);

        const early = await claim(4);
        const claims = await Promise.all(Array.from({ length: 4 }, () => claim(5)));
        await storage.push.retry(delivery.id, 1, at(20));
        const later = await claim(20);

        expect(early).toEqual([]);
        expect(claims.flat()).toMatchObject([{ ...delivery, dueAt: expect.any(Date) }]);
        expect(later.map(({ attempts }) => attempts).sort()).toEqual([0, 1]);
        expect(later.map(({ classId, isUrgent }) => ({ classId, isUrgent }))).toEqual(
          expect.arrayContaining([about, { classId: undefined, isUrgent: undefined }]),
        );
        const { count, firstDueAt } = await storage.push.backlog();
        expect([count, firstDueAt]).toEqual([later.length, expect.any(Date)]);
        for (const { id } of later) await storage.push.finish(id);
        expect(await claim(99)).toEqual([]);
        expect(await storage.push.backlog()).toEqual({ count: 0 });
      });
    });

    describe('the rest', () => {
      it('remembers the events that were used, each once, until they are swept', async () => {
        const [old, young] = [unique('event:'), unique('event:')];
        await storage.events.remember(old, at(1));
        await storage.events.remember(old, at(3));
        await storage.events.remember(young, at(2));

        expect(await storage.events.has(old)).toBe(true);
        expect(await storage.events.has(unique('event:'))).toBe(false);
        expect(await storage.events.sweep(at(2))).toBe(1);
        expect(await storage.events.has(old)).toBe(false);
        expect(await storage.events.has(young)).toBe(true);
      });

      it('calls no creation of an event done whose event it does not remember', async () => {
        const ofEvent = creationOf({ key: unique('event:') });
        const ofRequest = creationOf();
        for (const one of [ofEvent, ofRequest]) {
          await storage.creations.begin(one, at(5));
          await storage.creations.done(one);
          await storage.creations.done(one);
        }

        expect(await storage.events.has(ofEvent.key)).toBe(true);
        expect(await storage.events.has(ofRequest.key)).toBe(false);
        // As old as its creation.
        expect(await storage.events.sweep(new Date(at(0).getTime() + 1))).toBe(1);
      });

      it('makes a secret once', async () => {
        const name = unique('secret');
        const made = await Promise.all(
          ['a', 'b', 'c'].map((value) => storage.secrets.getOrMake(name, () => value)),
        );

        expect(new Set(made).size).toBe(1);
        expect(await storage.secrets.getOrMake(name, () => 'd')).toBe(made[0]);
      });

      it('keeps idempotency keys: begun once, completed, taken over, released, swept', async () => {
        const scope = unique('scope');
        const entry = {
          scope,
          key: 'k',
          fingerprint: 'f',
          lockedUntil: at(60),
          expiresAt: at(600),
        };
        const { idempotency } = storage;

        const begun = await Promise.all(
          Array.from({ length: 5 }, () => idempotency.begin(entry, at(0))),
        );
        expect(begun.filter((one) => one === undefined)).toHaveLength(1);
        expect(await idempotency.begin({ ...entry, fingerprint: 'other' }, at(61))).toEqual({
          fingerprint: 'f',
        });
        expect(await idempotency.begin({ ...entry, lockedUntil: at(120) }, at(60))).toBeUndefined();
        await idempotency.complete(scope, 'k', null);
        await idempotency.release(scope, 'k');
        expect(await idempotency.begin(entry, at(200))).toEqual({ fingerprint: 'f', result: null });
        expect(await idempotency.begin({ ...entry, expiresAt: at(900) }, at(600))).toBeUndefined();
        await idempotency.release(scope, 'k');
        expect(await idempotency.begin(entry, at(0))).toBeUndefined();
        expect(await idempotency.sweep(at(600))).toBe(1);
      });
    });
  });
});
