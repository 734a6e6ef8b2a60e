import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventOf, unique } from '../events.js';
import { people, person } from '../people.js';
import { start, until, type Answer, type Client, type Running } from '../running.js';
import { STORAGES } from '../storages.js';

const API = '/api/notifications';
const AUDIENCES = `${API}/audiences`;
const PATIENCE_MS = 60_000;

interface Job {
  readonly id: string;
  readonly state: string;
  readonly recipients: number;
  readonly title: string;
  readonly counts: { readonly read: number };
}

const jobOf = ({ body }: Answer) => (body as unknown as { readonly job: Job }).job;

describe.each(STORAGES)('messages to audiences on $name', ({ open, isThere }) => {
  (isThere ? describe : describe.skip)('of an academy', () => {
    let running: Running;
    let manager: Client;
    let teacher: Client;
    let teacherName: string;

    beforeAll(async () => {
      running = await start({ open });
      manager = running.as('manager', { roles: ['manager'] });
      teacherName = unique('teacher');
      teacher = running.as(teacherName, { roles: ['teacher'] });
      await running.service.call('PUT', `/internal/registrations/${person(teacherName).user}`, {
        ...{ academyId: 'academy-1', active: true },
      });
    });
    afterAll(() => running.close());

    const takeClass = (
      classId: string,
      students: readonly string[],
      { version = 1, year = 'year-7', teachers = [teacherName], academyId = 'academy-1' } = {},
    ) =>
      running.service.call(
        'POST',
        '/internal/events',
        eventOf('class.membership.changed', {
          ...{ academyId, classId, year, version },
          students: students.map(person),
          teachers: teachers.map(person),
        }),
      );
    const messageTo = (audience: object, change: object = {}) => ({
      ...{ audience, title: 'Excursion', description: 'Bring your boots.' },
      ...change,
    });
    const send = (audience: object, change: object = {}, as = manager, headers = {}) =>
      as.call('POST', AUDIENCES, messageTo(audience, change), headers);
    const listOf = async (name: string) =>
      (await running.as(name).call('GET', `${API}?type=received`)).body.notifications;
    const read = async (id: string, as = manager) =>
      jobOf(await as.call('GET', `${AUDIENCES}/${id}`));
    const ended = async (id: string, as = manager) => {
      await until(async () => (await read(id, as)).state === 'done', PATIENCE_MS);
      return read(id, as);
    };

    it('reaches a class, each once, and tells the sender how many have read it', async () => {
      const [one, two] = [unique('one'), unique('two')];
      await takeClass(unique('class'), [one]);
      const classId = unique('class');
      await takeClass(classId, [one, two, one]);

      const answer = await send({ classId });
      const job = await ended(jobOf(answer).id);
      const [record] = await listOf(one);
      await running.as(one).call('PUT', `${API}/${record?._id ?? ''}/check`);

      expect([answer.status, jobOf(answer).state]).toEqual([202, 'scheduled']);
      // The teacher of the class belongs to it.
      expect(job.recipients).toBe(3);
      expect(record).toMatchObject({ title: 'Excursion', fromUserName: 'manager of the tests' });
      expect(await listOf(two)).toHaveLength(1);
      expect((await read(job.id)).counts).toEqual({ read: 1, pushed: 0, mailed: 0 });
    });

    it('reaches a year, and those of several classes once', async () => {
      const year = unique('year');
      const [one, two] = [unique('one'), unique('two')];
      await takeClass(unique('class'), [one, two], { year });
      await takeClass(unique('class'), [two], { year });
      await takeClass(unique('class'), [unique('other')]);

      const counted = await send({ year }, { dryRun: true });
      const { id } = jobOf(await send({ year }));

      expect(counted.body).toEqual({ recipients: 3 });
      expect((await ended(id)).recipients).toBe(3);
      expect(await listOf(two)).toHaveLength(1);
    });

    it('goes by the newest news of a class', async () => {
      const classId = unique('class');
      const [gone, here] = [unique('gone'), unique('here')];
      await takeClass(classId, [here], { version: 3, teachers: [] });
      await takeClass(classId, [gone], { version: 2, teachers: [] });

      const counted = await send({ classId }, { dryRun: true });

      expect([counted.status, counted.body]).toEqual([200, { recipients: 1 }]);
      await ended(jobOf(await send({ classId })).id);
      expect([await listOf(gone), (await listOf(here)).length]).toEqual([[], 1]);
    });

    it('lets teachers reach the classes that they teach, and no others', async () => {
      const [own, other] = [unique('class'), unique('class')];
      await takeClass(own, [unique('student')]);
      await takeClass(other, [unique('student')], { teachers: ['colleague'] });
      await takeClass(own, [unique('student')], { academyId: 'academy-2' });

      const statuses = [
        (await send({ classId: own }, {}, teacher)).status,
        (await send({ classId: other }, {}, teacher)).status,
        (await send({ year: 'year-7' }, {}, teacher)).status,
        (await send({ academy: true }, { dryRun: true }, teacher)).status,
        (await send({ classId: own }, {}, running.as('student'))).status,
      ];

      expect(statuses).toEqual([202, 403, 403, 403, 403]);
    });

    it('tells whom somebody may write to', async () => {
      const academyId = unique('academy');
      const [own, other] = ['7b', '8a'];
      const name = unique('teacher');
      await takeClass(other, [unique('student')], { academyId, year: 'eight', teachers: [] });
      await takeClass(own, [name], { academyId, year: 'seven', teachers: [name] });
      await running.service.call('PUT', `/internal/registrations/${person(name).user}`, {
        ...{ academyId, active: true },
      });
      const targetsOf = async (as: string, role: string) => {
        const client = running.as(as, { roles: [role], academyId });
        const { body } = await client.call('GET', `${AUDIENCES}/targets`);
        return (body as unknown as { readonly targets: object }).targets;
      };
      const seven = { classId: own, year: 'seven' };
      const eight = { classId: other, year: 'eight' };

      expect([
        await targetsOf('boss', 'manager'),
        await targetsOf(name, 'teacher'),
        await targetsOf(name, 'student'),
        await targetsOf(unique('unregistered'), 'teacher'),
      ]).toEqual([
        { academy: true, years: ['eight', 'seven'], classes: [seven, eight] },
        { academy: false, years: [], classes: [seven] },
        { academy: false, years: [], classes: [] },
        { academy: false, years: [], classes: [] },
      ]);
    });

    it('speaks the language of each recipient', async () => {
      const [es, de, none] = [unique('es'), unique('de'), unique('none')];
      const classId = unique('class');
      await takeClass(classId, [es, de, none], { teachers: [] });
      for (const [name, locale] of [
        [es, 'es-MX'],
        [de, 'de'],
      ] as const) {
        await running.service.call('PUT', `/internal/people/${person(name).user}`, {
          ...{ academyId: 'academy-1', userId: name, userName: name, locale },
        });
      }
      const translations = { es: { title: 'Excursión', description: 'Traed botas.' } };

      await ended(jobOf(await send({ classId }, { translations })).id);

      const titles = await Promise.all(
        [es, de, none].map(async (name) => (await listOf(name))[0]?.title),
      );
      expect(titles).toEqual(['Excursión', 'Excursion', 'Excursion']);
      const [{ _id } = { _id: '' }] = await listOf(es);
      const { body } = await running.as(es).call('GET', `${API}/${_id}`);
      expect(body.notification.description).toBe('Traed botas.');
    });

    it('waits until its time, and can be changed and cancelled before', async () => {
      const classId = unique('class');
      const name = unique('student');
      await takeClass(classId, [name], { teachers: [] });
      const sendAt = new Date(Date.now() + 3_600_000).toISOString();
      const [kept, dropped] = [
        jobOf(await send({ classId }, { sendAt })),
        jobOf(await send({ classId }, { sendAt })),
      ];

      const cancelled = await manager.call('DELETE', `${AUDIENCES}/${dropped.id}`);
      const changed = await manager.call(
        ...(['PUT', `${AUDIENCES}/${kept.id}`] as const),
        messageTo({ classId }, { title: 'Another day' }),
      );
      await ended(kept.id);
      const late = [
        await manager.call('PUT', `${AUDIENCES}/${kept.id}`, messageTo({ classId })),
        await manager.call('DELETE', `${AUDIENCES}/${kept.id}`),
        await manager.call('PUT', `${AUDIENCES}/${dropped.id}`, messageTo({ classId })),
      ];

      expect([cancelled.status, changed.status, jobOf(changed).title]).toEqual([
        ...[200, 200, 'Another day'],
      ]);
      expect(late.map(({ status, body }) => [status, body.message])).toEqual([
        ...[
          [409, 'JOB_BEGUN'],
          [409, 'JOB_BEGUN'],
          [409, 'JOB_BEGUN'],
        ],
      ]);
      expect((await listOf(name)).map(({ title }) => title)).toEqual(['Another day']);
      expect((await read(dropped.id)).state).toBe('cancelled');
    });

    it('is one message however often it is asked for under one key', async () => {
      const classId = unique('class');
      const name = unique('student');
      await takeClass(classId, [name], { teachers: [] });
      const key = { 'idempotency-key': unique('key') };

      const [one, two] = [
        jobOf(await send({ classId }, {}, manager, key)),
        jobOf(await send({ classId }, {}, manager, key)),
      ];
      const other = await send({ classId }, { title: 'Other' }, manager, key);
      await ended(one.id);

      expect([two.id, other.status]).toEqual([one.id, 422]);
      expect(await listOf(name)).toHaveLength(1);
      const list = await manager.call('GET', AUDIENCES);
      const { jobs } = list.body as unknown as { jobs: Job[] };
      expect(jobs.filter(({ id }) => id === one.id)).toHaveLength(1);
    });

    it('takes so many a day from one sender, and goes on counting for the others', async () => {
      const limited = await start({
        ...{ open, beside: running, env: { AUDIENCE_MESSAGES_PER_DAY: '1' } },
      });
      const [one, other] = [unique('manager'), unique('manager')].map((name) =>
        limited.as(name, { roles: ['manager'] }),
      );
      const academy = { academy: true };
      const sendAt = new Date(Date.now() + 86_400_000).toISOString();

      const answers = [
        await send(academy, { sendAt }, one),
        await send(academy, { sendAt }, one),
        await send(academy, { dryRun: true }, one),
        await send(academy, { sendAt }, other),
      ];
      await limited.close();

      expect(answers.map(({ status }) => status)).toEqual([202, 429, 200, 202]);
      expect(answers[1]?.body).toEqual({ message: 'TOO_MANY_MESSAGES' });
    });

    it('keeps the jobs of one sender from others', async () => {
      const classId = unique('class');
      await takeClass(classId, [unique('student')]);
      const { id } = jobOf(await send({ classId }));
      const other = running.as('other-manager', { roles: ['manager'] });

      const answers = [
        await other.call('GET', `${AUDIENCES}/${id}`),
        await other.call('DELETE', `${AUDIENCES}/${id}`),
        await manager.call('GET', `${AUDIENCES}/no-such-job`),
      ];

      expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
        answers.map(() => [404, 'JOB_NOT_FOUND']),
      );
      await ended(id);
    });

    it('reaches 2,500 of an academy', async () => {
      const academyId = unique('academy');
      const all = people(2500, unique('member'));
      for (let start = 0; start < all.length; start += 1000) {
        await running.stored.storage.people.remember(
          all.slice(start, start + 1000).map((one) => ({ ...one, academyId })),
          new Date(),
        );
      }
      const boss = running.as('boss', { roles: ['admin'], academyId });
      // The sender is of the academy as well, and is not counted.
      await running.stored.storage.people.remember([{ ...person('boss'), academyId }], new Date());
      const counted = await send({ academy: true }, { dryRun: true }, boss);
      const { id } = jobOf(await send({ academy: true }, {}, boss));

      const job = await ended(id, boss);

      expect(counted.body).toEqual({ recipients: 2500 });
      // The sender has come with a token, and gets nothing.
      expect(job.recipients).toBe(2500);
      expect((await running.stored.storage.jobs.find(id))!.creations).toHaveLength(3);
      const some = [all[0]!, all[1249]!, all[2499]!];
      for (const { user } of some) {
        const query = { user, academyId, type: 'received', limit: 9 } as const;
        expect(await running.stored.storage.notifications.list(query)).toHaveLength(1);
      }
    });

    it.each([
      [{ audience: {} }, 'FIELD_INVALID(audience)'],
      [{ audience: { classId: 'a', year: 'b' } }, 'FIELD_INVALID(audience)'],
      [{ audience: { academy: false } }, 'FIELD_INVALID(audience)'],
      [{ title: '' }, 'FIELD_REQUIRED(title)'],
      [{ sendAt: 'soon' }, 'FIELD_INVALID(sendAt)'],
      [{ translations: {} }, 'FIELD_INVALID(translations)'],
      [{ translations: { es: { title: 'T' } } }, 'FIELD_INVALID(description)'],
      [{ urgent: 'yes' }, 'FIELD_INVALID(urgent)'],
      [{ colour: 'red' }, 'FIELD_INVALID(colour)'],
    ])('refuses %j', async (change, expected) => {
      const { status, body } = await send({ classId: 'a' }, change);

      expect([status, body.message]).toEqual([400, expected]);
    });
  });
});
