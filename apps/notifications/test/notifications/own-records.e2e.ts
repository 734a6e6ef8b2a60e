import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { secureRandom } from '@sextant/platform-runtime/clock';
import { newCreationId } from '../../src/access/object-id.js';
import { people, person } from '../people.js';
import { createdFor, message, start, type Running, postEvent } from '../running.js';
import { STORAGES } from '../storages.js';

let number = 0;
const unique = (name: string) => `${name}-${(number += 1)}`;

const API = '/api/notifications';

describe.each(STORAGES)('own records on $name', ({ open, isThere }) => {
  (isThere ? describe : describe.skip)('spec 2, part 4.2', () => {
    let running: Running;

    beforeAll(async () => {
      running = await start({ open });
    });
    afterAll(() => running.close());

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
        const listed = body.notifications;
        expect(listed.map(({ _id }) => _id).sort()).toEqual([...ids].sort());
        const times = body.notifications.map((one) => one.createdAt);
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
        const lasting = all.body.notifications.find(
          ({ notificationType }) => notificationType === 'newPost',
        );
        await running.as(name).call('PUT', `${API}/${lasting!._id}/check`);

        const get = async (checked: string) =>
          (await running.as(name).call('GET', `${API}?type=received&checked=${checked}`)).body
            .notifications;

        expect(await get('true')).toMatchObject([{ _id: lasting!._id, checked: true }]);
        expect(await get('false')).toMatchObject([{ notificationType: 'direct', checked: false }]);
      });

      it('gives pages by the header Link, and the same shape', async () => {
        const name = unique('ann');
        for (let count = 0; count < 5; count += 1) await createdFor(running, name);
        const client = running.as(name);
        const whole = await client.call('GET', `${API}?type=received`);

        const pages: (readonly object[])[] = [];
        let path: string | undefined = `${API}?type=received&limit=2`;
        while (path !== undefined) {
          const { headers, body } = await client.call('GET', path);
          expect(Object.keys(body as object)).toEqual(['notifications']);
          pages.push(body.notifications);
          path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
        }

        expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
        expect(pages.flat()).toEqual(whole.body.notifications);
        expect(whole.headers.get('link')).toBeNull();
      });

      it('gives short pages of what was sent to many, and none is lost', async () => {
        const name = unique('manager');
        const sender = running.as(name, { roles: ['manager'] });
        const { storage } = running.stored;
        const sizes = [10_000, 1, 10_000, 10_000, 3, 1, 1, 10_000, 2];
        for (const [index, size] of sizes.entries()) {
          const createdAt = new Date(Date.UTC(2026, 0, 1, 0, index));
          await storage.notifications.addSent({
            id: newCreationId(createdAt.getTime(), secureRandom),
            ...{ key: unique('sent'), academyId: 'academy-1', sender: person(name), createdAt },
            recipients: people(size, 'crowd'),
            content: { title: `${size}`, notificationType: 'direct', autoDeleteOnCheck: true },
          });
        }

        const pages: string[][] = [];
        let path: string | undefined = `${API}?type=sent`;
        while (path !== undefined) {
          const { headers, body } = await sender.call('GET', path);
          pages.push(body.notifications.map(({ title }) => title));
          path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
        }

        expect(pages).toEqual([
          ['2', '10000', '1', '1', '3'],
          ['10000', '10000'],
          ['1', '10000'],
        ]);
        const few = await sender.call('GET', `${API}?type=sent&limit=1`);
        expect(few.body.notifications).toHaveLength(1);
        expect(few.headers.get('link')).not.toBeNull();
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
        const [{ _id } = { _id: '' }] = listed.body.notifications;

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
        const [{ _id } = { _id: '' }] = listed.body.notifications;

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
