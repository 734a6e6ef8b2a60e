import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { secureRandom } from '@sextant/platform-runtime/clock';
import type { Creation } from '../../src/notifications/creation/creation.js';
import type { MailItem } from '../../src/mail/mail.js';
import { creationIdOf, newCreationId, recordId } from '../../src/access/object-id.js';
import { DEFAULT_PREFERENCES } from '../../src/settings/preferences.js';
import { type Storage, STORAGES, type TestStorage } from '../storages.js';
import { unique } from '../events.js';
import { people, person } from '../people.js';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds));
const newId = () => recordId(newCreationId(at(0).getTime(), secureRandom), 1);

describe.each(STORAGES)('channels on $name', ({ open, isThere }) => {
  (isThere ? describe : describe.skip)('as the port promises', () => {
    let opened: TestStorage;
    let storage: Storage;

    beforeAll(async () => {
      opened = await open();
      ({ storage } = opened);
    });
    afterAll(() => opened.close());

    const add = async (change: Partial<Creation> = {}) => {
      const creation: Creation = {
        id: newCreationId(at(0).getTime(), secureRandom),
        key: unique('key'),
        academyId: 'academy-1',
        sender: person('sender'),
        recipients: [person(unique('recipient'))],
        content: {
          title: 'Homework',
          description: 'Read chapter 3.',
          notificationType: 'direct',
          autoDeleteOnCheck: false,
        },
        createdAt: at(0),
        ...change,
      };
      await storage.notifications.addReceived(creation);
      const [{ user } = person('')] = creation.recipients;
      return { id: recordId(creation.id, 1), creation, user };
    };
    const query = (user: string, change: object = {}) => ({
      ...{ user, academyId: 'academy-1', limit: 10 },
      ...{ type: 'received' as const, ...change },
    });
    const idsOf = async (user: string, change: object = {}) =>
      (await storage.notifications.list(query(user, change))).map(({ id }) => id);

    describe('marks', () => {
      it('shows a record in one view at a time, and counts those of the inbox', async () => {
        const { id, user } = await add();
        const views = async () => [
          await idsOf(user),
          await idsOf(user, { view: 'archived' }),
          await idsOf(user, { view: 'snoozed' }),
          await storage.notifications.unreadCount({ user, academyId: 'academy-1' }),
        ];
        const { notifications } = storage;

        const seen = [await views()];
        for (const mark of [
          { kind: 'snooze', until: at(60) },
          { kind: 'archive' },
          { kind: 'restore' },
        ] as const) {
          await notifications.mark(id, user, mark, at(1));
          seen.push(await views());
        }

        expect(seen).toEqual([
          [[id], [], [], 1],
          [[], [], [id], 0],
          [[], [id], [], 0],
          [[id], [], [], 1],
        ]);
      });

      it('marks a checked record as unread', async () => {
        const { id, user } = await add();
        await storage.notifications.check(id, user, at(1));
        await storage.notifications.mark(id, user, { kind: 'uncheck' }, at(2));

        expect(await storage.notifications.find(id)).toMatchObject({
          checked: false,
          updatedAt: at(2),
        });
        expect(await storage.notifications.unread([id])).toEqual(new Set([id]));
      });

      it('changes nothing of another’s', async () => {
        const { id, user } = await add();
        await storage.notifications.mark(id, person('other').user, { kind: 'archive' }, at(1));

        expect(await idsOf(user)).toEqual([id]);
      });

      it('finds what has slept long enough, and wakes it once', async () => {
        const { id, user } = await add();
        const { notifications } = storage;
        await notifications.mark(id, user, { kind: 'snooze', until: at(60) }, at(1));
        const woken = async (seconds: number) =>
          (await notifications.awakening(at(seconds))).filter((one) => one.id === id).length;

        const [early, due] = [await woken(59), await woken(60)];
        await notifications.awake(id, at(59));
        const stillDue = await woken(60);
        await notifications.awake(id, at(60));

        expect([early, due, stillDue, await woken(60)]).toEqual([0, 1, 1, 0]);
        expect(await idsOf(user)).toEqual([id]);
      });

      it.each([
        ['the title', 'homeWORK', 1],
        ['the text', 'chapter 3.', 1],
        ['the sender', 'Sender', 1],
        ['nothing', 'chapter_3', 0],
        ['no pattern', 'c.*3', 0],
        ['no per cent', '%', 0],
      ])('looks for words in %s', async (_name, text, count) => {
        const { user } = await add();

        expect(await idsOf(user, { text })).toHaveLength(count);
      });
    });

    describe('preferences and contacts', () => {
      it('changes the given members only, also at once', async () => {
        const { user } = person(unique('prefs'));
        await Promise.all([
          storage.preferences.update(user, { kinds: { direct: { push: false } } }),
          storage.preferences.update(user, { kinds: { direct: { email: 'day' } } }),
          storage.preferences.update(user, { quietHours: { from: '22:00', to: '07:00' } }),
        ]);

        const made = (await storage.preferences.ofUsers([user])).get(user);
        const cleared = await storage.preferences.update(user, { quietHours: null });

        expect(made).toEqual({
          ...DEFAULT_PREFERENCES,
          kinds: { ...DEFAULT_PREFERENCES.kinds, direct: { push: false, email: 'day' } },
          quietHours: { from: '22:00', to: '07:00' },
        });
        expect(cleared).toMatchObject({ quietHours: null, kinds: { direct: { email: 'day' } } });
        expect((await storage.preferences.ofUsers([person('nobody').user])).size).toBe(0);
      });

      it('keeps the newest of an account, and what is gone from it goes', async () => {
        const { user } = person(unique('contact'));
        const put = (seconds: number, change: object) =>
          storage.contacts.put({ user, changedAt: at(seconds), ...change });
        const answers = [
          await put(2, { email: 'new@example.org', locale: 'es', timeZone: 'Europe/Madrid' }),
          await put(1, { email: 'old@example.org' }),
        ];
        const first = (await storage.contacts.ofUsers([user])).get(user);
        await put(3, { locale: 'de' });

        expect(answers).toEqual([true, false]);
        expect(first).toMatchObject({ email: 'new@example.org', timeZone: 'Europe/Madrid' });
        expect((await storage.contacts.ofUsers([user])).get(user)).toEqual({
          ...{ user, locale: 'de', changedAt: at(3) },
        });
      });

      it('knows of an account whether it is deactivated', async () => {
        const { user } = person(unique('contact'));
        const found = async () => (await storage.contacts.ofUsers([user])).get(user);

        await storage.contacts.put({ user, isDeactivated: true, changedAt: at(1) });
        const first = await found();
        await storage.contacts.put({ user, changedAt: at(2) });

        expect(first).toEqual({ user, isDeactivated: true, changedAt: at(1) });
        expect(await found()).toEqual({ user, changedAt: at(2) });
      });

      it('forgets everything of a person, and nothing of others', async () => {
        const [name, other] = [unique('gone'), unique('stays')];
        const { user } = person(name);
        const { id } = await add({ recipients: [person(name), person(other)] });
        await storage.people.remember([{ ...person(name), academyId: 'academy-1' }], at(0));
        await storage.settings.read(person(name), at(0));
        await storage.preferences.update(user, { unreadHours: 2 });
        await storage.contacts.put({ user, email: 'a@example.org', changedAt: at(0) });
        await storage.push.subscribe({
          ...{ endpoint: `https://push.example.org/${name}`, p256dh: 'p', auth: 'a', user },
          createdAt: at(0),
        });
        await storage.mail.queue([itemOf(id, user)]);

        await storage.people.forget(user);

        expect(await storage.notifications.find(id)).toBeUndefined();
        expect(await idsOf(person(other).user)).toHaveLength(1);
        expect((await storage.people.known([user])).size).toBe(0);
        expect((await storage.contacts.ofUsers([user])).size).toBe(0);
        expect((await storage.settings.ofUsers([user])).size).toBe(0);
        expect((await storage.preferences.ofUsers([user])).size).toBe(0);
        expect(await storage.push.ofUsers([user])).toEqual([]);
      });
    });

    const itemOf = (id: string, user: string, change: Partial<MailItem> = {}): MailItem => ({
      ...{ id, user, bucket: id, mode: 'now', dueAt: at(10) },
      content: { title: 'Homework', notificationType: 'direct' },
      ...change,
    });
    const claimAll = async (now: Date, leaseUntil: Date) => {
      const all = [];
      for (;;) {
        const one = await storage.mail.claim(now, leaseUntil);
        if (one === undefined) return all;
        all.push(one);
      }
    };
    /** Other cases have left theirs. */
    const finishAll = async () => {
      for (const { claimId } of await claimAll(at(1_000_000), at(2_000_000)))
        await storage.mail.finish(claimId, at(0));
    };

    describe('mail', () => {
      it('gives what is due of one bucket at once, to one who asks', async () => {
        await finishAll();
        const [one, other] = [person(unique('one')).user, person(unique('other')).user];
        const bucket = 'day 2026-01-02';
        const items = [
          itemOf(newId(), one, { bucket, mode: 'day' }),
          itemOf(newId(), one, { bucket, mode: 'day' }),
          itemOf(newId(), other, { bucket, mode: 'day' }),
          itemOf(newId(), one, { dueAt: at(11) }),
        ];
        await storage.mail.queue(items);
        await storage.mail.queue(items);

        const early = await claimAll(at(9), at(60));
        const due = await claimAll(at(10), at(60));
        const late = await claimAll(at(11), at(60));

        expect(early).toEqual([]);
        expect(due.map(({ user, items: { length } }) => [user, length]).sort()).toEqual(
          [
            [one, 2],
            [other, 1],
          ].sort(),
        );
        expect(late).toMatchObject([{ user: one, attempts: 0, items: [items[3]] }]);
      });

      it('gives the same items under the same name after a crash, until they are finished', async () => {
        await finishAll();
        const { user } = person(unique('crash'));
        const item = itemOf(newId(), user);
        await storage.mail.queue([item]);

        const first = await storage.mail.claim(at(10), at(20));
        const meanwhile = await storage.mail.claim(at(19), at(29));
        const again = await storage.mail.claim(at(20), at(30));
        await storage.mail.renew(first!.claimId, at(35));
        const renewed = await storage.mail.claim(at(34), at(50));
        await storage.mail.retry(first!.claimId, at(40));
        const later = await storage.mail.claim(at(40), at(50));
        const early = await storage.mail.wasSent(first!.claimId, 'digest');
        await storage.mail.finish(first!.claimId, at(41), 'digest');
        await storage.mail.queue([item]);

        expect(meanwhile).toBeUndefined();
        expect(again).toEqual(first);
        expect(renewed).toBeUndefined();
        expect(later).toEqual({ ...first, attempts: 1 });
        expect([
          early,
          await storage.mail.wasSent(first!.claimId, 'digest'),
          await storage.mail.wasSent(first!.claimId, 'other'),
          await storage.mail.wasSent('other', 'digest'),
        ]).toEqual([false, true, false, false]);
        expect(await claimAll(at(1000), at(2000))).toEqual([]);
      });

      it('gives each of many to one of several who ask at once', async () => {
        await finishAll();
        const users = people(30, unique('race'));
        await storage.mail.queue(users.map(({ user }) => itemOf(newId(), user)));

        const claimed = await Promise.all(
          Array.from({ length: 4 }, async () => {
            const found = [];
            for (let round = 0; round < 60; round += 1) {
              const one = await storage.mail.claim(at(10), at(1000));
              if (one !== undefined) found.push(one.user);
            }
            return found;
          }),
        );

        expect(claimed.flat().sort()).toEqual(users.map(({ user }) => user).sort());
      });

      it('tells what waits and since when, and forgets what is done', async () => {
        await finishAll();
        await storage.mail.sweep(at(2_000_000));
        const { user } = person(unique('backlog'));
        const id = newId();
        await storage.mail.queue([itemOf(id, user)]);
        const before = await storage.mail.backlog(at(9));
        const due = await storage.mail.backlog(at(11));
        const claimed = await storage.mail.claim(at(11), at(20));
        await storage.mail.finish(claimed!.claimId, at(12));

        expect(before).toEqual({ count: 0 });
        expect(due).toEqual({ count: 1, firstDueAt: at(10) });
        expect(await storage.mail.sweep(at(12))).toBe(0);
        expect(await storage.mail.sweep(at(13))).toBe(1);
      });

      it('keeps addresses that nothing is sent to, in any case', async () => {
        const address = `${unique('Bounced')}@Example.org`;
        await storage.mail.suppress({ address, reason: 'permanent: gone', at: at(1) });
        await storage.mail.suppress({ address, reason: 'complaint: spam', at: at(2) });
        const kept = { address: address.toLowerCase(), reason: 'complaint: spam', at: at(2) };

        expect(await storage.mail.suppressed(address.toUpperCase())).toEqual(kept);
        expect(await storage.mail.suppressions()).toContainEqual(kept);
        expect([await storage.mail.allow(address), await storage.mail.allow(address)]).toEqual([
          true,
          false,
        ]);
        expect(await storage.mail.suppressed(address)).toBeUndefined();
      });
    });

    describe('the trail', () => {
      it('has each step of a creation once, in pages, and counts recipients', async () => {
        const creationId = newCreationId(at(0).getTime(), secureRandom);
        const other = newCreationId(at(1).getTime(), secureRandom);
        const step = (index: number, what: 'pushed' | 'read', detail = '', of = creationId) => ({
          ...{ record: recordId(of, index), what, at: at(index), detail },
        });
        const steps = [
          step(1, 'pushed', 'one.example.org'),
          step(1, 'pushed', 'two.example.org'),
          step(1, 'read'),
          step(10_000, 'read'),
        ];
        await storage.trail.add([...steps, step(1, 'read', '', other)]);
        await storage.trail.add(steps);

        const first = await storage.trail.of(creationId, { limit: 3 });
        const rest = await storage.trail.of(creationId, { limit: 3, after: first[2]! });

        expect([...first, ...rest]).toEqual(steps);
        expect(await storage.trail.counts([creationId])).toEqual({ pushed: 1, read: 2 });
        expect(await storage.trail.counts([creationId, other])).toEqual({ pushed: 1, read: 3 });
        expect(await storage.trail.counts([])).toEqual({});
        expect(creationIdOf(recordId(creationId, 10_000))).toBe(creationId);
      });

      it('notes what is read, one by one and all at once, also of what is removed by it', async () => {
        const { id, user, creation } = await add();
        const content = { ...creation.content, autoDeleteOnCheck: true };
        const more = [
          await add({ recipients: creation.recipients, content }),
          await add({
            recipients: creation.recipients,
          }),
        ];
        await storage.notifications.check(id, user, at(3));
        await storage.notifications.check(id, user, at(4));
        await storage.notifications.checkAll({ user, academyId: 'academy-1' }, at(5));

        const read = await Promise.all(
          [creation, ...more.map((one) => one.creation)].map(async (one) =>
            storage.trail.of(one.id, { limit: 9 }),
          ),
        );

        expect(read.map((steps) => steps.map((one) => [one.what, one.at]))).toEqual([
          [['read', at(3)]],
          [['read', at(5)]],
          [['read', at(5)]],
        ]);
      });

      it('forgets what is old', async () => {
        const creationId = newCreationId(at(0).getTime(), secureRandom);
        const record = recordId(creationId, 1);
        await storage.trail.add([{ record, what: 'read', at: new Date(0), detail: '' }]);

        expect(await storage.trail.sweep(new Date(1))).toBe(1);
        expect(await storage.trail.counts([creationId])).toEqual({});
      });
    });
  });
});
