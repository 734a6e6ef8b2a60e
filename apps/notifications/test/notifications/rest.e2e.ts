import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { recordId } from '../../src/access/object-id.js';
import { person, people } from '../people.js';
import { message, start, until, type Client, type Running } from '../running.js';
import { STORAGES } from '../storages.js';

let number = 0;
const unique = (name: string) => `${name}-${(number += 1)}`;

const API = '/api/notifications';

describe.each(STORAGES)('REST on $name', ({ open, isThere }) => {
  (isThere ? describe : describe.skip)('spec 2, part 4.2', () => {
    let running: Running;
    let manager: Client;

    beforeAll(async () => {
      running = await start({ open });
    });
    beforeEach(() => {
      manager = running.as('manager', { roles: ['manager'] });
    });
    afterAll(() => running.close());

    const register = (name: string, active: boolean) =>
      running.service.call('PUT', `/internal/registrations/${person(name).user}`, {
        academyId: 'academy-1',
        active,
      });

    describe('access', () => {
      it.each([
        ['POST', API],
        ['GET', API],
        ['GET', `${API}/${person('x').user}`],
        ['PUT', `${API}/${person('x').user}/check`],
        ['DELETE', `${API}/${person('x').user}`],
        ['PUT', `${API}/bulk-check`],
        ['GET', `${API}/settings`],
        ['PUT', `${API}/settings`],
        ['GET', `${API}/push/vapid-public-key`],
        ['POST', `${API}/push/subscribe`],
        ['DELETE', `${API}/push/subscribe`],
        ['POST', `${API}/push/test`],
        ['PUT', `${API}/registrations/${person('x').user}`],
        ['GET', `/API/Notifications`],
      ])('%s %s needs a logged-in caller', async (method, path) => {
        const none = await fetch(running.url + path, { method });
        const bad = await fetch(running.url + path, {
          method,
          headers: { authorization: 'Bearer x.y.z' },
        });
        const old = running.as('ann', { expiresInSeconds: -60 });

        expect(none.status).toBe(401);
        expect(await none.json()).toEqual({ message: expect.stringContaining('access token') });
        expect(bad.status).toBe(401);
        expect((await old.call(method, path)).status).toBe(401);
      });

      it.each([
        ['of another audience', { audience: 'other' }, 401],
        ['of a program, not a person', { claims: { user: undefined } }, 403],
        ['whose user is no ObjectId', { claims: { user: { $gt: '' } } }, 403],
        ['whose user is too short', { claims: { user: 'abc' } }, 403],
      ])('refuses a token %s', async (_name, options, expected) => {
        const { status } = await running.as('ann', options).call('GET', `${API}/settings`);

        expect(status).toBe(expected);
      });

      it.each([
        ['admin', 201],
        ['manager', 201],
        ['teacher', 403],
        ['student', 403],
        ['unknown', 403],
      ])('POST as %s answers %i', async (role, status) => {
        const answer = await running
          .as(unique(role), { roles: [role] })
          .call('POST', API, message(['ann']));

        expect(answer.status).toBe(status);
        if (status === 403) expect(answer.body).toEqual({ message: 'PERMISSION_DENIED' });
      });

      it('lets a teacher create while the registration is active, in its academy', async () => {
        const name = unique('teacher');
        const post = async (academyId = 'academy-1') =>
          (
            await running
              .as(name, { roles: ['teacher'], academyId })
              .call('POST', API, message([unique('pupil')]))
          ).status;

        const before = await post();
        await register(name, true);
        const during = await post();
        const elsewhere = await post('academy-2');
        await register(name, false);
        const after = await post();

        expect([before, during, elsewhere, after]).toEqual([403, 201, 403, 403]);
      });

      it.each([
        ['userName', 'a\u0000b'],
        ['academyId', '\u0000'],
        ['userId', ''],
        ['academyId', ''],
        ['userId', 'x'.repeat(201)],
      ])('refuses a token whose %s is %j', async (claim, value) => {
        const client = running.as('ann', { claims: { [claim]: value } });

        const { status } = await client.call('GET', `${API}/settings`);

        expect([401, 403]).toContain(status);
        await expect(running.connect('ann', { claims: { [claim]: value } })).rejects.toThrow();
      });

      it.each([
        ['PUT', `${API}/inbox/check`],
        ['DELETE', `${API}/inbox`],
      ])('%s %s is about a notification that is none', async (method, path) => {
        const answer = await running.as('ann').call(method, path);

        expect(answer).toMatchObject({ status: 404, body: { message: 'NOTIFICATION_NOT_FOUND' } });
        expect((await fetch(running.url + path, { method })).status).toBe(401);
      });

      it('lets no cache keep what is personal', async () => {
        const { headers } = await running.as('ann').call('GET', `${API}?type=received`);

        expect(headers.get('cache-control')).toBe('no-store');
      });

      it('refuses a student’s body unread', async () => {
        const { status } = await running
          .as('ann')
          .call('POST', API, `{"x": "${'x'.repeat(9_000_000)}"}`)
          .catch(() => ({ status: 403 })); // the connection may be cut while the body is on its way

        expect(status).toBe(403);
      });
    });

    describe('POST /api/notifications', () => {
      it('creates a received record for each recipient and one sent record', async () => {
        const [ann, bob] = [unique('ann'), unique('bob')];
        const known = [ann, bob].map((name) => ({ ...person(name), academyId: 'academy-1' }));
        await running.stored.storage.people.remember(known, new Date());

        const { status, body } = await manager.call(
          'POST',
          API,
          message([ann, bob], { category: 'news' }),
        );

        const common = {
          checked: false,
          category: 'news',
          title: 'Homework',
          description: 'Read chapter 3.',
          notificationType: 'direct',
          autoDeleteOnCheck: true,
          date: expect.any(String),
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        };
        const from = {
          fromUser: person('manager').user,
          fromUserId: 'manager',
          fromUserName: person('manager').userName,
        };
        const _id = expect.stringMatching(/^[0-9a-f]{24}$/);
        expect(status).toBe(201);
        expect(body).toEqual({
          notifications: [
            { _id, type: 'received', ...person(ann), ...from, ...common },
            { _id, type: 'received', ...person(bob), ...from, ...common },
            {
              _id,
              type: 'sent',
              ...person('manager'),
              toUserList: [person(ann), person(bob)],
              ...common,
            },
          ],
        });
        const [{ date } = { date: '' }] = body.notifications;
        expect(new Date(date).toISOString()).toBe(date);
      });

      it.each([
        [{}, 'toUserList'],
        [{ toUserList: undefined }, 'toUserList'],
        [{ toUserList: null, title: undefined }, 'toUserList'],
        [{ title: undefined, description: undefined }, 'title'],
        [{ toUserList: [] }, 'toUserList'],
        [{ title: '' }, 'title'],
        [{ title: ' \t\n' }, 'title'],
        [{ toUserList: 'x', title: undefined }, 'title'],
        [{ description: undefined }, 'description'],
      ])('%j: FIELD_REQUIRED', async (change, field) => {
        const body = Object.keys(change).length === 0 ? {} : message(['ann'], change);

        const answer = await manager.call('POST', API, body);

        expect(answer.status).toBe(400);
        expect(answer.body).toEqual({ message: `FIELD_REQUIRED(${field})` });
      });

      it.each([
        [{ toUserList: 'ann' }, 'toUserList'],
        [{ toUserList: [null] }, 'toUserList'],
        [{ toUserList: [person('a'), person('b'), { user: 'c' }] }, 'toUserList'],
        [{ toUserList: [{ ...person('a'), user: 'short' }] }, 'toUserList'],
        [{ toUserList: [{ ...person('a'), user: { $gt: '' } }] }, 'toUserList'],
        [{ toUserList: [{ ...person('a'), userId: '' }] }, 'toUserList'],
        [{ toUserList: [{ ...person('a'), userName: 'n'.repeat(201) }] }, 'toUserList'],
        [{ toUserList: [{ ...person('a'), role: 'admin' }] }, 'toUserList'],
        [{ toUserList: { $gt: '' } }, 'toUserList'],
        [{ toUserList: people(10_001) }, 'toUserList'],
        [{ title: { $gt: '' } }, 'title'],
        [{ title: 5 }, 'title'],
        [{ title: 't'.repeat(501) }, 'title'],
        [{ title: 'a\u0000b' }, 'title'],
        [{ description: ['x'] }, 'description'],
        [{ description: 'd'.repeat(20_001) }, 'description'],
        [{ category: 1 }, 'category'],
        [{ category: 'c'.repeat(101) }, 'category'],
        [{ type: 'sent' }, 'type'],
        [{ $where: '1' }, '$where'],
        [{ ['__proto__x']: 1 }, '__proto__x'],
      ])('case %#: FIELD_INVALID', async (change, field) => {
        const answer = await manager.call('POST', API, message(['ann'], change));

        expect(answer.status).toBe(400);
        // `at` says which of many recipients it is, where there are many.
        expect(answer.body.message).toBe(`FIELD_INVALID(${field})`);
      });

      it.each([['[]'], ['"x"'], ['5']])('%s has no members', async (body) => {
        const answer = await manager.call('POST', API, body);

        expect(answer).toMatchObject({
          status: 400,
          body: { message: `FIELD_${body === '[]' ? 'REQUIRED(toUserList)' : 'INVALID(body)'}` },
        });
      });

      it('refuses a body that is no JSON, and one that is too large', async () => {
        const broken = await manager.call('POST', API, '{"title":');
        const large = await manager
          .call('POST', API, message(['a'], { description: 'x'.repeat(9_000_000) }))
          .catch(() => ({ status: 413 })); // the connection may be cut meanwhile

        expect(broken).toMatchObject({ status: 400, body: { message: 'FIELD_INVALID(body)' } });
        expect(large.status).toBe(413);
      });

      it('keeps HTML as the text that it is', async () => {
        const name = unique('ann');
        const title = '<img src=x onerror=alert(1)>';
        await manager.call('POST', API, message([name], { title }));

        const { body } = await running.as(name).call('GET', `${API}?type=received`);

        expect(body.notifications[0]?.title).toBe(title);
      });

      it('collapses duplicates and reports recipients of another academy', async () => {
        const [ann, stranger] = [unique('ann'), unique('stranger')];
        await running.as(stranger, { academyId: 'academy-2' }).call('GET', `${API}/settings`);
        await until(async () => {
          const { user } = person(stranger);
          return (await running.stored.storage.people.known([user])).has(user);
        });

        const { status, body } = await manager.call('POST', API, message([ann, stranger, ann]));
        const none = await manager.call('POST', API, message([stranger]));

        expect(status).toBe(201);
        expect(body.notifications.map((one) => one.userId)).toEqual([ann, 'manager']);
        // The first was never heard of, and is notified; the other is not.
        expect(body.unknownRecipients).toEqual([person(ann).user, person(stranger).user]);
        expect(none).toMatchObject({ status: 400, body: { message: 'FIELD_INVALID(toUserList)' } });
      });

      it('signals whom the record is for, whatever userId the sender believes', async () => {
        const [ann, bob] = [unique('ann'), unique('bob')];
        const [hers, his] = [await running.connect(ann), await running.connect(bob)];
        await until(
          async () => (await running.stored.storage.people.known([person(ann).user])).size === 1,
        );
        const toUserList = [{ ...person(ann), userId: person(bob).userId }];

        const { body } = await manager.call('POST', API, { ...message([]), toUserList });
        await until(() => hers.signals.length === 1);

        expect(body.notifications[0]).toMatchObject(person(ann));
        expect(his.signals).toEqual([]);
      });

      it('shows what was sent to a stranger to people of the same academy alone', async () => {
        const [here, elsewhere] = [unique('here'), unique('elsewhere')];
        await manager.call('POST', API, message([here, elsewhere]));
        const owner = running.as(here);
        const stranger = running.as(elsewhere, { academyId: 'academy-2' });

        const own = (await owner.call('GET', `${API}?type=received`)).body.notifications;
        const others = (await stranger.call('GET', `${API}?type=received`)).body.notifications;
        const creation = (await manager.call('GET', `${API}?type=sent`)).body.notifications[0];
        const read = await stranger.call('GET', `${API}/${recordId(creation?._id ?? '', 2)}`);
        const checked = await stranger.call('PUT', `${API}/bulk-check`);

        expect(own).toHaveLength(1);
        expect(JSON.stringify(own)).not.toContain('academy-1');
        expect(others).toEqual([]);
        expect(read.status).toBe(404);
        expect(checked.body).toMatchObject({ checkedCount: 0, deletedCount: 0 });
      });

      it('notifies those that were never heard of, and reports them', async () => {
        const [known, never] = [unique('known'), unique('never')];
        await running.stored.storage.people.remember(
          [{ ...person(known), academyId: 'academy-1' }],
          new Date(),
        );

        const { body } = await manager.call('POST', API, message([known, never]));

        expect(body.notifications).toHaveLength(3);
        expect(body.unknownRecipients).toEqual([person(never).user]);
      });

      it('takes no long description for many recipients: each record has its own', async () => {
        const create = (count: number, length: number) =>
          manager.call('POST', API, {
            ...message([], { description: 'x'.repeat(length) }),
            toUserList: people(count, unique('crowd')),
          });

        const tooMuch = await create(1001, 20_000);

        expect(tooMuch).toMatchObject({
          status: 400,
          body: { message: 'FIELD_INVALID(description)' },
        });
        expect((await create(1000, 20_000)).status).toBe(201);
      });

      it('takes 10,000 recipients', async () => {
        const prefix = unique('crowd');

        const { status, body } = await manager.call('POST', API, {
          ...message([]),
          toUserList: people(10_000, prefix),
        });

        expect(status).toBe(201);
        expect(body.notifications).toHaveLength(10_001);
        for (const index of [0, 5000, 9999]) {
          const listed = await running.as(`${prefix}-${index}`).call('GET', `${API}?type=received`);
          expect(listed.body.notifications).toHaveLength(1);
        }
      });
    });

    describe('Idempotency-Key', () => {
      it('creates once and answers alike', async () => {
        const name = unique('ann');
        const headers = { 'Idempotency-Key': unique('key') };

        const first = await manager.call('POST', API, message([name]), headers);
        const second = await manager.call('POST', API, message([name]), headers);
        const { body } = await running.as(name).call('GET', `${API}?type=received`);

        expect([first.status, second.status]).toEqual([201, 201]);
        expect(second.body).toEqual(first.body);
        expect(body.notifications).toHaveLength(1);
      });

      it('creates once for requests that come at the same time', async () => {
        const name = unique('ann');
        const headers = { 'Idempotency-Key': unique('key') };

        const answers = await Promise.all(
          [1, 2, 3, 4, 5].map(() => manager.call('POST', API, message([name]), headers)),
        );
        const { body } = await running.as(name).call('GET', `${API}?type=received`);

        expect(answers.map(({ status }) => status)).toContain(201);
        expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
        expect(body.notifications).toHaveLength(1);
      });

      it('refuses the key with another request, and a key that is none', async () => {
        const headers = { 'Idempotency-Key': unique('key') };
        await manager.call('POST', API, message(['ann']), headers);

        const other = await manager.call('POST', API, message(['bob']), headers);
        const long = await manager.call('POST', API, message(['ann']), {
          'Idempotency-Key': 'k'.repeat(256),
        });

        expect(other.status).toBe(422);
        expect(long).toMatchObject({
          status: 400,
          body: { message: 'FIELD_INVALID(Idempotency-Key)' },
        });
      });

      it('keeps the keys of callers apart, and no key whose request was refused', async () => {
        const name = unique('ann');
        const headers = { 'Idempotency-Key': unique('key') };
        const refused = await manager.call('POST', API, message([name], { title: '' }), headers);
        const admin = running.as('admin', { roles: ['admin'] });

        const answers = [
          await manager.call('POST', API, message([name]), headers),
          await admin.call('POST', API, message([name]), headers),
        ];
        const { body } = await running.as(name).call('GET', `${API}?type=received`);

        expect(refused.status).toBe(400);
        expect(answers.map(({ status }) => status)).toEqual([201, 201]);
        expect(body.notifications).toHaveLength(2);
      });
    });
  });
});

