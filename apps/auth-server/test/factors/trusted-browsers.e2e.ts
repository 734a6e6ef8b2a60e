import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { actionOf, Browser, newPkce, type Visit } from '../browser.js';
import { admin, adminToken, authorizeUrl, json } from '../flows.js';
import { CLIENTS, passwordOf, startAuth, type RunningAuth } from '../running-auth.js';
import { addApp, codeOf, firstStep, secondStep } from './factor-flows.js';

const STRICT = { ...CLIENTS.web, client_id: 'strict', metadata: { require_factor: true } };

let auth: RunningAuth;
let call: ReturnType<typeof admin>;
beforeAll(async () => {
  auth = await startAuth({ clients: [STRICT] });
  call = admin(auth.url, await adminToken(auth.url));
});
afterAll(() => auth.close());

let people = 0;
async function person(): Promise<{ id: string; name: string }> {
  people += 1;
  const name = `truster${people}`;
  const body = { username: name, email: `${name}@example.org`, password: passwordOf(name) };
  const { id } = await json<{ id: string }>(await call('POST', '/users', body));
  return { id, name };
}

describe('a browser that need not show the second factor again', () => {
  const wished = (browser: Browser, page: Visit, code: string) =>
    browser.submit(page, { code, consent: 'allow', trust: 'yes' });
  /** In a browser whose session is over. @returns whether a code is asked for */
  async function isAsked(
    browser: Browser,
    name: string,
    parameters: Record<string, string> = {},
  ): Promise<boolean> {
    const page = await browser.get(authorizeUrl({ prompt: 'login', ...parameters }, newPkce()));
    const answer = await firstStep(browser, page, name);
    return answer.text.includes('name="code"');
  }
  async function trusting(): Promise<{
    browser: Browser;
    name: string;
    id: string;
    secret: string;
  }> {
    const { name, id } = await person();
    const { secret } = await addApp(new Browser(auth.url), name);
    const browser = new Browser(auth.url);
    const page = await browser.get(authorizeUrl({}, newPkce()));
    const asked = await firstStep(browser, page, name);
    expect(asked.text).toContain('Do not ask again in this browser for 30 days.');
    expect((await wished(browser, asked, codeOf(secret))).status).toBe(302);
    return { browser, name, id, secret };
  }

  it('is not asked, another one is, and nobody else in it', async () => {
    const { browser, name } = await trusting();
    const other = await trusting();

    expect(await isAsked(browser, name)).toBe(false);
    expect(await isAsked(new Browser(auth.url), name)).toBe(true);
    expect(await isAsked(browser, other.name)).toBe(true);
  });

  it('is asked by clients and requests that want a factor', async () => {
    const { browser, name } = await trusting();

    expect(await isAsked(browser, name, { client_id: 'strict' })).toBe(true);
    expect(await isAsked(browser, name, { acr_values: 'urn:sextant:mfa' })).toBe(true);
  });

  it('is asked again after a sign-out everywhere, and after a change of the factors', async () => {
    const { browser, name, id } = await trusting();
    await call('DELETE', `/users/${id}/sessions`);
    expect(await isAsked(browser, name)).toBe(true);

    const second = await trusting();
    await auth.database.query(`UPDATE auth_factor SET id = gen_random_uuid() WHERE user_id = $1`, [
      second.id,
    ]);
    expect(await isAsked(second.browser, second.name)).toBe(true);
  });

  it('changes no factors for who has not shown one there this time', async () => {
    const { browser, name, id, secret } = await trusting();
    await auth.database.query(
      `UPDATE auth_factor SET created_at = now() - interval '1 minute' WHERE user_id = $1`,
      [id],
    );
    expect(await isAsked(browser, name)).toBe(false);
    const { factors } = await json<{ factors: { id: string }[] }>(
      await call('GET', `/users/${id}/factors`),
    );
    const current = passwordOf(name);
    const [removed, codes, page] = [
      await browser.post(`/account/factors/${factors[0]!.id}/remove`, { current }),
      await browser.post('/account/recovery-codes', { current }),
      await browser.get('/account/app'),
    ];
    const asked = await firstStep(browser, await browser.get(page.location ?? ''), name);
    const shown = await secondStep(browser, asked, codeOf(secret, 1));
    const back = await browser.get(shown.location ?? '');

    for (const { status, location } of [page, removed, codes]) {
      expect([status, location]).toEqual([303, expect.stringContaining('acr_values=')]);
    }
    expect(await json(await call('GET', `/users/${id}/factors`))).toMatchObject({
      factors: [{ id: factors[0]!.id }],
      recovery_codes_left: 10,
    });
    expect(back.location).toBe('/account/app');
    expect((await browser.get('/account/app')).status).toBe(200);
  });

  it('has a cookie of its own: one that somebody has put there before stands for nothing', async () => {
    const { name } = await person();
    const { secret } = await addApp(new Browser(auth.url), name);
    const browser = new Browser(auth.url);
    const asked = await firstStep(browser, await browser.get(authorizeUrl({}, newPkce())), name);
    await secondStep(browser, asked, codeOf(secret));
    const planted = browser.cookie('sextant_browser') ?? '';
    const again = await browser.get(authorizeUrl({ prompt: 'login' }, newPkce()));
    await wished(browser, await firstStep(browser, again, name), codeOf(secret, 1));

    const thief = new Browser(auth.url);
    const page = await thief.get(authorizeUrl({}, newPkce()));
    const cookie = `${thief.cookieHeader(actionOf(page))}; sextant_browser=${planted}`;
    const fields = { username: name, password: passwordOf(name), consent: 'allow' };
    expect((await thief.submit(page, fields, { cookie })).text).toContain('name="code"');
    expect(await isAsked(browser, name)).toBe(false);
  });

  it('goes on to be that for all who have wished it', async () => {
    const { browser, name } = await trusting();
    const other = await person();
    const { secret } = await addApp(new Browser(auth.url), other.name);
    const page = await browser.get(authorizeUrl({ prompt: 'login' }, newPkce()));
    await wished(browser, await firstStep(browser, page, other.name), codeOf(secret));

    expect(await isAsked(browser, other.name)).toBe(false);
    expect(await isAsked(browser, name)).toBe(false);
  });

  it('is asked again when its time is over', async () => {
    const { browser, name, id } = await trusting();
    await auth.database.query(
      `UPDATE known_device SET trusted_until = now() - interval '1 second' WHERE user_id = $1`,
      [id],
    );

    expect(await isAsked(browser, name)).toBe(true);
  });
});
