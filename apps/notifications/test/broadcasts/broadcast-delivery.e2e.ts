import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { secureRandom } from '@sextant/platform-runtime/clock';
import { Broadcasts } from '../../src/broadcasts/broadcasts.js';
import { BroadcastDelivery } from '../../src/broadcasts/broadcast-delivery.js';
import type { Broadcast } from '../../src/broadcasts/broadcast.js';
import type { MembersQuery } from '../../src/broadcasts/class-store.js';
import type { Caller } from '../../src/access/caller.js';
import { Permit } from '../../src/notifications/creation/composer.js';
import type { Creator, NewCreation } from '../../src/notifications/creation/creator.js';
import { newCreationId, recordId } from '../../src/access/object-id.js';
import { type Storage, STORAGES, type TestStorage } from '../storages.js';
import { unique } from '../events.js';
import { people, person } from '../people.js';

type Stored = Awaited<ReturnType<Creator['create']>>;

const BOSS = { ...person('boss'), roles: ['admin'] };
const NOW = new Date('2026-03-02T10:00:00Z');
/** A part and ten. */
const CROWD = 1010;

/** Keeps what it is asked for, once for each key, as the true one does. */
function creatorOfTests(idOf = (key: string) => key) {
  const stored = new Map<string, Stored>();
  const create = (asked: NewCreation): Promise<Stored> => {
    const key = asked.key ?? '';
    const one = stored.get(key) ?? { ...asked, key, id: idOf(key), createdAt: NOW, state: 'done' };
    stored.set(key, one);
    return Promise.resolve(one);
  };
  const users = () => [...stored.values()].flatMap(({ recipients }) => recipients);
  return { create, settled: () => Promise.resolve(), users, stored };
}