describe('limits', () => {
  let running: Running;

  beforeAll(async () => {
    running = await start({ env: { RATE_LIMIT_USER: '3', KNOWN_RECIPIENTS_ONLY: 'true' } });
  });
  afterAll(() => running.close());

  it('refuses a user above the rate, with headers, and nobody else', async () => {
    const ann = running.as('ann');
    const answers = [];
    for (let count = 0; count < 4; count += 1)
      answers.push(await ann.call('GET', `${API}/settings`));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[0]?.headers.get('x-ratelimit-limit')).toBe('3');
    expect(answers[0]?.headers.get('x-ratelimit-remaining')).toBe('2');
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await running.as('bob').call('GET', `${API}/settings`)).status).toBe(200);
  });

  it('reports recipients that were never heard of, where only known ones count', async () => {
    await running.service.call('POST', '/internal/events', {
      specversion: '1.0',
      id: '1',
      source: '/school',
      type: 'person.changed',
      data: { academyId: 'academy-1', people: [person('known')] },
    });

    const { status, body } = await running
      .as('manager', { roles: ['manager'] })
      .call('POST', API, message(['known', 'unheard']));

    expect(status).toBe(201);
    expect(body.notifications).toHaveLength(2);
    expect(body.unknownRecipients).toEqual([person('unheard').user]);
  });
});
