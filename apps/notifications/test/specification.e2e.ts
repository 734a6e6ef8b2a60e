import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Server } from 'socket.io';
import { roomOf } from '../src/notifications/signals.js';
import { audience, eventOf, unique } from './events.js';
import { person } from './people.js';
import { message, start, until, type Client, type Running, type Shown } from './running.js';
import { STORAGES } from './storages.js';

const API = '/api/notifications';

/** Rows of the specification's tables that no other file has: one case for each. */
describe.each(STORAGES)('spec 2 on $name', ({ open, isThere }) => {
  (isThere ? describe : describe.skip)('row by row', () => {
    let running: Running;
    let manager: Client;

    beforeAll(async () => {
      running = await start({ open });
      manager = running.as('manager', { roles: ['manager'] });
    });
    afterAll(() => running.close());

    const post = (change: object = {}, to = unique('ann')) =>
      manager.call('POST', API, message([to], change));
    const received = async (name: string) =>
      (await running.as(name).call('GET', `${API}?type=received`)).body.notifications;
    const publish = (name: string, change: object = {}) =>
      running.service.call('POST', '/internal/events', {
        ...eventOf('post.created', { ...audience(name), ...change }),
      });
    const record = async (name: string, id: string) =>
      (await running.as(name).call('GET', `${API}/${id}`)).body.notification;

    describe('part 2, Notification', () => {
      it('category: is absent, and not empty, where there is none', async () => {
        const { body } = await post();

        for (const one of body.notifications) expect(one).not.toHaveProperty('category');
      });

      it('date, createdAt, updatedAt: are set automatically, in UTC, to the time of the creation', async () => {
        const beforeMs = Date.now();
        const { body } = await post();
        const afterMs = Date.now();

        for (const one of body.notifications as readonly (Shown & { updatedAt: string })[]) {
          for (const time of [one.date, one.createdAt, one.updatedAt]) {
            expect(time).toMatch(/Z$/);
            expect(Date.parse(time)).toBeGreaterThanOrEqual(beforeMs);
            expect(Date.parse(time)).toBeLessThanOrEqual(afterMs);
          }
        }
      });

      it('updatedAt: tells when a record was checked, createdAt stays', async () => {
        const name = unique('ann');
        await publish(name, { autoDeleteOnCheck: false });
        const [{ _id, createdAt } = { _id: '', createdAt: '' }] = await received(name);
        await until(() => Date.now() > Date.parse(createdAt));

        await running.as(name).call('PUT', `${API}/${_id}/check`);

        const checked = (await record(name, _id)) as Shown & { updatedAt: string };
        expect(checked.createdAt).toBe(createdAt);
        expect(Date.parse(checked.updatedAt)).toBeGreaterThan(Date.parse(createdAt));
      });

      it('description: is not required where nobody sent it', async () => {
        const name = unique('ann');
        const { status } = await publish(name, { description: undefined });
        const [{ _id } = { _id: '' }] = await received(name);

        expect(status).toBe(202);
        expect(await record(name, _id)).not.toHaveProperty('description');
      });

      it.each([
        ['notificationType', 'reminder'],
        ['relatedEntity', { type: 'post', id: '1' }],
        ['autoDeleteOnCheck', false],
        ['checked', true],
        ['date', '2020-01-01T00:00:00Z'],
        ['fromUserName', 'Head teacher'],
        ['user', person('x').user],
      ])('%s: is not the sender’s to say', async (field, value) => {
        const { status, body } = await post({ [field]: value });

        expect([status, body.message]).toEqual([400, `FIELD_INVALID(${field})`]);
      });

      it('autoDeleteOnCheck: is true unless the event says otherwise', async () => {
        const [once, stays] = [unique('ann'), unique('ann')];
        await publish(once);
        await publish(stays, { autoDeleteOnCheck: false });

        expect(await received(once)).toMatchObject([{ autoDeleteOnCheck: true }]);
        expect(await received(stays)).toMatchObject([{ autoDeleteOnCheck: false }]);
      });

      it('order: the newest first, of what was sent as of what was received', async () => {
        const sender = running.as(unique('sender'), { roles: ['manager'] });
        for (const title of ['1', '2', '3']) {
          const { body } = await sender.call('POST', API, message([unique('ann')], { title }));
          await until(() => Date.now() > Date.parse(body.notifications[0]?.createdAt ?? ''));
        }

        const { body } = await sender.call('GET', `${API}?type=sent`);

        expect(body.notifications.map(({ title }) => title)).toEqual(['3', '2', '1']);
      });

      const named = (change: object) => [{ ...person('long'), ...change }];
      it.each([
        ['title', 't'.repeat(500), 't'.repeat(501)],
        ['description', 'd'.repeat(20_000), 'd'.repeat(20_001)],
        ['category', 'c'.repeat(100), 'c'.repeat(101)],
        ['toUserList', named({ userId: 'i'.repeat(200) }), named({ userId: 'i'.repeat(201) })],
        ['toUserList', named({ userName: 'n'.repeat(200) }), named({ userName: 'n'.repeat(201) })],
      ])('%s: may be as long as the README says, and no longer', async (field, fits, tooLong) => {
        const answers = [await post({ [field]: fits }), await post({ [field]: tooLong })];

        expect(answers.map(({ status }) => status)).toEqual([201, 400]);
        expect(answers[1]?.body.message).toBe(`FIELD_INVALID(${field})`);
      });
    });

    describe('part 2, settings record', () => {
      it('user: has one of their own, and nobody else’s', async () => {
        const [ann, bob] = [unique('ann'), unique('bob')];
        await running.as(ann).call('PUT', `${API}/settings`, { newPost: false });

        const { body } = await running.as(bob).call('GET', `${API}/settings`);

        expect(body).toMatchObject({ settings: { newPost: true } });
      });

      it('is there after it was read for the first time', async () => {
        const name = unique('ann');
        const { user } = person(name);
        const { settings } = running.stored.storage;
        const before = await settings.ofUsers([user]);

        await running.as(name).call('GET', `${API}/settings`);

        expect(before.size).toBe(0);
        const owner = person(name);
        expect((await settings.ofUsers([user])).size).toBe(1);
        expect(await settings.read(owner, new Date(0))).toMatchObject({
          id: expect.stringMatching(/^[0-9a-f]{24}$/),
          owner,
        });
      });

      it('PUT: several at once, and those of earlier calls stay', async () => {
        const client = running.as(unique('ann'));
        await client.call('PUT', `${API}/settings`, { newPost: false, directMessage: false });

        const { body } = await client.call('PUT', `${API}/settings`, { newPost: true });

        expect(body).toMatchObject({ settings: { newPost: true, directMessage: false } });
      });
    });

    describe('part 3', () => {
      it('bulk-check: one-off records are removed, the others stay and are checked', async () => {
        const name = unique('ann');
        await post({}, name);
        await publish(name, { autoDeleteOnCheck: false });

        await running.as(name).call('PUT', `${API}/bulk-check`);

        expect(await received(name)).toMatchObject([
          { notificationType: 'newPost', checked: true },
        ]);
      });
    });

    describe('part 4.2', () => {
      it('GET: lists what was sent without descriptions, too, and shows it one by one', async () => {
        const sender = running.as(unique('sender'), { roles: ['manager'] });
        await sender.call('POST', API, message([unique('ann')]));

        const [sent] = (await sender.call('GET', `${API}?type=sent`)).body.notifications;
        const { body } = await sender.call('GET', `${API}/${sent?._id ?? ''}`);

        expect(sent).not.toHaveProperty('description');
        expect(body.notification).toMatchObject({ type: 'sent', description: 'Read chapter 3.' });
      });

      it('check: the sender’s own record stays as it is', async () => {
        const sender = running.as(unique('sender'), { roles: ['manager'] });
        const { body } = await sender.call('POST', API, message([unique('ann')]));
        const { _id } = body.notifications[1] ?? { _id: '' };

        const { status } = await sender.call('PUT', `${API}/${_id}/check`);

        expect(status).toBe(200);
        expect((await sender.call('GET', `${API}/${_id}`)).body.notification).toMatchObject({
          ...{ type: 'sent', checked: false },
        });
      });

      it('DELETE: the sender’s record goes, the recipient’s stays, and the other way round', async () => {
        const [sender, ann] = [unique('sender'), unique('ann')];
        const client = running.as(sender, { roles: ['manager'] });
        const { body } = await client.call('POST', API, message([ann]));
        const [theirs, own] = body.notifications;

        await client.call('DELETE', `${API}/${own?._id ?? ''}`);
        const left = await received(ann);
        const forbidden = await client.call('DELETE', `${API}/${theirs?._id ?? ''}`);

        expect(left).toMatchObject([{ _id: theirs?._id }]);
        expect([forbidden.status, forbidden.body.message]).toEqual([403, 'PERMISSION_DENIED']);
      });

      it.each([
        ['GET', `${API}/push/vapid-public-key`, undefined, 200],
        ['POST', `${API}/push/test`, undefined, 409],
        ['DELETE', `${API}/push/subscribe`, { endpoint: 'https://push.example.org/x' }, 200],
        ['POST', `${API}/push/subscribe`, {}, 400],
      ])('%s %s: is for every caller, whatever the role', async (method, path, body, status) => {
        const answer = await running.as(unique('ann'), { roles: [] }).call(method, path, body);

        expect(answer.status).toBe(status);
      });
    });

    describe('part 6', () => {
      it('each user joins a room of that name, and the signal goes there', async () => {
        const name = unique('ann');
        const { signals } = await running.connect(name);
        const emits = jest.spyOn(Server.prototype, 'to');

        await post({}, name);
        await until(() => signals.length > 0);

        const rooms = emits.mock.calls.flatMap(([to]) => to);
        emits.mockRestore();
        expect(rooms).toContain(`academy-1/${name}`);
        expect(roomOf({ academyId: 'academy-1', userId: 'u1' })).toBe('academy-1/u1');
        expect(signals).toEqual(['update notifications']);
      });

      it('a person’s own message comes whatever the settings say: they are about automatic ones', async () => {
        const name = unique('ann');
        await running.as(name).call('PUT', `${API}/settings`, { directMessage: false });

        await post({}, name);

        expect(await received(name)).toHaveLength(1);
      });
    });

    describe('part 8', () => {
      it('headers of the rate: the limit, what is left, and the reset in epoch seconds', async () => {
        const { headers } = await running.as(unique('ann')).call('GET', `${API}/settings`);

        const inSeconds = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000;
        expect(Number(headers.get('x-ratelimit-limit'))).toBe(1_000_000);
        expect(Number(headers.get('x-ratelimit-remaining'))).toBe(999_999);
        expect(inSeconds).toBeGreaterThan(-30);
        expect(inSeconds).toBeLessThanOrEqual(61);
      });
    });
  });
});