describe.each(STORAGES)('the parts of a message to many on $name', ({ open, isThere }) => {
  (isThere ? describe : describe.skip)('one at a time', () => {
    let opened: TestStorage;
    let storage: Storage;

    /** Of more people than one part has: whoever goes there comes back. */
    const crowd = unique('academy');
    const all = people(CROWD, crowd);

    beforeAll(async () => {
      opened = await open();
      ({ storage } = opened);
      await remember(crowd, all);
    });
    afterAll(() => opened.close());

    const remember = (academyId: string, all: ReturnType<typeof people>) =>
      storage.people.remember(
        all.map((one) => ({ ...one, academyId })),
        NOW,
      );
    const deskOf = (mostADay = 1000, nowMs = NOW.getTime()) =>
      new Broadcasts(
        storage.audiences,
        storage.jobs,
        storage.trail,
        {
          permit: (caller: Caller) => Promise.resolve(new Permit(caller)),
          mayCreate: () => Promise.resolve(true),
        } as never,
        { nowMs: () => nowMs } as never,
        { next: () => crypto.randomUUID() },
        { audienceMessagesPerDay: mostADay },
      );
    const add = (
      academyId: string,
      change: Partial<Broadcast['message']> = {},
      sender: Pick<Caller, 'user' | 'userId' | 'userName' | 'roles'> = BOSS,
    ) => {
      return deskOf().add(
        { ...sender, academyId },
        {
          ...{ audience: { kind: 'academy' }, title: 'Holidays', description: 'From today.' },
          ...{ sendAt: NOW, ...change },
        },
      );
    };
    const jobsWith = (creator: ReturnType<typeof creatorOfTests>, jobs = storage.jobs) =>
      new BroadcastDelivery(
        storage.audiences,
        jobs,
        storage.contacts,
        storage.people,
        creator as never,
        { nowMs: () => NOW.getTime() + 1 } as never,
        {} as never,
      );
    const runAll = async (jobs: BroadcastDelivery) => {
      while (await jobs.run());
    };

    it('never asks for more people than one part has', async () => {
      const job = await add(crowd);
      const creator = creatorOfTests();
      const members = jest.spyOn(storage.audiences, 'members');

      await runAll(jobsWith(creator));

      const found = await Promise.all(
        members.mock.results.map(
          ({ value }) => value as ReturnType<(typeof storage)['audiences']['members']>,
        ),
      );
      const asked = members.mock.calls.map(([query]: [MembersQuery]) => query.limit);
      members.mockRestore();
      expect(Math.max(...found.map(({ length }) => length), ...asked)).toBe(1000);
      expect([...creator.stored.values()].map(({ recipients }) => recipients.length)).toEqual([
        ...[1000, 10],
      ]);
      expect(await storage.jobs.find(job.id)).toMatchObject({ state: 'done', recipients: CROWD });
    });

    it('go on where a killed one was, nobody twice, whoever came and went meanwhile', async () => {
      const sorted = all.toSorted((one, other) => (one.user < other.user ? -1 : 1));
      await remember('elsewhere', sorted.slice(0, 5));
      const { id } = await add(crowd);
      const creator = creatorOfTests();
      const killed = { ...bound(storage.jobs), advance: () => Promise.reject(new Error('killed')) };

      await expect(jobsWith(creator, killed).run()).rejects.toThrow('killed');
      // They would come first, and move everybody behind them.
      await remember(crowd, sorted.slice(0, 5));
      await remember('elsewhere', sorted.slice(200, 210));
      await release(id);
      await runAll(jobsWith(creator));
      await remember(crowd, sorted.slice(200, 210));

      const users = creator.users().map(({ user }) => user);
      expect(new Set(users).size).toBe(users.length);
      const reached = new Set(users);
      expect(sorted.slice(5).filter(({ user }) => !reached.has(user))).toEqual([]);
      expect(await storage.jobs.find(id)).toMatchObject({ state: 'done', recipients: CROWD - 5 });
    });

    it('are listed as far as an answer may be long: 100 large ones would fill the memory', async () => {
      const academyId = unique('academy');
      const words = { title: 'Holidays', description: 'ä'.repeat(20_000) };
      const languages = Array.from(
        { length: 20 },
        (_, index) => `x${'abcdefghijklmnopqrst'[index]}`,
      );
      const translations = Object.fromEntries(languages.map((one) => [one, words]));
      const sendAt = new Date(NOW.getTime() + 3_600_000);
      for (let count = 0; count < 6; count += 1) await add(academyId, { translations, sendAt });
      await add(unique('academy'), { sendAt });

      const list = await deskOf().list({ ...BOSS, academyId });

      expect(list).toHaveLength(3);
      expect(list[0]?.message).toMatchObject({ translations });
    });

    it('take turns: a class does not wait for the whole of another academy', async () => {
      const small = unique('academy');
      await remember(small, people(3, small));
      const creator = creatorOfTests();
      await add(crowd, { sendAt: new Date(NOW.getTime() - 1) });
      await add(small);

      await runAll(jobsWith(creator));

      const academies = [...creator.stored.values()].map(({ academyId }) => academyId);
      expect(academies).toEqual([crowd, small, crowd]);
    });

    it('reach those of several classes of a year once, over all parts', async () => {
      const academyId = unique('academy');
      const students = people(1200, academyId);
      const taken = { academyId, year: 'seven', version: 1, teachers: [] };
      await storage.audiences.takeClass({
        ...taken,
        classId: 'a',
        students: students.slice(0, 900),
      });
      await storage.audiences.takeClass({ ...taken, classId: 'b', students: students.slice(300) });
      const audience = { kind: 'year', year: 'seven' } as const;
      await add(academyId, { audience });
      const creator = creatorOfTests();

      await runAll(jobsWith(creator));

      const users = creator.users().map(({ user }) => user);
      expect([users.length, new Set(users).size]).toEqual([1200, 1200]);
      expect(users).toEqual(users.toSorted());
      expect(await storage.audiences.count(academyId, audience, students[0]!.user)).toBe(1199);
    });

    it('reach, and count before, nobody who is known to belong to another academy', async () => {
      const academyId = unique('academy');
      const [here, elsewhere, unknown] = people(3, academyId);
      const taken = { academyId, classId: '7b', year: 'seven', version: 1, teachers: [] };
      await storage.audiences.takeClass({ ...taken, students: [here!, elsewhere!, unknown!] });
      await remember(academyId, [here!]);
      await remember(unique('academy'), [elsewhere!]);
      const ofClass = { kind: 'class', classId: '7b' } as const;
      await add(academyId, { audience: ofClass });
      const creator = creatorOfTests();

      await runAll(jobsWith(creator));
      const counts = [
        await storage.audiences.count(academyId, ofClass, BOSS.user),
        await storage.audiences.count(academyId, { kind: 'year', year: 'seven' }, BOSS.user),
        await storage.audiences.count(academyId, ofClass, here!.user),
      ];

      expect(creator.users().map(({ user }) => user)).toEqual(
        [here!.user, unknown!.user].toSorted(),
      );
      expect(counts).toEqual([2, 2, 1]);
    });

    it('are as many as a sender may create in a day, and no more while those wait', async () => {
      const academyId = unique('academy');
      const sender = { ...BOSS, ...person(unique('sender')), academyId };
      const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
      const message = {
        audience: { kind: 'academy' },
        title: 'Holidays',
        description: 'From today.',
        sendAt: at(30),
      } as const;
      const desk = (hours: number) => deskOf(2, at(hours).getTime());
      const first = await desk(0).add(sender, message, `${academyId} first`);
      const second = await desk(0).add(sender, message);

      await expect(desk(1).add(sender, message)).rejects.toMatchObject({
        code: 'too_many_messages',
      });
      // What is known already is answered as it was.
      expect(await desk(1).add(sender, message, `${academyId} first`)).toEqual(first);
      // To cancel makes no room at once: what is kept of it is kept.
      await desk(1).cancel(sender, second.id);
      await expect(desk(1).add(sender, message)).rejects.toMatchObject({
        code: 'too_many_messages',
      });
      // A day later the first one still waits.
      await desk(25).add(sender, message);
      await expect(desk(25).add(sender, message)).rejects.toMatchObject({
        code: 'too_many_messages',
      });
      const other = { ...sender, ...person(unique('other')) };
      expect(await desk(25).add(other, message)).toMatchObject({ state: 'scheduled' });
    });

    it('are ended only by who has claimed them last', async () => {
      const academyId = unique('academy');
      const { id } = await add(academyId);
      const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
      const stateOf = async () => (await storage.jobs.find(id))?.state;
      expect(await storage.jobs.claim(at(0), at(60))).toMatchObject({ id });
      expect(await storage.jobs.claim(at(60), at(120))).toMatchObject({ id });

      await storage.jobs.done({ id, leaseUntil: at(60) }, at(61));
      await storage.jobs.refuse({ id, leaseUntil: at(60) }, at(61));
      const meanwhile = await stateOf();
      await storage.jobs.done({ id, leaseUntil: at(120) }, at(62));
      await storage.jobs.refuse({ id, leaseUntil: at(120) }, at(63));

      expect([meanwhile, await stateOf()]).toEqual(['running', 'done']);
    });

    it('stop when the account of the sender is no more', async () => {
      const sender = person(unique('sender'));
      const running = await add(crowd, {}, { ...sender, roles: ['admin'] });
      const creator = creatorOfTests();
      const jobs = jobsWith(creator);
      await jobs.run();

      await storage.people.forget(sender.user);
      await runAll(jobs);

      expect(creator.users()).toHaveLength(1000);
      expect(await storage.jobs.find(running.id)).toBeUndefined();
    });

    it('are counted in one question, however many parts they have', async () => {
      const { id } = await add(crowd);
      await runAll(jobsWith(creatorOfTests(() => newCreationId(NOW.getTime(), secureRandom))));
      const { creations = [] } = (await storage.jobs.find(id)) ?? {};
      const read = creations.map((creation) => ({
        ...({ record: recordId(creation, 1), what: 'read', at: NOW, detail: '' } as const),
      }));
      await storage.trail.add(read);
      const counts = jest.spyOn(storage.trail, 'counts');

      const view = await deskOf().read({ ...BOSS, academyId: crowd }, id);

      const asked = counts.mock.calls.length;
      counts.mockRestore();
      expect([creations.length, asked, view.counts]).toEqual([2, 1, { read: 2 }]);
    });

    it.each([
      ['teaches the class no more', { teachers: [] }, true, 'cancelled'],
      ['is registered no more', {}, false, 'cancelled'],
      ['is still there', {}, true, 'done'],
    ])('go for a teacher who %s: %o, %s, %s', async (_name, change, active, state) => {
      const academyId = unique('academy');
      const teacher = person(unique('teacher'));
      const { user } = teacher;
      const news = { academyId, classId: '7b', students: people(2, academyId) };
      await storage.people.register({ user, academyId, active: true, changedAt: NOW });
      await storage.audiences.takeClass({ ...news, teachers: [teacher], version: 1 });
      const audience = { kind: 'class', classId: '7b' } as const;
      const job = await add(academyId, { audience }, { ...teacher, roles: ['teacher'] });

      await storage.people.register({ user, academyId, active, changedAt: NOW });
      await storage.audiences.takeClass({ ...news, teachers: [teacher], version: 2, ...change });
      const creator = creatorOfTests();
      await runAll(jobsWith(creator));

      expect(await storage.jobs.find(job.id)).toMatchObject({ state });
      expect(creator.users()).toHaveLength(state === 'done' ? 2 : 0);
    });

    /** As time does: the lease of the killed one ends. */
    const release = async (id: string) => {
      const later = new Date(NOW.getTime() + 3_600_000);
      expect(await storage.jobs.claim(later, NOW)).toMatchObject({ id });
    };
  });
});

/** The methods of an object of a class, to be spread. */
const bound = (jobs: Storage['jobs']) =>
  ({
    add: (job, quota) => jobs.add(job, quota),
    find: (id) => jobs.find(id),
    list: (query) => jobs.list(query),
    change: (id, message, now) => jobs.change(id, message, now),
    cancel: (id, now) => jobs.cancel(id, now),
    claim: (now, leaseUntil) => jobs.claim(now, leaseUntil),
    advance: (id, done, now) => jobs.advance(id, done, now),
    done: (claimed, now) => jobs.done(claimed, now),
    refuse: (claimed, now) => jobs.refuse(claimed, now),
    sweep: (before) => jobs.sweep(before),
  }) satisfies Storage['jobs'];
