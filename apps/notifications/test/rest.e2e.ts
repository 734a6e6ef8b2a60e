import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { person, people } from './people.js';
import { createdFor, message, start, until, type Client, type Running } from './running.js';
import { STORAGES } from './storages.js';

jest.setTimeout(30_000);

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
        ['of another audience', { aud: 'other' }],
        ['of a program, not a person', { user: undefined }],
        ['whose user is no ObjectId', { user: { $gt: '' } }],
        ['whose user is too short', { user: 'abc' }],
      ])('refuses a token %s', async (_name, claims) => {
        const { status } = await running.as('ann', { claims }).call('GET', `${API}/settings`);

        expect(status).toBe('aud' in claims ? 401 : 403);
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
        expect(new Date(body.notifications[0].date as string).toISOString()).toBe(
          body.notifications[0].date,
        );
      });

      it.each([
        [{}, 'toUserList'],
        [{ toUserList: undefined }, 'toUserList'],
        [{ toUserList: null, title: undefined }, 'toUserList'],
        [{ title: undefined, description: undefined }, 'title'],
        [{ title: '' }, 'title'],
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
        [{ toUserList: [] }, 'toUserList'],
        [{ toUserList: [null] }, 'toUserList'],
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
        expect(answer.body).toEqual({ message: `FIELD_INVALID(${field})` });
      });

      it.each([['[]'], ['"x"'], ['5']])('%s has no members', async (body) => {
        const answer = await manager.call('POST', API, body);

        expect(answer.status).toBe(400);
      });

      it('refuses a body that is no JSON, and one that is too large', async () => {
        const broken = await manager.call('POST', API, '{"title":');
        const large = await manager
          .call('POST', API, message(['a'], { description: 'x'.repeat(9_000_000) }))
          .catch(() => ({ status: 413 })); // the connection may be cut meanwhile

        expect(broken).toMatchObject({ status: 400, body: { message: expect.any(String) } });
        expect(large.status).toBe(413);
      });

      it('keeps HTML as the text that it is', async () => {
        const name = unique('ann');
        const title = '<img src=x onerror=alert(1)>';
        await manager.call('POST', API, message([name], { title }));

        const { body } = await running.as(name).call('GET', `${API}?type=received`);

        expect(body.notifications[0].title).toBe(title);
      });

      it('collapses duplicates and reports recipients of another academy', async () => {
        const [ann, stranger] = [unique('ann'), unique('stranger')];
        await running.as(stranger, { academyId: 'academy-2' }).call('GET', `${API}/settings`);
        await until(async () => {
          const { user } = person(stranger);
          return (await running.stored.storage.people.academies([user])).has(user);
        });

        const { status, body } = await manager.call('POST', API, message([ann, stranger, ann]));
        const none = await manager.call('POST', API, message([stranger]));

        expect(status).toBe(201);
        expect(body.notifications.map((one: { userId: string }) => one.userId)).toEqual([
          ann,
          'manager',
        ]);
        expect(body.unknownRecipients).toEqual([person(stranger).user]);
        expect(none).toMatchObject({ status: 400, body: { message: 'FIELD_INVALID(toUserList)' } });
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
        expect(long.status).toBe(400);
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

    describe('GET /api/notifications', () => {
      it.each([
        ['', 'FIELD_REQUIRED(type)'],
        ['?type=', 'FIELD_REQUIRED(type)'],
        ['?type[$gt]=', 'FIELD_REQUIRED(type)'],
        ['?type=all', 'FIELD_INVALID(type)'],
        ['?type=sent&type=received', 'FIELD_INVALID(type)'],
        ['?type=received&checked=maybe', 'FIELD_INVALID(checked)'],
        ['?type=received&checked=true&checked=false', 'FIELD_INVALID(checked)'],
        ['?type=received&limit=0', 'FIELD_INVALID(limit)'],
        ['?type=received&limit=1001', 'FIELD_INVALID(limit)'],
        ['?type=received&cursor=abc', 'FIELD_INVALID(cursor)'],
      ])('%s answers 400 %s', async (query, expected) => {
        const answer = await running.as('ann').call('GET', API + query);

        expect(answer).toMatchObject({ status: 400, body: { message: expected } });
      });

      it('lists the caller’s own, newest first, without descriptions', async () => {
        const name = unique('ann');
        const ids = [];
        for (let count = 0; count < 3; count += 1) ids.push(await createdFor(running, name));
        await createdFor(running, unique('bob'));

        const { status, body } = await running.as(name).call('GET', `${API}?type=received`);

        expect(status).toBe(200);
        const listed = body.notifications as { _id: string }[];
        expect(listed.map(({ _id }) => _id).sort()).toEqual([...ids].sort());
        const times = body.notifications.map((one: { createdAt: string }) => one.createdAt);
        expect(times).toEqual([...times].sort().reverse());
        expect(listed.every((one) => !('description' in one))).toBe(true);
      });

      it('lists what was sent, with its recipients', async () => {
        const sender = unique('sender');
        const admin = running.as(sender, { roles: ['admin'] });
        await admin.call('POST', API, message(['ann']));

        const { body } = await admin.call('GET', `${API}?type=sent`);

        expect(body.notifications).toMatchObject([
          { type: 'sent', userId: sender, toUserList: [person('ann')] },
        ]);
      });

      it('filters by the checked state', async () => {
        const name = unique('ann');
        await running.service.call('POST', '/internal/events', postEvent(name, false));
        await createdFor(running, name);
        const all = await running.as(name).call('GET', `${API}?type=received`);
        const lasting = (
          all.body.notifications as { _id: string; notificationType: string }[]
        ).find(({ notificationType }) => notificationType === 'newPost');
        await running.as(name).call('PUT', `${API}/${lasting!._id}/check`);

        const get = async (checked: string) =>
          (await running.as(name).call('GET', `${API}?type=received&checked=${checked}`)).body
            .notifications as object[];

        expect(await get('true')).toMatchObject([{ _id: lasting!._id, checked: true }]);
        expect(await get('false')).toMatchObject([{ notificationType: 'direct', checked: false }]);
      });

      it('gives pages by the header Link, and the same shape', async () => {
        const name = unique('ann');
        for (let count = 0; count < 5; count += 1) await createdFor(running, name);
        const client = running.as(name);
        const whole = await client.call('GET', `${API}?type=received`);

        const pages: object[][] = [];
        let path: string | undefined = `${API}?type=received&limit=2`;
        while (path !== undefined) {
          const { headers, body } = await client.call('GET', path);
          expect(Object.keys(body as object)).toEqual(['notifications']);
          pages.push(body.notifications as object[]);
          path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
        }

        expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
        expect(pages.flat()).toEqual(whole.body.notifications);
        expect(whole.headers.get('link')).toBeNull();
      });

      it('refuses the cursor of another user', async () => {
        const [ann, bob] = [unique('ann'), unique('bob')];
        for (const name of [ann, ann, bob, bob]) await createdFor(running, name);
        const page = await running.as(ann).call('GET', `${API}?type=received&limit=1`);
        const [, path] = /<([^>]+)>/.exec(page.headers.get('link') ?? '') ?? [];

        expect((await running.as(ann).call('GET', path!)).status).toBe(200);
        expect((await running.as(bob).call('GET', path!)).body).toEqual({
          message: 'FIELD_INVALID(cursor)',
        });
      });
    });

    describe('one record', () => {
      const paths = (id: string) =>
        [
          ['GET', `${API}/${id}`],
          ['PUT', `${API}/${id}/check`],
          ['DELETE', `${API}/${id}`],
        ] as const;

      it('GET shows description and related entity', async () => {
        const name = unique('ann');
        await running.service.call('POST', '/internal/events', postEvent(name, true));
        const listed = await running.as(name).call('GET', `${API}?type=received`);
        const [{ _id }] = listed.body.notifications as [{ _id: string }];

        const { status, body } = await running.as(name).call('GET', `${API}/${_id}`);

        expect(status).toBe(200);
        expect(body).toEqual({
          notification: {
            ...listed.body.notifications[0],
            description: 'About the post.',
            relatedEntity: { type: 'post', id: 'post-1' },
          },
        });
      });

      it.each(['not-an-id', '123', 'f'.repeat(24), '%7B%22$gt%22:%22%22%7D', 'F'.repeat(24)])(
        'answers 404 for the id %s',
        async (id) => {
          for (const [method, path] of paths(id)) {
            const answer = await running.as('ann').call(method, path);
            expect(answer).toMatchObject({
              status: 404,
              body: { message: 'NOTIFICATION_NOT_FOUND' },
            });
          }
        },
      );

      it('answers 403 for another user’s, and leaves it as it is', async () => {
        const name = unique('ann');
        const id = await createdFor(running, name);

        for (const [method, path] of paths(id)) {
          const answer = await running.as('mallory').call(method, path);
          expect(answer).toMatchObject({ status: 403, body: { message: 'PERMISSION_DENIED' } });
        }
        expect(
          (await running.as(name).call('GET', `${API}/${id}`)).body.notification,
        ).toMatchObject({
          checked: false,
        });
      });

      it('PUT check removes a one-off record and answers an empty object', async () => {
        const name = unique('ann');
        const id = await createdFor(running, name);

        const { status, body } = await running.as(name).call('PUT', `${API}/${id}/check`);

        expect([status, body]).toEqual([200, {}]);
        expect((await running.as(name).call('GET', `${API}/${id}`)).status).toBe(404);
        expect((await running.as(name).call('PUT', `${API}/${id}/check`)).status).toBe(404);
      });

      it('PUT check marks a record that stays, again and again', async () => {
        const name = unique('ann');
        await running.service.call('POST', '/internal/events', postEvent(name, false));
        const client = running.as(name);
        const listed = await client.call('GET', `${API}?type=received`);
        const [{ _id }] = listed.body.notifications as [{ _id: string }];

        for (let count = 0; count < 2; count += 1) {
          const { status, body } = await client.call('PUT', `${API}/${_id}/check`);
          expect([status, body]).toEqual([200, {}]);
        }

        const { body } = await client.call('GET', `${API}/${_id}`);
        expect(body.notification).toMatchObject({ checked: true, autoDeleteOnCheck: false });
      });

      it('DELETE removes it and answers an empty object; ids may be in capitals', async () => {
        const name = unique('ann');
        const id = await createdFor(running, name);

        const { status, body } = await running
          .as(name)
          .call('DELETE', `${API}/${id.toUpperCase()}`);

        expect([status, body]).toEqual([200, {}]);
        expect((await running.as(name).call('DELETE', `${API}/${id}`)).status).toBe(404);
        expect((await running.as(name).call('GET', `${API}?type=received`)).body).toEqual({
          notifications: [],
        });
      });
    });

    it('PUT bulk-check counts what was checked and what was removed, of the caller alone', async () => {
      const [ann, bob] = [unique('ann'), unique('bob')];
      for (const name of [ann, ann, bob]) await createdFor(running, name);
      await running.service.call('POST', '/internal/events', postEvent(ann, false));
      const client = running.as(ann);

      const first = await client.call('PUT', `${API}/bulk-check`);
      const second = await client.call('PUT', `${API}/bulk-check`);

      expect(first).toMatchObject({ status: 200, body: { checkedCount: 1, deletedCount: 2 } });
      expect(second.body).toEqual({ checkedCount: 0, deletedCount: 0 });
      const bobs = await running.as(bob).call('GET', `${API}?type=received&checked=false`);
      expect(bobs.body.notifications).toHaveLength(1);
    });

    describe('settings', () => {
      const defaults = {
        classInvitation: true,
        classCancellation: true,
        classApproval: true,
        classApprovalCancel: true,
        scheduleStart: true,
        newPost: true,
        directMessage: true,
        soundEnabled: true,
        reminder: true,
        eventReminderDefault: 15,
      };

      it('are made with the defaults at the first read', async () => {
        const answer = await running.as(unique('ann')).call('GET', `${API}/settings`);

        expect(answer).toMatchObject({ status: 200 });
        expect(answer.body).toEqual({ settings: defaults });
      });

      it.each([
        ...Object.keys(defaults)
          .filter((name) => name !== 'eventReminderDefault')
          .map((name) => [name, false] as const),
        ['eventReminderDefault', 60] as const,
      ])('PUT changes %s alone', async (name, value) => {
        const client = running.as(unique('ann'));

        const changed = await client.call('PUT', `${API}/settings`, { [name]: value });
        const read = await client.call('GET', `${API}/settings`);

        expect(changed.status).toBe(200);
        expect(changed.body).toEqual({ settings: { ...defaults, [name]: value } });
        expect(read.body).toEqual(changed.body);
      });

      it.each([
        [{ newPost: 'true' }, 'newPost'],
        [{ newPost: null }, 'newPost'],
        [{ newPost: { $gt: '' } }, 'newPost'],
        [{ newPosts: true }, 'newPosts'],
        [{ eventReminderDefault: -1 }, 'eventReminderDefault'],
        [{ eventReminderDefault: 1.5 }, 'eventReminderDefault'],
        [{ eventReminderDefault: 40_321 }, 'eventReminderDefault'],
        [{ $set: { newPost: false } }, '$set'],
        [[true], 'body'],
      ])('PUT %j answers 400 and changes nothing', async (body, field) => {
        const client = running.as(unique('ann'));

        const answer = await client.call('PUT', `${API}/settings`, body);

        expect(answer).toMatchObject({ status: 400, body: { message: `FIELD_INVALID(${field})` } });
        expect((await client.call('GET', `${API}/settings`)).body).toEqual({ settings: defaults });
      });

      it('PUT with nothing changes nothing', async () => {
        const { body } = await running.as(unique('ann')).call('PUT', `${API}/settings`, {});

        expect(body).toEqual({ settings: defaults });
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

const postEvent = (name: string, autoDeleteOnCheck: boolean) => ({
  specversion: '1.0',
  id: unique('event'),
  source: '/tests',
  type: 'post.created',
  data: {
    academyId: 'academy-1',
    recipients: [person(name)],
    title: 'A post',
    description: 'About the post.',
    entityId: 'post-1',
    autoDeleteOnCheck,
  },
});
