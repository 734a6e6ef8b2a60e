import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startAuth, type RunningAuth } from '../running-auth.js';

interface Told {
  readonly method: string;
  readonly objectId: string;
  readonly authorization: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const TOKEN = 'the-service-token-of-the-tests';

describe('what notifications is told of accounts', () => {
  const told: Told[] = [];
  let receiver: Server;
  let running: RunningAuth;
  let isAway = true;
  let refused = (_body: Told['body']) => false;

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      void json(request)
        .catch(() => ({}))
        .then((body) => {
          const objectId = (request.url ?? '').split('/').at(-1) ?? '';
          const { authorization = '' } = request.headers;
          const isRefused = refused(body as Told['body']);
          response.statusCode = isAway ? 503 : isRefused ? 400 : 200;
          if (response.statusCode === 200)
            told.push({
              ...{ method: request.method ?? '', objectId, authorization },
              body: body as Told['body'],
            });
          response.end('{}');
        });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    running = await startAuth({
      env: {
        NOTIFICATIONS_URL: `http://127.0.0.1:${port}`,
        NOTIFICATIONS_TOKEN: TOKEN,
      },
    });
  });
  afterAll(async () => {
    await running.close();
    receiver.close();
  });

  const idOf = async (username: string): Promise<string> => {
    const [row] = await running.database.query<{ object_id: string }>(
      `SELECT object_id FROM auth_user WHERE username = '${username}'`,
    );
    return row?.object_id ?? '';
  };
  /** The last of what was said of somebody, as soon as it is so. */
  const lastOf = async (objectId: string, expected: (one: Told) => boolean): Promise<Told> => {
    const lateMs = performance.now() + 60_000;
    for (;;) {
      const last = told.filter((one) => one.objectId === objectId).at(-1);
      if (last !== undefined && expected(last)) return last;
      if (performance.now() > lateMs)
        throw new Error(`Only this was said: ${JSON.stringify(last)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  it('is how each person is reached, also when notifications was away at first', async () => {
    isAway = false;

    const grace = await lastOf(await idOf('grace'), () => true);
    const alan = await lastOf(await idOf('alan'), () => true);

    expect(grace).toMatchObject({
      method: 'PUT',
      authorization: `Bearer ${TOKEN}`,
      body: { academyId: 'academy-1', userId: 'grace', email: 'grace@example.org' },
    });
    // Nobody knows whether this address is his.
    expect(alan.body).toMatchObject({ userId: 'alan', email: null });
  });

  it('is every change, whatever made it', async () => {
    await running.database.query(
      `UPDATE auth_user SET is_verified = true,
         claims = claims || '{"locale": "es-MX", "zoneinfo": "America/Mexico_City"}'
       WHERE username = 'alan'`,
    );

    const { body } = await lastOf(await idOf('alan'), (one) => one.body['locale'] === 'es-MX');

    expect(body).toMatchObject({ email: 'alan@example.org', timeZone: 'America/Mexico_City' });
  });

  it('is whether it is deactivated, in words that an older notifications knows as well', async () => {
    const alan = await idOf('alan');
    const activate = (isActive: boolean) =>
      running.database.query(
        `UPDATE auth_user SET is_active = ${isActive} WHERE username = 'alan'`,
      );
    refused = ({ active }) => active !== undefined;
    await activate(false);
    const older = await lastOf(alan, ({ body }) => body['email'] === null);
    refused = () => false;
    await activate(true);
    const again = await lastOf(alan, ({ body }) => body['email'] !== null);
    await activate(false);
    const newer = await lastOf(alan, ({ body }) => body['email'] === null);

    expect([older, again, newer].map(({ body }) => body['active'])).toEqual([
      ...[undefined, undefined, false],
    ]);
  });

  it('is the end of an account', async () => {
    const objectId = await idOf('alan');
    await running.database.query(`DELETE FROM auth_user WHERE username = 'alan'`);

    const { method } = await lastOf(objectId, (one) => one.method === 'DELETE');

    expect(method).toBe('DELETE');
    const left = await running.database.query('SELECT 1 FROM account_news');
    expect(left.length).toBeLessThanOrEqual(1);
  });
});
