import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PushDelivery } from '../../src/push/push.js';
import type { Overview, Trail } from '../../src/operations/operations.js';
import type { WaitingPush } from '../../src/push/push-store.js';
import { unique } from '../events.js';
import { person } from '../people.js';
import { createdFor, message, start, until, type Client, type Running } from '../running.js';
import { STORAGES } from '../storages.js';

const OPERATIONS = '/api/notifications/operations';
const PATIENCE_MS = 30_000;
const ADMIN = { roles: ['admin'], claims: { scope: 'notifications notifications:admin' } };

describe.each(STORAGES)('for operators on $name', ({ open, isThere }) => {
  (isThere ? describe : describe.skip)('who are administrators', () => {
    let running: Running;
    let operator: Client;

    beforeAll(async () => {
      running = await start({ open });
      operator = running.as('operator', { ...ADMIN, academyId: 'default' });
    });
    afterAll(() => running.close());

    const ask = async <Found>(path: string) =>
      (await operator.call('GET', `${OPERATIONS}${path}`)).body as unknown as Found;
    const waiting = async (query: string) =>
      (await ask<{ readonly pushes: readonly WaitingPush[] }>(`/pushes?${query}`)).pushes;
    /** Waits for years: nothing sends it meanwhile. */
    const queue = async (host: string, reason: string) => {
      const { user } = person(unique('waiting'));
      const delivery: PushDelivery = {
        id: unique('delivery'),
        subscription: { endpoint: `https://${host}/${user}`, p256dh: 'p', auth: 'a', user },
        payload: JSON.stringify({ title: 'Test' }),
        attempts: 0,
        dueAt: new Date('2100-01-01'),
      };
      const { push } = running.stored.storage;
      await push.queue([delivery]);
      await push.retry(delivery.id, 3, delivery.dueAt, reason);
      return { id: delivery.id, user };
    };
    const bury = async (host: string, reason: string) => {
      const { user } = person(unique('buried'));
      const id = unique('letter');
      const push = { host, user, delivery: id, endpointHash: '0', payload: '{}' };
      await running.stored.storage.deadLetters.bury({
        ...{ id, at: new Date(), reason, event: JSON.stringify({ push }) },
      });
      return { id, user };
    };

    it('are let in, and nobody else', async () => {
      const others = [
        running.as('elsewhere', ADMIN),
        running.as('manager', { ...ADMIN, roles: ['manager'], academyId: 'default' }),
        running.as('unscoped', { roles: ['admin'], academyId: 'default' }),
      ];
      const statuses = await Promise.all(
        [operator, ...others].map(async (one) => (await one.call('GET', OPERATIONS)).status),
      );

      expect(statuses).toEqual([200, 403, 403, 403]);
    });

    it('list pushes by person, host and reason, send one now, and drop one', async () => {
      const [host, other] = [`${unique('push')}.example.org`, `${unique('push')}.example.org`];
      const one = await queue(host, 'The push service answered 503.');
      const two = await queue(host, 'The push service did not answer in time.');
      await queue(other, 'The push service answered 503.');
      const ids = async (query: string) => (await waiting(query)).map(({ id }) => id).sort();

      const found = [
        await ids(`host=${host}`),
        await ids(`host=${host}&reason=ANSWERED%20503`),
        await ids(`user=${two.user}`),
      ];
      const [shown] = await waiting(`user=${one.user}`);
      const retried = await operator.call('POST', `${OPERATIONS}/pushes/${one.id}/retry`);
      const none = await operator.call('POST', `${OPERATIONS}/pushes/none/retry`);
      const dropped = await operator.call('DELETE', `${OPERATIONS}/pushes/${two.id}`);

      expect(found).toEqual([[one.id, two.id], [one.id], [two.id]]);
      // What lets one send to a browser is nobody's business.
      expect(shown).toEqual({
        ...{ id: one.id, user: one.user, host, attempts: 3 },
        ...{ dueAt: '2100-01-01T00:00:00.000Z', reason: 'The push service answered 503.' },
      });
      expect([retried.status, none.status, none.body.message, dropped.status]).toEqual([
        ...[202, 404, 'PUSH_NOT_FOUND', 200],
      ]);
      // It is due: the browser is not subscribed, so that it goes.
      await until(async () => (await ids(`host=${host}`)).length === 0, PATIENCE_MS);
    });

    it('find dead letters, and use many again at once', async () => {
      const host = `${unique('dead')}.example.org`;
      const one = await bury(host, 'The push service answered 413.');
      await bury(`${unique('dead')}.example.org`, 'The push service answered 413.');
      const letters = async (query: string) =>
        (await ask<{ readonly deadLetters: readonly { id: string }[] }>(`/dead-letters?${query}`))
          .deadLetters;

      expect(await letters(`host=${host}&reason=413`)).toMatchObject([{ id: one.id }]);
      expect(await letters(`user=${one.user}`)).toHaveLength(1);
      expect(await letters('reason=nobody said this')).toEqual([]);

      const replayed = await operator.call('POST', `${OPERATIONS}/dead-letters/replay`, { host });
      const gone = await operator.call('DELETE', `${OPERATIONS}/dead-letters/${one.id}`);
      // The browser is not subscribed any more: the letter has stayed until it was thrown away.
      expect([replayed.body, gone.status]).toEqual([{ replayed: 0, failed: 1 }, 200]);
      expect(await letters(`host=${host}`)).toEqual([]);
    });

    it('see the queues, and what was done in the last hour', async () => {
      const name = unique('reader');
      await createdFor(running, name);
      await running.as(name).call('PUT', '/api/notifications/bulk-check');

      const { overview } = await ask<{ readonly overview: Overview }>('');

      expect(overview).toMatchObject({
        pushes: { overdueSeconds: 0 },
        mails: { waiting: 0 },
        deadLetters: expect.any(Number),
      });
      expect(overview.rates).toHaveLength(12);
      const read = overview.rates.reduce((sum, { counts }) => sum + (counts.read ?? 0), 0);
      expect(read).toBeGreaterThan(0);
    });

    it('see what became of a notification, recipient by recipient, in their own academy', async () => {
      const [one, two] = [unique('one'), unique('two')];
      const { body } = await running
        .as('manager', { roles: ['manager'] })
        .call('POST', '/api/notifications', message([one, two]));
      const [first, second] = body.notifications;
      await running.as(two).call('PUT', `/api/notifications/${second!._id}/check`);
      const admin = running.as('admin', ADMIN);
      const trailOf = async (as: Client, query = '') => {
        const path = `${OPERATIONS}/notifications/${first!._id}${query}`;
        const answer = await as.call('GET', path);
        return answer.body as unknown as { readonly trail: Trail; readonly message: string };
      };
      await until(
        async () => (await trailOf(admin)).trail.created?.isSignalled === true,
        PATIENCE_MS,
      );

      const { trail } = await trailOf(admin);
      const page = (await trailOf(operator, '?offset=1&limit=1')).trail;
      const stranger = await trailOf(running.as('other', { ...ADMIN, academyId: 'academy-2' }));

      expect(trail).toMatchObject({
        created: { academyId: 'academy-1', title: 'Homework', recipients: 2 },
        counts: { read: 1 },
        recipients: [
          { recipient: person(one), steps: [] },
          { recipient: person(two), record: second!._id, steps: [{ what: 'read' }] },
        ],
        hasMore: false,
      });
      expect(page.recipients).toMatchObject([
        { recipient: person(two), steps: [{ what: 'read' }] },
      ]);
      expect(stranger.message).toBe('NOTIFICATION_NOT_FOUND');
    });

    it.each([
      ['/pushes?user=me', 'FIELD_INVALID(user)'],
      ['/pushes?colour=red', 'FIELD_INVALID(colour)'],
      ['/notifications/none', 'NOTIFICATION_NOT_FOUND'],
      [`/notifications/${'0'.repeat(24)}?limit=0`, 'FIELD_INVALID(limit)'],
      [`/notifications/${'0'.repeat(24)}?offset=-1`, 'FIELD_INVALID(offset)'],
      [`/notifications/${'0'.repeat(24)}`, 'NOTIFICATION_NOT_FOUND'],
    ])('are told what is wrong with %s', async (path, expected) => {
      const { body } = await operator.call('GET', OPERATIONS + path);

      expect(body.message).toBe(expected);
    });

    it('have alert rules whose metrics there are', async () => {
      const file = join(workspaceRoot(), 'k8s/overlays/prod/alerts.yaml');
      const named = new Set(readFileSync(file, 'utf8').match(/notifications_[a-z_]+/g));
      const page = await (await fetch(`${running.url}/metrics`)).text();
      // The feed's are there when there are brokers; its own tests see them.
      const expected = [...named].filter((one) => !one.startsWith('notifications_feed_'));

      expect(expected.length).toBeGreaterThan(4);
      expect(expected.filter((one) => !page.includes(`# HELP ${one} `))).toEqual([]);
    });
  });
});
