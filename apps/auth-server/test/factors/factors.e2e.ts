import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { Browser, hiddenFields } from '../browser.js';
import {
  admin,
  adminToken,
  authorizeUrl,
  json,
  postForm,
  redeem,
  refresh,
  type TokenAnswer,
} from '../flows.js';
import { newPkce } from '../browser.js';
import { addApp, codeOf, firstStep, keyOn, ownPage, secondStep } from './factor-flows.js';
import { mailServer, type MailServer } from '../mail-server.js';
import { CLIENTS, passwordOf, REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const TV = {
  client_id: 'tv',
  client_name: 'Television',
  redirect_uris: [],
  scopes: ['openid', 'read'],
  metadata: { grant_types: [DEVICE_GRANT], response_types: [] },
};
const STRICT = { ...CLIENTS.web, client_id: 'strict', metadata: { require_factor: true } };

let mail: MailServer;
let auth: RunningAuth;
let call: ReturnType<typeof admin>;
beforeAll(async () => {
  mail = await mailServer();
  const env = { ...mail.env, REQUIRE_FACTOR: 'examiner' };
  auth = await startAuth({ env, clients: [STRICT, TV] });
  call = admin(auth.url, await adminToken(auth.url));
});
afterAll(async () => {
  await auth.close();
  await mail.close();
});

let people = 0;
/** Somebody new, with a password. */
async function person(roles: string[] = []): Promise<{ id: string; name: string; email: string }> {
  people += 1;
  const name = `person${people}`;
  const email = `${name}@example.org`;
  const body = { username: name, email, password: passwordOf(name), roles };
  const { id } = await json<{ id: string }>(await call('POST', '/users', body));
  return { id, name, email };
}

/** From the authorization request to tokens. */
async function tokens(
  browser: Browser,
  name: string,
  { code, ...parameters }: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
  const pkce = newPkce();
  let answer = await browser.get(authorizeUrl(parameters, pkce));
  if (answer.status === 200) answer = await firstStep(browser, answer, name);
  if (answer.status === 200 && code !== undefined) answer = await secondStep(browser, answer, code);
  if (answer.location === undefined) throw new Error(`${answer.status} ${answer.text}`);
  const redirect = new URL(answer.location);
  const given = { code: redirect.searchParams.get('code') ?? '', pkce };
  return json(await redeem(auth.url, given, { redirect_uri: REDIRECT_URI }));
}

const claimsOf = (token: string | undefined) => {
  const { amr, acr, auth_time } = decodeJwt(token ?? '');
  return { amr, acr, auth_time };
};

describe('an authenticator app', () => {
  it('is added with a code and the password, brings ten recovery codes, and is told', async () => {
    const { name, email, id } = await person();
    const browser = new Browser(auth.url);
    const { codes } = await addApp(browser, name);

    expect(new Set(codes).size).toBe(10);
    expect((await mail.next(email)).text).toContain('An authenticator app was added');
    expect((await browser.get('/account')).text).toContain('My phone');
    expect(await json(await call('GET', `/users/${id}/factors`))).toMatchObject({
      factors: [{ kind: 'totp', name: 'My phone' }],
      recovery_codes_left: 10,
    });
  });

  it.each([
    ['a wrong code', { code: '000000' }],
    ['a wrong password', { current: 'wrong' }],
  ])('is not added with %s, and the page keeps its key', async (_what, fields) => {
    const { name } = await person();
    const browser = new Browser(auth.url);
    await ownPage(browser, name);
    const page = await browser.get('/account/app');
    const refused = await browser.submit(page, {
      code: codeOf(keyOn(page)),
      name: 'x',
      current: passwordOf(name),
      ...fields,
    });

    expect(refused.status).toBe(422);
    expect(keyOn(refused)).toBe(keyOn(page));
    expect((await browser.get('/account')).text).toContain('Your password is enough');
  });

  it('is not added with the page of another session', async () => {
    const { name } = await person();
    const [one, other] = [new Browser(auth.url), new Browser(auth.url)];
    await ownPage(one, name);
    await ownPage(other, name);
    const page = await one.get('/account/app');
    const fields = {
      ...hiddenFields(page.text),
      code: codeOf(keyOn(page)),
      current: passwordOf(name),
    };

    expect((await other.post('/account/app', fields)).status).toBe(400);
  });

  it('is asked for after the password, and says so in the tokens', async () => {
    const { name } = await person();
    const { secret } = await addApp(new Browser(auth.url), name);
    const answer = await tokens(new Browser(auth.url), name, { code: codeOf(secret) });

    const assurance = { acr: 'urn:sextant:mfa', auth_time: expect.any(Number) };
    expect(claimsOf(answer.id_token)).toMatchObject({
      acr: 'urn:sextant:mfa',
      amr: ['pwd', 'otp', 'mfa'],
    });
    expect(claimsOf(answer.access_token)).toMatchObject(assurance);
    const refreshed = await json<TokenAnswer>(await refresh(auth.url, answer.refresh_token));
    expect(claimsOf(refreshed.access_token)).toMatchObject(assurance);
  });

  it('takes no code twice, of one step before or after, and none of two', async () => {
    const { name } = await person();
    const { secret, enrolled } = await addApp(new Browser(auth.url), name);
    const enter = async (code: string) => {
      const browser = new Browser(auth.url);
      const step = await firstStep(browser, await browser.get(authorizeUrl()), name);
      return (await secondStep(browser, step, code)).status;
    };

    expect(await enter(codeOf(secret, -2))).toBe(401);
    expect(await enter(enrolled)).toBe(401);
    expect(await enter(codeOf(secret, 3))).toBe(401);
    const next = codeOf(secret, 1);
    expect(await enter(next)).toBe(302);
    expect(await enter(next)).toBe(401);
    expect(await enter(codeOf(secret))).toBe(401); // older than the last one
  });

  it('takes codes again once a clock that was ahead is right', async () => {
    const { name } = await person();
    const { secret } = await addApp(new Browser(auth.url), name);
    const enter = async (code: string) => {
      const browser = new Browser(auth.url);
      const step = await firstStep(browser, await browser.get(authorizeUrl()), name);
      return (await secondStep(browser, step, code)).status;
    };
    await auth.database.query(
      `UPDATE auth_factor SET last_step = last_step + 2880
       WHERE user_id = (SELECT id FROM auth_user WHERE username = $1)`,
      [name],
    );

    const code = codeOf(secret, 1);
    expect(await enter(code)).toBe(302);
    expect(await enter(code)).toBe(401);
  });

  it('takes a code once of those who come at the same time', async () => {
    const { name } = await person();
    const { secret } = await addApp(new Browser(auth.url), name);
    const pages = await Promise.all(
      [1, 2, 3].map(async () => {
        const browser = new Browser(auth.url);
        return { browser, step: await firstStep(browser, await browser.get(authorizeUrl()), name) };
      }),
    );
    const code = codeOf(secret);
    const visits = await Promise.all(
      pages.map(({ browser, step }) => secondStep(browser, step, code)),
    );

    expect(visits.map(({ status }) => status).sort()).toEqual([302, 401, 401]);
  });

  it('is renamed, and removed with the password, with its recovery codes', async () => {
    const { name, id } = await person();
    const browser = new Browser(auth.url);
    await addApp(browser, name);
    const { factors } = await json<{ factors: { id: string }[] }>(
      await call('GET', `/users/${id}/factors`),
    );
    const path = `/account/factors/${factors[0]?.id ?? ''}`;
    await browser.post(`${path}/name`, { name: 'Old <b>phone' });
    expect((await browser.get('/account')).text).toContain('Old &lt;b&gt;phone');
    const stranger = new Browser(auth.url);
    const other = await person();
    await ownPage(stranger, other.name);

    expect(
      (await stranger.post(`${path}/remove`, { current: passwordOf(other.name) })).status,
    ).toBe(404);
    expect((await browser.post(`${path}/remove`, { current: 'wrong' })).status).toBe(422);
    expect((await browser.post(`${path}/remove`, { current: passwordOf(name) })).status).toBe(303);
    expect(await json(await call('GET', `/users/${id}/factors`))).toEqual({
      factors: [],
      recovery_codes_left: 0,
    });
  });

  it('is reset by an administrator for who has lost it, which is told and written down', async () => {
    const { name, id, email } = await person();
    await addApp(new Browser(auth.url), name);
    await mail.next(email);
    expect((await call('DELETE', `/users/${id}/factors`)).status).toBe(204);

    expect((await tokens(new Browser(auth.url), name)).access_token).toEqual(expect.any(String));
    expect((await mail.next(email)).text).toContain('All second factors were removed');
    const { records } = await json<{ records: object[] }>(
      await call('GET', `/audit?type=factor.removed&subject=${id}`),
    );
    expect(records).toMatchObject([{ details: { kind: 'all' } }]);
  });
});

describe('a recovery code', () => {
  it('lets one in of those who come with it at the same time', async () => {
    const { name } = await person();
    const { codes } = await addApp(new Browser(auth.url), name);
    const pages = await Promise.all(
      [1, 2, 3].map(async () => {
        const browser = new Browser(auth.url);
        return { browser, step: await firstStep(browser, await browser.get(authorizeUrl()), name) };
      }),
    );

    const visits = await Promise.all(
      pages.map(({ browser, step }) => secondStep(browser, step, codes[0] ?? '')),
    );

    expect(visits.map(({ status }) => status).sort()).toEqual([302, 401, 401]);
  });

  it('signs in once, however it is typed', async () => {
    const { name } = await person();
    const { codes } = await addApp(new Browser(auth.url), name);
    const code = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ');
    const answer = await tokens(new Browser(auth.url), name, { code });
    expect(claimsOf(answer.id_token)).toMatchObject({
      acr: 'urn:sextant:mfa',
      amr: ['pwd', 'mfa'],
    });

    const browser = new Browser(auth.url);
    const step = await firstStep(browser, await browser.get(authorizeUrl()), name);
    expect((await secondStep(browser, step, code)).status).toBe(401);
  });

  it('of before is worth nothing once there are new ones', async () => {
    const { name } = await person();
    const browser = new Browser(auth.url);
    const { codes } = await addApp(browser, name);
    const fresh = await browser.post('/account/recovery-codes', { current: passwordOf(name) });
    expect(fresh.status).toBe(200);

    const login = (otp: string) =>
      postForm(`${auth.url}/auth/token`, {
        grant_type: 'password',
        username: name,
        password: passwordOf(name),
        otp,
      });
    expect((await login(codes[0] ?? '')).status).toBe(400);
    const [, code = ''] = /<code>([A-Z2-7-]{19})<\/code>/.exec(fresh.text) ?? [];
    expect((await login(code)).status).toBe(200);
  });

  it('is in no table', async () => {
    const { name } = await person();
    const { codes, secret } = await addApp(new Browser(auth.url), name);
    const rows = await auth.database.query<{ row: string }>(
      'SELECT f::text AS row FROM auth_factor f UNION ALL SELECT c::text FROM recovery_code c',
    );
    const all = rows.map(({ row }) => row).join('\n');

    for (const value of [...codes, secret]) {
      expect(all).not.toContain(Buffer.from(value.replaceAll('-', '')).toString('hex'));
    }
  });
});

describe('where a factor is there', () => {
  it('/auth/token and /admin/auth want it as well', async () => {
    const { name, id } = await person();
    await call('PATCH', `/users/${id}`, { is_admin: true });
    const { secret } = await addApp(new Browser(auth.url), name);
    const direct = (otp?: string) =>
      postForm(`${auth.url}/auth/token`, {
        grant_type: 'password',
        username: name,
        password: passwordOf(name),
        ...(otp === undefined ? {} : { otp }),
      });
    const asAdmin = (otp?: string) =>
      fetch(`${auth.url}/admin/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: name, password: passwordOf(name), otp }),
      });

    expect((await direct()).status).toBe(400);
    expect(await json(await direct('000000'))).toMatchObject({ error: 'invalid_grant' });
    expect(await json(await asAdmin())).toMatchObject({ error: 'invalid_grant' });
    const answer = await json<TokenAnswer>(await direct(codeOf(secret)));
    expect(claimsOf(answer.access_token)).toMatchObject({ acr: 'urn:sextant:mfa' });
    const { access_token } = await json<TokenAnswer>(await asAdmin(codeOf(secret, 1)));
    expect(claimsOf(access_token)).toMatchObject({ acr: 'urn:sextant:mfa' });
  });

  it('wrong codes are counted as wrong passwords are', async () => {
    const { name } = await person();
    const { secret } = await addApp(new Browser(auth.url), name);
    const browser = new Browser(auth.url);
    let step = await firstStep(browser, await browser.get(authorizeUrl()), name);
    for (let n = 0; n < 5; n += 1) step = await secondStep(browser, step, '000000');

    expect((await secondStep(browser, step, codeOf(secret))).status).toBe(401);
  });

  it('the second step is not to be had without the first', async () => {
    const [one, other] = [await person(), await person()];
    const { secret } = await addApp(new Browser(auth.url), one.name);
    const browser = new Browser(auth.url);
    const page = await browser.get(authorizeUrl());
    const forged = await browser.submit(page, {
      ticket: 'A'.repeat(80),
      code: codeOf(secret),
      consent: 'allow',
    });
    expect(forged.status).toBe(401);
    // The ticket of one page is worth nothing on another.
    const step = await firstStep(browser, await browser.get(authorizeUrl()), one.name);
    const stranger = new Browser(auth.url);
    const strangers = await stranger.get(authorizeUrl());
    const stolen = { ...hiddenFields(step.text), code: codeOf(secret), consent: 'allow' };
    expect((await stranger.submit(strangers, stolen)).status).toBe(401);
    expect(other.name).not.toBe(one.name);
  });
});

describe('where a factor is demanded', () => {
  it.each([
    ['by a role', ['examiner'], {}],
    ['by a client', [], { client_id: 'strict' }],
    ['by acr_values', [], { acr_values: 'urn:sextant:mfa' }],
    [
      'by an essential claim',
      [],
      { claims: '{"id_token":{"acr":{"essential":true,"values":["urn:sextant:mfa"]}}}' },
    ],
  ])('%s, who has none adds an app at the sign-in', async (_by, roles: string[], parameters) => {
    const { name } = await person(roles);
    const browser = new Browser(auth.url);
    const pkce = newPkce();
    const step = await firstStep(browser, await browser.get(authorizeUrl(parameters, pkce)), name);
    expect(step.text).toContain('<svg');
    expect((await secondStep(browser, step, '000000')).status).toBe(401);
    const done = await secondStep(browser, step, codeOf(keyOn(step)));

    expect(done.status).toBe(302);
    expect(new URL(done.location ?? '').searchParams.get('code')).toEqual(expect.any(String));
  });

  it('a session with a password alone steps up', async () => {
    const { name } = await person();
    const browser = new Browser(auth.url);
    await tokens(browser, name);
    const { secret } = await addApp(new Browser(auth.url), name);
    const asked = { prompt: 'none', acr_values: 'urn:sextant:mfa' };
    expect((await browser.get(authorizeUrl(asked))).location).toContain('error=login_required');
    expect((await browser.get(authorizeUrl({ prompt: 'none' }))).location).toContain('code=');

    const stepped = await tokens(browser, name, {
      code: codeOf(secret),
      acr_values: 'urn:sextant:mfa',
    });

    expect(claimsOf(stepped.id_token)).toMatchObject({ acr: 'urn:sextant:mfa' });
    expect((await browser.get(authorizeUrl(asked))).location).toContain('code=');
  });

  it('a session that steps up has a new cookie, and the old one is worth nothing', async () => {
    const { name } = await person();
    const browser = new Browser(auth.url);
    await tokens(browser, name);
    const { secret } = await addApp(new Browser(auth.url), name);
    const copy = {
      cookie: ['_session', '_session.sig']
        .map((name) => `${name}=${browser.cookie(name) ?? ''}`)
        .join('; '),
    };
    const silent = () => new Browser(auth.url).get(authorizeUrl({ prompt: 'none' }), copy);
    expect((await silent()).location).toContain('code=');

    await tokens(browser, name, { code: codeOf(secret), acr_values: 'urn:sextant:mfa' });

    expect(copy.cookie).not.toContain(browser.cookie('_session'));
    expect((await silent()).location).toContain('error=login_required');
  });

  it('a device is not connected by a password alone where there is a factor (RFC 8628)', async () => {
    const { name } = await person();
    const { secret } = await addApp(new Browser(auth.url), name);
    const started = await json<{ device_code: string; user_code: string }>(
      await postForm(`${auth.url}/api/v1/oauth/device_authorization`, {
        client_id: 'tv',
        scope: 'openid read',
      }),
    );
    const poll = async () =>
      json<TokenAnswer & { error?: string }>(
        await postForm(`${auth.url}/oauth/token`, {
          ...{ grant_type: DEVICE_GRANT, client_id: 'tv', device_code: started.device_code },
        }),
      );
    const browser = new Browser(auth.url);
    const entry = await browser.get('/oauth/device');
    const confirm = await browser.submit(entry, { user_code: started.user_code });

    const step = await firstStep(browser, await browser.submit(confirm, {}), name);
    const early = await poll();
    await secondStep(browser, step, codeOf(secret));

    expect(early.error).toBe('authorization_pending');
    expect(claimsOf((await poll()).id_token)).toMatchObject({ acr: 'urn:sextant:mfa' });
  });

  it('the direct login refuses a password alone, as a refresh never raises what was shown', async () => {
    const { name } = await person(['examiner']);
    const refused = await postForm(`${auth.url}/auth/token`, {
      grant_type: 'password',
      username: name,
      password: passwordOf(name),
    });
    expect(refused.status).toBe(400);

    const plain = await person();
    const answer = await tokens(new Browser(auth.url), plain.name);
    const refreshed = await json<TokenAnswer>(
      await refresh(auth.url, answer.refresh_token, { acr_values: 'urn:sextant:mfa' }),
    );
    expect(claimsOf(refreshed.access_token)).toMatchObject({ acr: 'urn:sextant:password' });
  });
});
