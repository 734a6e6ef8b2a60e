import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeClock, secureRandom } from '@sextant/platform-runtime/clock';
import type { Creation } from '../../src/notifications/creation/creation.js';
import { Mailings, type MailMessage } from '../../src/mail/mailings.js';
import { newCreationId, recordId } from '../../src/access/object-id.js';
import { PushComposer } from '../../src/push/push-composer.js';
import { PushTurns } from '../../src/push/push-turns.js';
import { RecipientPreferences } from '../../src/settings/recipient-preferences.js';
import { PushQueue } from '../../src/push/push-queue.js';
import type { PreferencesChange } from '../../src/settings/preferences.js';
import { type Storage, STORAGES, type TestStorage } from '../storages.js';
import type { Mark } from '../../src/notifications/notification-store.js';
import { unique } from '../events.js';
import { person } from '../people.js';

const MONDAY = '2026-01-05T09:10:00Z';

describe.each(STORAGES)('what people are told, and when, on $name', ({ open, isThere }) => {
  (isThere ? describe : describe.skip)('with a clock that is moved', () => {
    let opened: TestStorage;
    let storage: Storage;
    let clock: FakeClock;
    let sent: MailMessage[];
    let outcomes: string[];
    /** What the mail server does next. */
    let answer: () => Promise<'sent' | 'refused'>;
    let mailings: Mailings;
    let name: string;

    beforeAll(async () => {
      opened = await open();
      ({ storage } = opened);
    });
    afterAll(() => opened.close());
    beforeEach(async () => {
      for (;;) {
        const left = await storage.mail.claim(new Date('2100-01-01'), new Date('2101-01-01'));
        if (left === undefined) break;
        await storage.mail.finish(left.claimId, new Date(0));
      }
      clock = new FakeClock(MONDAY);
      [sent, outcomes] = [[], []];
      answer = () => Promise.resolve('sent');
      mailings = begin();
      name = unique('reader');
      await account();
    });

    const recipients = () =>
      new RecipientPreferences(storage.settings, storage.preferences, storage.contacts);

    /** As a process does after a crash, with the same storage. */
    const begin = () =>
      new Mailings(
        storage.mail,
        storage.contacts,
        recipients(),
        storage.people,
        storage.notifications,
        storage.trail,
        storage.deadLetters,
        {
          isOn: true,
          send: (letter) => {
            sent.push(letter);
            return answer();
          },
        },
        clock,
        {
          mailed: (outcome: string) => outcomes.push(outcome),
          trouble: () => undefined,
        } as never,
      );
    const account = (change: object = {}) =>
      storage.contacts.put({
        ...{ user: person(name).user, email: `${name}@example.org`, locale: 'es' },
        ...{ timeZone: 'Europe/Madrid', changedAt: new Date(0), ...change },
      });
    const prefer = (change: PreferencesChange) =>
      storage.preferences.update(person(name).user, change);
    const email = (mode: 'off' | 'now' | 'hour' | 'day' | 'week' | 'unread') =>
      prefer({ kinds: { newPost: { email: mode } } });
    const notify = async (title: string, change: Partial<Creation> = {}) => {
      const nowMs = clock.nowMs();
      const creation: Creation = {
        id: newCreationId(nowMs, secureRandom),
        key: unique('key'),
        academyId: 'academy-1',
        recipients: [person(name)],
        content: { title, notificationType: 'newPost', autoDeleteOnCheck: false },
        createdAt: new Date(nowMs),
        ...change,
      };
      await storage.notifications.addReceived(creation);
      await mailings.add(creation);
      return { id: recordId(creation.id, 1), creation };
    };
    const deliver = async () => {
      while (await mailings.deliver());
    };
    const after = async (ms: number) => {
      clock.advance(ms);
      await deliver();
      return sent.length;
    };
    const MINUTE = 60_000;
    const HOUR = 60 * MINUTE;

    it('is nothing by e-mail unless it is asked for, or stays unread', async () => {
      await notify('A post');
      await notify('A message', {
        content: { title: 'A message', notificationType: 'direct', autoDeleteOnCheck: true },
      });

      expect([await after(23 * HOUR), await after(HOUR)]).toEqual([0, 1]);
      expect(sent[0]).toMatchObject({
        to: `${name}@example.org`,
        locale: 'es',
        kind: 'direct',
        items: [{ title: 'A message' }],
      });
    });

    it('comes at once, once, whatever is completed again after a crash', async () => {
      await email('now');
      const { id, creation } = await notify('A post');
      await deliver();
      await mailings.add(creation);
      await deliver();

      expect(sent).toHaveLength(1);
      expect(outcomes).toEqual(['sent']);
      expect(await storage.trail.of(creation.id, { limit: 9 })).toMatchObject([
        { record: id, what: 'mailed', detail: 'now' },
      ]);
    });

    it('is one mail in the morning for all of a day, by the clock of the person', async () => {
      await email('day');
      for (let count = 1; count <= 22; count += 1) {
        await notify(`Post ${count}`);
        clock.advance(1000);
      }

      // 10:10 in Madrid; the next 08:00 there is at 07:00 UTC.
      expect([await after(21 * HOUR), await after(50 * MINUTE)]).toEqual([0, 1]);
      expect(sent[0]).toMatchObject({ kind: 'digest', more: 12 });
      expect(sent[0]!.items.map(({ title }) => title)).toEqual(
        Array.from({ length: 10 }, (_unused, index) => `Post ${index + 1}`),
      );
    });

    it('is gathered by the hour and by the week, too', async () => {
      await email('hour');
      await notify('One');
      await notify('Two');
      const hourly = [await after(49 * MINUTE), await after(MINUTE)];
      await email('week');
      await notify('Three');

      expect(hourly).toEqual([0, 1]);
      expect([await after(6 * 24 * HOUR), await after(24 * HOUR)]).toEqual([1, 2]);
      expect(sent.map(({ kind, items }) => [kind, items.length])).toEqual([
        ['digest', 2],
        ['digest', 1],
      ]);
    });

    it('leaves out what was read before, and is no mail when nothing is left', async () => {
      await email('day');
      const { user } = person(name);
      const { id } = await notify('Read');
      const { id: other } = await notify('Read as well');
      await storage.notifications.check(id, user, new Date(clock.nowMs()));
      await storage.notifications.check(other, user, new Date(clock.nowMs()));

      expect(await after(24 * HOUR)).toBe(0);
      expect(outcomes).toEqual(['not_needed']);
    });

    it('leaves out what the person has muted or switched off meanwhile', async () => {
      await email('day');
      const now = () => new Date(clock.nowMs());
      await notify('Of a class', { classId: '7b' });
      await prefer({ mutedClasses: ['7b'] });
      const muted = await after(24 * HOUR);
      await prefer({ mutedClasses: [] });
      await notify('Of another day', { classId: '7b' });
      await storage.settings.update(person(name), { newPost: false }, now());

      expect([muted, await after(24 * HOUR)]).toEqual([0, 0]);
      expect(outcomes).toEqual(['not_needed', 'not_needed']);
    });

    it('takes over after as many hours as the person says', async () => {
      await prefer({ unreadHours: 2, kinds: { newPost: { email: 'unread' } } });
      await notify('A post');

      expect([await after(119 * MINUTE), await after(MINUTE)]).toEqual([0, 1]);
    });

    it.each([
      [
        'who switched the kind off',
        () => storage.settings.update(person(name), { newPost: false }, new Date()),
      ],
      ['who muted the class', () => prefer({ mutedClasses: ['class-1'] })],
      ['without an address', () => account({ email: undefined, changedAt: new Date(1) })],
    ])('is no mail to somebody %s', async (_who, change) => {
      await email('now');
      await change();
      await notify('A post', { classId: 'class-1' });

      expect(await after(0)).toBe(0);
    });

    it('is no mail to an address that refused one, which is not asked again', async () => {
      await email('now');
      answer = () => Promise.resolve('refused');
      await notify('One');
      await deliver();
      answer = () => Promise.resolve('sent');
      await notify('Two');
      await deliver();

      expect(sent).toHaveLength(1);
      expect(outcomes).toEqual(['refused', 'suppressed']);
    });

    it('comes later under the same name while the server is away', async () => {
      await email('now');
      answer = () => Promise.reject(new Error('away'));
      await notify('A post');
      await deliver();
      answer = () => Promise.resolve('sent');
      mailings = begin();

      expect([await after(4000), await after(1000)]).toEqual([1, 2]);
      expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
      expect(outcomes).toEqual(['retried', 'sent']);
    });

    it('comes again under the same name when a process dies while sending', async () => {
      await email('now');
      let isAlive = true;
      answer = () => new Promise((resolve) => !isAlive && resolve('sent'));
      await notify('A post');
      void mailings.deliver();
      while (sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
      isAlive = false;
      mailings = begin();

      expect([await after(19_000), await after(1000)]).toEqual([1, 2]);
      expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    });

    it('is neither lost nor doubled when the clock jumps forth and back', async () => {
      await email('hour');
      const titles = ['One', 'Two', 'Three', 'Four'];
      for (const [index, title] of titles.entries()) {
        await notify(title);
        await deliver();
        // Two days forth, three back, and so on: always another hour.
        clock.advance((index % 2 === 0 ? 48 : -72) * HOUR + MINUTE);
        await deliver();
      }
      await after(30 * 24 * HOUR);
      await after(HOUR);

      const told = sent.flatMap(({ items }) => items.map(({ title }) => title));
      expect(told.sort()).toEqual([...titles].sort());
      expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length);
    });

    it('is kept for an operator when it cannot be sent for days', async () => {
      await email('now');
      answer = () => Promise.reject(new Error('The disk of the server is full.'));
      await notify('A post');
      for (let tries = 0; tries < 100; tries += 1) await after(HOUR);
      const letters = await storage.deadLetters.list({ limit: 10 });
      const letter = letters.find(({ event }) => event.includes(person(name).user));

      expect(letter).toMatchObject({ reason: 'The disk of the server is full.' });
      expect(outcomes.at(-1)).toBe('given_up');
      answer = () => Promise.resolve('sent');
      const count = sent.length;
      const { mail } = JSON.parse(letter!.event) as { mail: { claimId: string } };
      await mailings.again(mail.claimId);
      expect(await after(0)).toBe(count + 1);
    });

    it('is sent again by an operator who is quicker than the one who gives up', async () => {
      await email('now');
      answer = () => Promise.reject(new Error('The disk of the server is full.'));
      await notify('A post');
      const buried: string[] = [];
      const bury = storage.deadLetters.bury.bind(storage.deadLetters);
      jest.spyOn(storage.deadLetters, 'bury').mockImplementation(async (letter) => {
        await bury(letter);
        buried.push(letter.id);
        // It fails again, and the operator lets it be.
        if (buried.length > 1) return;
        const { mail } = JSON.parse(letter.event) as { mail: { claimId: string } };
        await mailings.again(mail.claimId);
      });
      for (let tries = 0; tries < 100; tries += 1) await after(HOUR);
      jest.restoreAllMocks();

      expect(sent).toHaveLength(81);
      // Two letters: the first one is thrown away when it has been used.
      expect(new Set(buried).size).toBe(2);
    });

    describe('by push', () => {
      const queueOf = (onSent: (user: string) => unknown = () => undefined) =>
        new PushQueue(
          storage.push,
          storage.settings,
          storage.deadLetters,
          storage.trail,
          new PushComposer(storage.push, recipients(), storage.people, clock),
          new PushTurns(storage.push, storage.notifications, recipients(), clock),
          {
            close: () => undefined,
            send: ({ subscription }) => {
              onSent(subscription.user);
              return Promise.resolve({ kind: 'delivered' });
            },
          },
          clock,
          { pushed: () => undefined, trouble: () => undefined } as never,
        );
      const queued = async (change: Partial<Creation> = {}) => {
        const { user } = person(name);
        await storage.push.subscribe({
          ...{ endpoint: `https://push.example.org/${name}`, p256dh: 'p', auth: 'a', user },
          createdAt: new Date(0),
        });
        const { creation } = await notify('A post', change);
        await queueOf().add(creation);
        return dueOf(user);
      };
      const dueOf = (user: string) => {
        return async () => {
          const all = await storage.push.claim({
            now: new Date(clock.nowMs()),
            leaseUntil: new Date(clock.nowMs() + HOUR),
            limit: 1000,
            exceptHosts: [],
            exceptUsers: [],
          });
          return all.filter(({ subscription }) => subscription.user === user).length;
        };
      };
      const atNight = async () => {
        await prefer({ quietHours: { from: '22:00', to: '07:00' } });
        // 23:10 in Madrid.
        clock.advance(13 * HOUR);
      };

      it('waits until the morning of the person', async () => {
        await atNight();
        const due = await queued();

        expect(await due()).toBe(0);
        clock.advance(7 * HOUR + 49 * MINUTE);
        expect(await due()).toBe(0);
        clock.advance(MINUTE);
        expect(await due()).toBe(1);
      });

      it.each([
        ['read', (id: string, user: string) => storage.notifications.check(id, user, now()), 0],
        ['deleted', (id: string, user: string) => storage.notifications.remove(id, user, now()), 0],
        ['put away', (id: string, user: string) => marked(id, user, { kind: 'archive' }), 0],
        ['put off until noon', (id: string, user: string) => putOff(id, user, 5), 0],
        ['put off until it was morning', (id: string, user: string) => putOff(id, user, 0), 1],
        ['left alone', () => Promise.resolve(), 1],
      ])(
        'comes in the morning or does not, of a record that was %s',
        async (_what, change, count) => {
          await atNight();
          const { user } = person(name);
          await (
            await queued()
          )();
          const query = { user, academyId: 'academy-1', type: 'received', limit: 1 } as const;
          const [record] = await storage.notifications.list(query);
          await change(record?.id ?? '', user);

          clock.advance(8 * HOUR);
          const pushed: string[] = [];
          const queue = queueOf((to) => pushed.push(to));
          while (await queue.deliver());
          await queue.settled();

          expect(pushed.filter((to) => to === user)).toHaveLength(count);
        },
      );
      const now = () => new Date(clock.nowMs());
      const marked = (id: string, user: string, mark: Mark) =>
        storage.notifications.mark(id, user, mark, now());
      /** Hours after the morning. */
      const putOff = (id: string, user: string, hours: number) => {
        const until = new Date(clock.nowMs() + (8 + hours) * HOUR);
        return marked(id, user, { kind: 'snooze', until });
      };

      it('does not wait when it is urgent', async () => {
        await atNight();

        expect(await (await queued({ isUrgent: true }))()).toBe(1);
      });

      it.each([
        ['still wants it', {}, () => Promise.resolve(), 1],
        [
          'switched the kind off for push',
          {},
          () => prefer({ kinds: { newPost: { push: false } } }),
          0,
        ],
        [
          'switched the kind off',
          {},
          () => storage.settings.update(person(name), { newPost: false }, new Date(0)),
          0,
        ],
        ['is of another academy by now', { boundTo: 'academy-1' }, () => moved(), 0],
      ])('comes back from a snooze to who %s: %o', async (_name, bound, change, count) => {
        const moment = new Date(clock.nowMs());
        const recipients = [{ ...person(name), ...bound }];
        await storage.people.remember([{ ...person(name), academyId: 'academy-1' }], moment);
        const due = await queued({ recipients });
        await due();
        const query = {
          user: person(name).user,
          academyId: 'academy-1',
          type: 'received',
        } as const;
        const [record] = await storage.notifications.list({ ...query, limit: 1 });
        await change();

        await queueOf().addAwakened(record!, moment);

        expect(await due()).toBe(count);
      });
      const moved = () =>
        storage.people.remember(
          [{ ...person(name), academyId: 'academy-2' }],
          new Date(clock.nowMs()),
        );

      it.each([
        ['the kind off for push', () => prefer({ kinds: { newPost: { push: false } } })],
        ['the class off', () => prefer({ mutedClasses: ['class-1'] })],
      ])('is nothing to who switched %s', async (_name, change) => {
        await change();

        expect(await (await queued({ classId: 'class-1' }))()).toBe(0);
      });
    });
  });
});
