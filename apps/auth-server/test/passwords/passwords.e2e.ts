import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { PostgresKnownDevices } from '../../src/passwords/postgres-known-devices.js';
import { admin, adminToken, json, postForm } from '../flows.js';
import { DigestThreads } from '../../src/passwords/threads/digest-threads.js';
import { startAuth, type RunningAuth } from '../running-auth.js';

const LEAKED = 'eleven leaked kites at dusk';

let auth: RunningAuth;
let call: ReturnType<typeof admin>;
let breaches: Server;
let asked: string[] = [];
let isAway = false;

beforeAll(async () => {
  const digest = createHash('sha1').update(LEAKED).digest('hex').toUpperCase();
  breaches = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.statusCode = isAway ? 503 : 200;
    // The last is padding, which stands for no password.
    response.end(`${'0'.repeat(35)}:7\r\n${digest.slice(5)}:3\r\n${'F'.repeat(35)}:0`);
  }).listen(0, '127.0.0.1');
  await once(breaches, 'listening');
  const { port } = breaches.address() as AddressInfo;
  auth = await startAuth({ env: { PASSWORD_BREACH_URL: `http://127.0.0.1:${port}/range/` } });
  call = admin(auth.url, await adminToken(auth.url));
});
afterAll(async () => {
  await auth.close();
  breaches.close();
});

const add = (username: string, password: string, more: object = {}) =>
  call('POST', '/users', { username, email: `${username}@example.org`, password, ...more });

describe('a new password', () => {
  it.each([
    ['one that everybody has', 'password'],
    ['digits', '12345678'],
    ['a long one that everybody has', 'passwordpassword'],
    ['one letter again and again', 'aaaaaaaaaaaaaaaa'],
    ['a row of keys', 'qwertyuiop[]'],
    ['too few characters', 'x7!kQz'],
    ['the name', 'marie-curie-'],
    ['the address', 'marie@example.org'],
    ['the brand and a year', 'Sextant-2026'],
  ])('is refused when it is %s', async (_what, password) => {
    const response = await add('marie', password, { name: 'Marie Curie' });

    expect(response.status).toBe(422);
    expect(await json(response)).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringMatching(/too easy to guess|12 to 256 characters/),
    });
  });

  it('is judged at a change as well, by the names of the account', async () => {
    const { id } = await json<{ id: string }>(
      await add('lise', 'a tidy purple boat', { name: 'Lise Meitner' }),
    );
    const change = (password: string) => call('PATCH', `/users/${id}`, { password });

    expect((await change('lisemeitner1')).status).toBe(422);
    expect((await change('another purple boat')).status).toBe(200);
  });

  it('is refused when it has leaked, of which the service learns five digits', async () => {
    asked = [];
    const response = await add('emmy', LEAKED);

    expect(response.status).toBe(422);
    expect((await json<{ error_description: string }>(response)).error_description).toContain(
      'data breach',
    );
    expect(asked).toEqual([expect.stringMatching(/^\/range\/[0-9A-F]{5}$/)]);
  });

  it('is taken while that service is away', async () => {
    isAway = true;
    expect((await add('emmy', LEAKED)).status).toBe(201);
    expect(auth.logs.map(({ msg }) => msg)).toContain('password.breach_check_failed');
  });
});

describe('a password that is too long', () => {
  it('is wrong, and costs nobody anything', async () => {
    const stored = `$6$saltstring$${'A'.repeat(86)}`;
    await auth.database.query(
      `UPDATE auth_user SET password_hash = $1 WHERE username = 'grace' RETURNING id`,
      [stored],
    );
    const login = (username: string, password: string) =>
      postForm(`${auth.url}/auth/token`, { grant_type: 'password', username, password });
    const wrong = await json(await login('grace', 'wrong'));
    const start = performance.now();
    const [answer, unknown, health] = await Promise.all([
      login('grace', 'x'.repeat(55_000)),
      login('nobody', 'x'.repeat(55_000)),
      fetch(`${auth.url}/health`),
    ]);

    expect(health.status).toBe(200);
    expect([answer.status, unknown.status]).toEqual([400, 400]);
    expect(await json(answer)).toEqual(wrong);
    expect(performance.now() - start).toBeLessThan(2000);
    const counted = await auth.database.query<{ count: number }>(
      `SELECT count FROM login_failure WHERE key LIKE 'account:%' ORDER BY count`,
    );
    expect(counted).toEqual([{ count: 1 }, { count: 2 }]);
  });
});

describe('a wrong password, while an account has a hash of another system', () => {
  it.each(['alan', 'nobody', 'imported'])(
    'costs one check of such a hash: %s',
    async (username) => {
      // Of test12345, as phpass has it.
      await auth.database.query(
        `INSERT INTO auth_user (id, object_id, username, username_key, email, email_key, name, academy_id, roles,
         is_active, is_admin, is_verified, password_hash, has_foreign_hash, created_at)
       VALUES (gen_random_uuid(), 'imported', 'imported', 'imported', 'i@example.org', 'i@example.org', 'I',
         'default', '{}', true, false, false, '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0', true, now())
       ON CONFLICT DO NOTHING`,
      );
      const fits = jest.spyOn(DigestThreads.prototype, 'fits');
      const refused = await postForm(`${auth.url}/auth/token`, {
        ...{ grant_type: 'password', username, password: 'wrong' },
      });
      const { calls } = fits.mock;
      fits.mockRestore();

      expect(refused.status).toBe(400);
      expect(calls).toEqual([['$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0', 'wrong']]);
    },
  );
});

describe('browsers that are known', () => {
  it('are a hundred of one person, the latest ones', async () => {
    const source = await new DataSource({ type: 'postgres', url: auth.database.url }).initialize();
    const devices = new PostgresKnownDevices(source);
    const [{ id } = { id: '' }] = await auth.database.query<{ id: string }>(
      `SELECT id FROM auth_user WHERE username = 'alan'`,
    );
    const digestOf = (at: number) => createHash('sha256').update(String(at)).digest();
    for (let at = 1; at <= 103; at += 1) {
      const seen = { name: 'Firefox', now: new Date(Date.UTC(2026, 0, 1, 0, 0, at)) };
      await devices.remember(digestOf(at), id, seen);
    }
    const known = await Promise.all([1, 3, 4, 103].map((at) => devices.usersOf(digestOf(at))));
    await source.destroy();

    expect(known.map((users) => users.has(id))).toEqual([false, false, true, true]);
  });
});
