import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { person } from '../people.js';
import { message, start, type Client, type Running } from '../running.js';
import { unique } from '../events.js';

const API = '/api/notifications';
/** auth-server's own door, `/auth/token`. */
const DIRECT = 'sextant-direct-login';

describe('callers', () => {
  let running: Running;
  let manager: Client;

  beforeAll(async () => {
    running = await start();
  });
  beforeEach(() => {
    manager = running.as('manager', { roles: ['manager'] });
  });
  afterAll(() => running.close());

  it.each([
    ['another scope', { scope: 'openid read' }, 403],
    ['no scope', { scope: undefined }, 403],
    ['the scope of administrators alone', { scope: 'notifications:admin' }, 403],
    ['a scope that only begins alike', { scope: 'notifications2' }, 403],
    ['the scope among others', { scope: 'read notifications' }, 200],
    ['the direct login and another scope', { scope: 'read', client_id: DIRECT }, 200],
  ])('a token of a client with %s answers and connects as it may', async (_n, claims, status) => {
    const answer = await running.as('ann', { claims }).call('GET', `${API}/settings`);
    const connected = await running.connect('ann', { claims }).then(
      () => true,
      () => false,
    );

    expect([answer.status, connected]).toEqual([status, status === 200]);
    if (status === 403) {
      expect(answer.body).toEqual({ message: 'PERMISSION_DENIED' });
      expect(answer.headers.get('www-authenticate')).toContain(
        'Bearer error="insufficient_scope", scope="notifications"',
      );
    }
  });

  it('tells administrators without a second factor to step up, where that is asked', async () => {
    const strict = await start({ env: { AUTH_ADMIN_ACR: 'urn:sextant:mfa' } });
    const answer = (acr: string) => {
      const claims = { scope: 'notifications notifications:admin', acr };
      return strict.as('boss', { roles: ['admin'], claims }).call('GET', `${API}/settings`);
    };
    try {
      const weak = await answer('urn:sextant:password');

      expect(weak.status).toBe(401);
      expect(weak.headers.get('www-authenticate')).toContain(
        'Bearer error="insufficient_user_authentication", error_description="A stronger sign-in is required", acr_values="urn:sextant:mfa"',
      );
      expect((await answer('urn:sextant:mfa')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  it('lets an administrator settle registrations, with the scope, in the own academy', async () => {
    const name = unique('teacher');
    const path = `${API}/registrations/${person(name).user}`;
    const claims = { scope: 'notifications notifications:admin' };
    const put = (roles: string[], options: object, body: object = { active: true }) =>
      running.as(unique('boss'), { roles, ...options }).call('PUT', path, body);
    const create = async () =>
      (await running.as(name, { roles: ['teacher'] }).call('POST', API, message(['ann']))).status;

    const refused = [
      await put(['manager'], { claims }),
      await put(['admin'], {}),
      await put(['admin'], { claims: { scope: 'notifications:admin' } }),
    ];
    const elsewhere = await put(['admin'], { claims, academyId: 'academy-2' });
    const before = await create();
    const settled = await put(['admin'], { claims });
    const during = await create();
    await put(['admin'], { claims }, { active: false });

    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(elsewhere.status).toBe(200);
    expect(settled.body).toEqual({
      registration: { user: person(name).user, academyId: 'academy-1', active: true },
    });
    expect([before, during, await create()]).toEqual([403, 201, 403]);
    expect(await put(['admin'], { claims }, {})).toMatchObject({
      status: 400,
      body: { message: 'FIELD_REQUIRED(active)' },
    });
  });

  it('refuses a body that is no UTF-8 or nested without end, by its name', async () => {
    const bytes = await fetch(running.url + API, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await running.issuer.token('m', { roles: ['manager'] })}`,
        'content-type': 'application/json',
      },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    const deep = await manager.call('POST', API, '['.repeat(1000) + ']'.repeat(1000));

    expect(await bytes.json()).toEqual({ message: 'FIELD_INVALID(body)' });
    expect(deep.body).toEqual({ message: 'FIELD_INVALID(body)' });
    expect([bytes.status, deep.status]).toEqual([400, 400]);
  });

  it.each([
    ['/inbox', 200],
    ['/inbox/', 200],
    ['/inbox/renewed.html', 200],
    ['/inbox/worker.js', 200],
    // The page finds its own way below its address; files are there or not.
    ['/inbox/other', 200],
    ['/inbox/unknown.js', 404],
    [`${API}/inboxes`, 401],
  ])('GET %s without a token answers %i', async (path, status) => {
    expect((await fetch(running.url + path)).status).toBe(status);
  });

  describe("the inbox's former address", () => {
    const visit = (path: string) =>
      fetch(`${running.url}${API}${path}`, {
        redirect: 'manual',
        headers: { accept: 'text/html' },
      });

    it.each([
      ['/inbox', '/inbox'],
      ['/inbox/renewed.html?code=1&state=2', '/inbox/renewed.html?code=1&state=2'],
      ['/inbox/operations', '/inbox/operations'],
    ])('sends people from %s to %s', async (from, to) => {
      const answer = await visit(from);

      expect([answer.status, answer.headers.get('location')]).toEqual([302, to]);
    });

    it('keeps the worker of browsers that subscribed there', async () => {
      const worker = await visit('/inbox/worker.js');

      expect(worker.status).toBe(200);
      expect(worker.headers.get('service-worker-allowed')).toBe(`${API}/inbox`);
    });
  });

  it.each([
    ['GET', `${API}/%zz`, 404, 'NOTIFICATION_NOT_FOUND'],
    ['PUT', `${API}/%E0%A4%A/check`, 404, 'NOTIFICATION_NOT_FOUND'],
    ['GET', '/%zz', 400, 'FIELD_INVALID(path)'],
  ])('%s %s, which is no address, answers %i %s', async (method, path, status, text) => {
    const answer = await manager.call(method, path);

    expect(answer).toMatchObject({ status, body: { message: text } });
  });
});
