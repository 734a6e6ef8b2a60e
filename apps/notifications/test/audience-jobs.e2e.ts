import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AudienceDesk } from '../src/domain/audience-desk.js';
import { AudienceJobs, type AudienceJobsUses } from '../src/domain/audience-jobs.js';
import type { AudienceJob, MembersQuery } from '../src/domain/audience.js';
import type { Caller } from '../src/domain/caller.js';
import { Permit } from '../src/domain/composer.js';
import type { NewCreation } from '../src/domain/creator.js';
import type { Storage } from '../src/domain/storage.js';
import { unique } from './events.js';
import { people, person } from './people.js';
import { STORAGES, type TestStorage } from './storages.js';

type Stored = Awaited<ReturnType<AudienceJobsUses['creator']['create']>>;

const BOSS = { ...person('boss'), roles: ['admin'] };
const NOW = new Date('2026-03-02T10:00:00Z');

/** Keeps what it is asked for, once for each key, as the true one does. */
function creatorOfTests() {
  const stored = new Map<string, Stored>();
  const create = (asked: NewCreation): Promise<Stored> => {
    const key = asked.key ?? '';
    const one = stored.get(key) ?? { ...asked, key, id: key, createdAt: NOW, state: 'done' };
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

    beforeAll(async () => {
      opened = await open();
      ({ storage } = opened);
    });
    afterAll(() => opened.close());

    const remember = (academyId: string, all: ReturnType<typeof people>) =>
      storage.people.remember(
        all.map((one) => ({ ...one, academyId })),
        NOW,
      );
    const deskOf = () =>
      new AudienceDesk({
        storage,
        composer: {
          permit: (caller) => Promise.resolve(new Permit(caller)),
          mayCreate: () => Promise.resolve(true),
        },
        clock: { nowMs: () => NOW.getTime() } as never,
        ids: { next: () => crypto.randomUUID() },
      });
    const add = (
      academyId: string,
      change: Partial<AudienceJob['message']> = {},
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
      new AudienceJobs({
        storage: { ...pick(storage), jobs },
        creator,
        clock: { nowMs: () => NOW.getTime() + 1 } as never,
        observer: {} as never,
      });
    const pick = ({ audiences, contacts, people: known }: Storage) => ({
      ...{ audiences, contacts, people: known },
    });
    const runAll = async (jobs: AudienceJobs) => {
      while (await jobs.run());
    };

    it('never asks for more people than one part has', async () => {
      const academyId = unique('academy');
      await remember(academyId, people(2300, academyId));
      const job = await add(academyId);
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
        ...[1000, 1000, 300],
      ]);
      expect(await storage.jobs.find(job.id)).toMatchObject({ state: 'done', recipients: 2300 });
    });

    it('go on where a killed one was, nobody twice, whoever came and went meanwhile', async () => {
      const academyId = unique('academy');
      const all = people(1500, academyId);
      const sorted = all.toSorted((one, other) => (one.user < other.user ? -1 : 1));
      await remember(academyId, sorted.slice(5));
      const { id } = await add(academyId);
      const creator = creatorOfTests();
      const killed = { ...bound(storage.jobs), advance: () => Promise.reject(new Error('killed')) };

      await expect(jobsWith(creator, killed).run()).rejects.toThrow('killed');
      // They would come first, and move everybody behind them.
      await remember(academyId, sorted.slice(0, 5));
      await remember('elsewhere', sorted.slice(200, 210));
      await release(id);
      await runAll(jobsWith(creator));

      const users = creator.users().map(({ user }) => user);
      expect(new Set(users).size).toBe(users.length);
      const reached = new Set(users);
      expect(sorted.slice(5).filter(({ user }) => !reached.has(user))).toEqual([]);
      expect(await storage.jobs.find(id)).toMatchObject({ state: 'done', recipients: 1495 });
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
      const [large, small] = [unique('academy'), unique('academy')];
      await remember(large, people(2100, large));
      await remember(small, people(3, small));
      const creator = creatorOfTests();
      await add(large, { sendAt: new Date(NOW.getTime() - 1) });
      await add(small);

      await runAll(jobsWith(creator));

      const academies = [...creator.stored.values()].map(({ academyId }) => academyId);
      expect(academies).toEqual([large, small, large, large]);
    });

    it('reach those of several classes of a year once, over all parts', async () => {
      const academyId = unique('academy');
      const all = people(1200, academyId);
      const taken = { academyId, year: 'seven', version: 1, teachers: [] };
      await storage.audiences.takeClass({ ...taken, classId: 'a', students: all.slice(0, 900) });
      await storage.audiences.takeClass({ ...taken, classId: 'b', students: all.slice(300) });
      const audience = { kind: 'year', year: 'seven' } as const;
      await add(academyId, { audience });
      const creator = creatorOfTests();

      await runAll(jobsWith(creator));

      const users = creator.users().map(({ user }) => user);
      expect([users.length, new Set(users).size]).toEqual([1200, 1200]);
      expect(users).toEqual(users.toSorted());
      expect(await storage.audiences.count(academyId, audience, all[0]!.user)).toBe(1199);
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
const bound = (jobs: Storage['jobs']): Storage['jobs'] => ({
  add: (job) => jobs.add(job),
  find: (id) => jobs.find(id),
  list: (query) => jobs.list(query),
  change: (id, message, now) => jobs.change(id, message, now),
  cancel: (id, now) => jobs.cancel(id, now),
  claim: (now, leaseUntil) => jobs.claim(now, leaseUntil),
  advance: (id, done, now) => jobs.advance(id, done, now),
  done: (id, now) => jobs.done(id, now),
  refuse: (id, now) => jobs.refuse(id, now),
  sweep: (before) => jobs.sweep(before),
});
