import { afterEach, describe, expect, it } from '@jest/globals';
import { Browser } from '../browser.js';
import { admin, adminToken, authorizeUrl, basic, json, postForm } from '../flows.js';
import {
  CLIENTS,
  passwordOf,
  startAuth,
  type RunningAuth,
  type StartOptions,
} from '../running-auth.js';

describe('limits (spec 2, part 8)', () => {
  let auth: RunningAuth;
  afterEach(() => auth.close());

  const start = async (env: Record<string, string>, more: StartOptions = {}) => {
    auth = await startAuth({ env, ...more });
    return auth;
  };
  const token = (name: 'web' | 'other' = 'web', headers: Record<string, string> = {}) =>
    postForm(
      `${auth.url}/oauth/token`,
      { grant_type: 'client_credentials' },
      { ...basic(name), ...headers },
    );

  it('lets a client have 20 tokens a minute and says so in the headers', async () => {
    await start({ RATE_LIMIT_TOKEN: '20' });

    const first = await token();
    for (let count = 2; count <= 20; count += 1) expect((await token()).status).toBe(200);
    const refused = await token();

    expect(first.headers.get('x-ratelimit-limit')).toBe('20');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('19');
    const reset = Number(first.headers.get('x-ratelimit-reset'));
    expect(reset - Date.now() / 1000).toBeGreaterThan(0);
    expect(reset - Date.now() / 1000).toBeLessThanOrEqual(61);
    expect(refused.status).toBe(429);
    expect(await json(refused)).toMatchObject({
      error: 'rate_limit_exceeded',
      error_description: expect.any(String),
      retry_after: expect.any(Number),
    });
    expect(refused.headers.get('retry-after')).toEqual(expect.stringMatching(/^\d+$/));
  });

  it('has these limits by default', async () => {
    await start({ RATE_LIMIT_TOKEN: '', RATE_LIMIT_IP: '', RATE_LIMIT_ADMIN: '' });

    const tokens = await token();
    const anything = await fetch(`${auth.url}/.well-known/openid-configuration`);
    const administration = await admin(auth.url, await adminToken(auth.url))('GET', '/scopes');

    expect(tokens.headers.get('x-ratelimit-limit')).toBe('20');
    expect(anything.headers.get('x-ratelimit-limit')).toBe('100');
    expect(administration.headers.get('x-ratelimit-limit')).toBe('60');
  });

  it('counts an address over all paths, but not who looks after the service', async () => {
    await start({ RATE_LIMIT_IP: '3' });

    for (let count = 1; count <= 3; count += 1) await fetch(`${auth.url}/session/status`);

    expect((await fetch(`${auth.url}/oauth/errors`)).status).toBe(429);
    expect((await fetch(`${auth.url}/health/ready`)).status).toBe(200);
  });

  it.each(['/session/iframe', '/oauth/assets/session.js', '/.well-known/sextant'])(
    'counts nobody for %s, which every page fetches',
    async (path) => {
      await start({ RATE_LIMIT_IP: '1' });
      for (let count = 1; count <= 3; count += 1) {
        expect((await fetch(auth.url + path)).status).toBe(200);
      }

      expect((await fetch(`${auth.url}/session/status`)).status).toBe(200);
      expect((await fetch(`${auth.url}/session/status`)).status).toBe(429);
    },
  );

  it('counts strangers at the door of proxies', async () => {
    await start({ RATE_LIMIT_IP: '2' });
    const statuses = [];
    for (let count = 1; count <= 3; count += 1) {
      statuses.push((await fetch(`${auth.url}/auth/forward`)).status);
    }

    expect(statuses).toEqual([403, 403, 429]);
  });

  it.each([
    ['the sign-in', authorizeUrl()],
    ['their account', '/account'],
    ['a forgotten password', '/account/forgot'],
  ])('answers people with a page at %s, and programs with JSON', async (_name, path) => {
    await start({ RATE_LIMIT_IP: '1' });
    await fetch(`${auth.url}/session/status`);
    const ask = (accept: string) => fetch(auth.url + path, { headers: { accept } });

    const page = await ask('text/html,application/xhtml+xml,*/*;q=0.8');
    const data = await ask('application/json');

    expect([page.status, data.status]).toEqual([429, 429]);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('retry-after')).toEqual(expect.stringMatching(/^\d+$/));
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await page.text()).toContain('Too many requests. Try again in');
    expect(await json(data)).toMatchObject({ error: 'rate_limit_exceeded' });
  });

  it('counts administrators one by one', async () => {
    await start({ RATE_LIMIT_ADMIN: '2' });
    const call = admin(auth.url, await adminToken(auth.url));

    const statuses = [
      await call('GET', '/scopes'),
      await call('GET', '/scopes'),
      await call('GET', '/scopes'),
    ];

    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  it('21: nobody uses up the tokens of a client from another address', async () => {
    await start({ RATE_LIMIT_TOKEN: '2', TRUSTED_PROXIES: 'loopback' });
    const from = (ip: string) => token('web', { 'x-forwarded-for': ip });
    for (let count = 1; count <= 3; count += 1) await from('192.0.2.1');

    expect((await from('192.0.2.1')).status).toBe(429);
    expect((await from('192.0.2.2')).status).toBe(200);
  });

  it('21: believes X-Forwarded-For of trusted proxies only', async () => {
    await start({ RATE_LIMIT_TOKEN: '2' });
    const from = (ip: string) => token('web', { 'x-forwarded-for': ip });
    for (let count = 1; count <= 2; count += 1) await from(`192.0.2.${count}`);

    expect((await from('192.0.2.3')).status).toBe(429);
  });

  it('21: counts a client once, however its id is spelt', async () => {
    await start({ RATE_LIMIT_TOKEN: '2' });
    const spelt = async (id: string) => {
      const secret = CLIENTS.web.client_secret;
      const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
      return (await token('web', { authorization })).status;
    };

    const statuses = [await spelt('web'), await spelt('%77eb'), await spelt('w%65b')];

    expect(statuses).toEqual([200, 200, 429]);
  });

  it('21: counts a form once, however its address is spelt', async () => {
    await start({ RATE_LIMIT_TOKEN: '2' });
    const forms = ['/account/forgot', '/Account/forgot', '/ACCOUNT/FORGOT/'].map((path) =>
      postForm(`${auth.url}${path}`, { name: 'nobody' }),
    );
    const statuses = (await Promise.all(forms)).map(({ status }) => status);

    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('21: counts the network of an IPv6 subscriber as one', async () => {
    await start({ RATE_LIMIT_IP: '2', RATE_LIMIT_TOKEN: '1', TRUSTED_PROXIES: 'loopback' });
    const from = async (ip: string) => (await token('web', { 'x-forwarded-for': ip })).status;

    const first = await from('2001:db8:1:2::1');
    const sameNetwork = await from('2001:db8:1:2:ffff::9');
    const otherNetwork = await from('2001:db8:1:3::1');

    expect([first, sameNetwork, otherNetwork]).toEqual([200, 429, 200]);
    const page = (ip: string) =>
      fetch(`${auth.url}/session/status`, { headers: { 'x-forwarded-for': ip } });
    await page('2001:db8:9:9::1');
    await page('2001:db8:9:9::2');
    expect((await page('2001:db8:9:9::3')).status).toBe(429);
  });

  describe('20: guessing passwords', () => {
    const doors = {
      form: async (password: string, headers: Record<string, string> = {}) => {
        const browser = new Browser(auth.url);
        const page = await browser.get(authorizeUrl());
        const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? [];
        return (
          await browser.post(
            action.replaceAll('&amp;', '&'),
            { username: 'grace', password, consent: 'allow' },
            headers,
          )
        ).status;
      },
      direct: async (password: string, headers: Record<string, string> = {}) =>
        (
          await postForm(
            `${auth.url}/auth/token`,
            { grant_type: 'password', username: 'grace', password },
            headers,
          )
        ).status,
      admin: async (password: string, headers: Record<string, string> = {}) =>
        (
          await fetch(`${auth.url}/admin/auth`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify({ username: 'ada', password }),
          })
        ).status,
    };
    const right = { form: 'grace', direct: 'grace', admin: 'ada' } as const;

    it.each(['form', 'direct', 'admin'] as const)(
      'is slowed down at the door %s, for this address only',
      async (name) => {
        await start({ LOGIN_FREE_ATTEMPTS: '3', TRUSTED_PROXIES: 'loopback' });
        const attacker = { 'x-forwarded-for': '192.0.2.66' };
        const owner = { 'x-forwarded-for': '198.51.100.7' };
        const password = passwordOf(right[name]);
        const wrong = await doors[name]('wrong', attacker);
        for (let count = 2; count <= 3; count += 1) await doors[name]('wrong', attacker);

        const locked = await doors[name](password, attacker);
        const own = await doors[name](password, owner);

        expect(locked).toBe(wrong);
        expect(own).toBeLessThan(400);
      },
    );

    it('is slowed down when the guesses come all at once, with the right one among them', async () => {
      await start({ LOGIN_FREE_ATTEMPTS: '5' });
      const guesses = Array.from({ length: 60 }, () => doors.direct('wrong'));

      const right = doors.direct(passwordOf('grace'));
      await Promise.all(guesses);

      expect(await right).toBe(400);
    });

    it('lets honest people in who come all at once', async () => {
      await start({ LOGIN_FREE_ATTEMPTS: '3' });

      const statuses = await Promise.all(
        Array.from({ length: 20 }, () => doors.direct(passwordOf('grace'))),
      );

      expect(new Set(statuses)).toEqual(new Set([200]));
    });

    it('of many accounts keeps nobody out who has the right password at once, new there or not', async () => {
      await start({});
      expect(await doors.admin(passwordOf('ada'))).toBe(200);
      await auth.database.query(
        `INSERT INTO login_failure (key, count, first_at, last_at, expires_at)
         SELECT key, 50, now(), now(), now() + interval '1 hour'
         FROM unnest(ARRAY['address:127.0.0.1', 'address:0:0:0:0::/64']) AS key`,
      );

      expect(await doors.admin(passwordOf('ada'))).toBe(200);
      // Hundreds share the address of a school: who is new there still gets in.
      expect(await doors.direct(passwordOf('grace'))).toBe(200);
    });

    it('of many accounts leaves strangers at that address two attempts at each', async () => {
      await start({});
      await auth.database.query(
        `INSERT INTO login_failure (key, count, first_at, last_at, expires_at)
         SELECT key, 50, now(), now(), now() + interval '1 hour'
         FROM unnest(ARRAY['address:127.0.0.1', 'address:0:0:0:0::/64']) AS key`,
      );
      for (let count = 1; count <= 2; count += 1) await doors.direct('wrong');

      expect(await doors.direct(passwordOf('grace'))).toBe(400);
    });

    it('at one door locks the others too', async () => {
      await start({ LOGIN_FREE_ATTEMPTS: '3' });
      for (let count = 1; count <= 3; count += 1) await doors.direct('wrong');

      expect(await doors.form(passwordOf('grace'))).toBe(401);
    });

    it('from many addresses locks out strangers, not the places that the user came from', async () => {
      await start({ TRUSTED_PROXIES: 'loopback' });
      const home = { 'x-forwarded-for': '198.51.100.7' };
      expect(await doors.direct(passwordOf('grace'), home)).toBe(200);
      await auth.database.query(
        `INSERT INTO login_failure (key, count, first_at, last_at, expires_at)
         VALUES ('account:grace', 100, now(), now(), now() + interval '1 hour')`,
      );

      expect(await doors.direct(passwordOf('grace'), { 'x-forwarded-for': '192.0.2.1' })).toBe(400);
      expect(await doors.direct(passwordOf('grace'), home)).toBe(200);
    });

    it('19: takes as long for an unknown user as for a known one', async () => {
      await start({ LOGIN_FREE_ATTEMPTS: '1000' }, { withDearPasswords: true });
      const time = async (username: string) => {
        const startMs = performance.now();
        await postForm(`${auth.url}/auth/token`, {
          grant_type: 'password',
          username,
          password: 'x',
        });
        return performance.now() - startMs;
      };
      const [known, unknown]: [number[], number[]] = [[], []];
      for (let round = 0; round < 15; round += 1) {
        known.push(await time('grace'));
        unknown.push(await time('nobody'));
      }

      const median = (list: number[]) => list.sort((a, b) => a - b)[7] ?? 0;
      // A hash takes 10 ms or more; without it the unknown user would be answered in two or three.
      expect(median(unknown)).toBeGreaterThan(median(known) * 0.6);
    });
  });
});
