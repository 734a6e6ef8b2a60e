import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountDeletion } from '../../src/accounts/account-deletion.js';
import { Browser, type Fields, type Visit } from '../browser.js';
import {
  admin,
  adminToken,
  authorizeUrl,
  credentialsOf,
  isActive,
  json,
  tokensFor,
} from '../flows.js';
import { linkOf, mailServer, type MailServer } from '../mail-server.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

const NEW = 'twelve blue kites at dawn';
const FIREFOX = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

let mail: MailServer;
let auth: RunningAuth;
let call: ReturnType<typeof admin>;
beforeAll(async () => {
  mail = await mailServer();
  auth = await startAuth({ env: mail.env });
  call = admin(auth.url, await adminToken(auth.url));
});
afterAll(async () => {
  await auth.close();
  await mail.close();
});

let people = 0;
async function person(): Promise<{ id: string; name: string; email: string }> {
  people += 1;
  const name = `owner${people}`;
  const body = { username: name, email: `${name}@example.org`, password: passwordOf(name) };
  const { id } = await json<{ id: string }>(await call('POST', '/users', body));
  return { id, name, email: body.email };
}

/** Signs in at the own page. */
async function open(browser: Browser, name: string, headers: Fields = {}): Promise<Visit> {
  const start = await browser.get('/account');
  const page = await browser.get(start.location ?? '');
  expect(page.text).toContain('Sign in to see and change your account.');
  expect(page.text).not.toContain('This will be allowed');
  const answer = await browser.submit(page, credentialsOf(name), headers);
  const back = await browser.get(answer.location ?? '');
  return browser.get(back.location ?? '');
}

describe('one’s own page', () => {
  it('is for who has signed in, and sends others there and back', async () => {
    const { name, email } = await person();
    const page = await open(new Browser(auth.url), name);

    expect(page.status).toBe(200);
    expect(page.text).toContain(email);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.text).not.toContain('<script');
  });

  it.each([
    'password',
    'email',
    'sessions/end-all',
    'applications/withdraw',
    'app',
    'recovery-codes',
  ])('does nothing of %s for who has not signed in, or whom another site sends', async (path) => {
    const stranger = await new Browser(auth.url).post(`/account/${path}`, { password: NEW });
    expect(stranger.status).toBe(303);
    expect(stranger.location).toContain('/authorize');

    const browser = new Browser(auth.url);
    await open(browser, 'grace');
    const forged = await browser.post(
      `/account/${path}`,
      { password: NEW, current: passwordOf('grace') },
      { 'sec-fetch-site': 'cross-site' },
    );
    expect(forged.status).toBe(400);
  });

  it('shows what others chose as text', async () => {
    const { id, name } = await person();
    await call('PATCH', `/users/${id}`, { name: '<img src=x onerror=alert(1)>' });
    const page = await open(new Browser(auth.url), name);

    expect(page.text).toContain('&lt;img src=x');
    expect(page.text).not.toContain('<img');
  });

  it('changes the password with the old one, which ends all sessions and is told', async () => {
    const { name, email } = await person();
    const [here, there] = [new Browser(auth.url), new Browser(auth.url)];
    await open(here, name);
    await open(there, name);
    await mail.next(email); // of the second browser

    const wrong = await here.post('/account/password', { current: 'wrong', password: NEW });
    expect(wrong.status).toBe(422);
    const weak = await here.post('/account/password', { current: passwordOf(name), password: 'x' });
    expect(weak.text).toContain('12 to 256 characters');
    const done = await here.post('/account/password', { current: passwordOf(name), password: NEW });

    expect(done.status).toBe(200);
    expect((await there.get('/account')).status).toBe(303);
    expect((await mail.next(email)).subject).toBe('Your password was changed');
  });

  it('changes the address once the new one has answered, and tells the old one', async () => {
    const { id, name, email } = await person();
    const browser = new Browser(auth.url);
    await open(browser, name);
    const address = `new-${email}`;
    const ask = (to: string, current = passwordOf(name)) =>
      browser.post('/account/email', { email: to, current });
    expect((await ask(address, 'wrong')).status).toBe(422);
    expect((await ask('no address')).status).toBe(422);
    const asked = await ask(address);
    const taken = await ask('alan@example.org');
    expect(asked.status).toBe(200);
    expect(taken.status).toBe(200);

    const now = async () =>
      (await json<{ email: string }>(await call('GET', `/users/${id}`))).email;
    expect(await now()).toBe(email);
    const page = await browser.get(linkOf(await mail.next(address)));
    expect((await browser.submit(page, {})).status).toBe(200);
    expect(await now()).toBe(address);
    expect((await mail.next(email)).text).toContain(address);
    expect(mail.to('alan@example.org')).toEqual([]);
  });

  it('lists sessions and ends them, one or all', async () => {
    const { name } = await person();
    const [here, there] = [new Browser(auth.url), new Browser(auth.url)];
    await open(there, name);
    const page = await open(here, name, FIREFOX);
    expect(page.text).not.toContain('sextant-account');
    expect(page.text).toContain('Firefox, Linux at <bdi>127.0.0.1</bdi> (this browser)');
    const sids = [...page.text.matchAll(/name="sid" value="([^"]+)"/g)].map(([, sid = '']) => sid);
    expect(sids).toHaveLength(2);
    const other = await person();
    const stranger = new Browser(auth.url);
    await open(stranger, other.name);

    expect((await stranger.post('/account/sessions/end', { sid: sids[0] ?? '' })).status).toBe(404);
    const others = (await there.get('/account')).text;
    const [row = ''] = others.split('<li>').filter((item) => item.includes('Firefox, Linux'));
    const own = /name="sid" value="([^"]+)"/.exec(row)?.[1] ?? '';
    expect((await there.post('/account/sessions/end', { sid: own })).status).toBe(303);
    expect((await here.get('/account')).status).toBe(303);
    expect((await there.get('/account')).status).toBe(200);
    await there.post('/account/sessions/end-all', {});
    expect((await there.get('/account')).status).toBe(303);
  });

  it('tells since when a session is used, whenever its owner signed in anew', async () => {
    const { name } = await person();
    const browser = new Browser(auth.url);
    const page = await open(browser, name);
    const [, uid = ''] = /name="sid" value="([^"]+)"/.exec(page.text) ?? [];
    await auth.database.query(
      `UPDATE session_use SET first_at = '2026-01-02T03:04:05Z' WHERE uid = $1`,
      [uid],
    );

    expect((await browser.get('/account')).text).toContain('Since 2026-01-02 03:04 UTC');
  });

  it('lists applications with what they may do, and withdraws them', async () => {
    const { name } = await person();
    const tokens = await tokensFor(auth.url, {}, name);
    const browser = new Browser(auth.url);
    const page = await open(browser, name);
    expect(page.text).toContain('<strong>Web application</strong>: openid, profile, email, read');

    await browser.post('/account/applications/withdraw', { client_id: 'web' });

    expect(await isActive(auth.url, tokens.access_token)).toBe(false);
    expect((await browser.get('/account')).text).not.toContain('<strong>Web application');
    expect((await browser.get(authorizeUrl())).text).toContain('Allow access');
  });

  it('deletes the account after the days in which it can be called off, and tells the siblings', async () => {
    const { id, name } = await person();
    const tokens = await tokensFor(auth.url, {}, name);
    const browser = new Browser(auth.url);
    await open(browser, name);
    const ask = (current: string) => browser.post('/account/deletion', { current });
    expect((await browser.get('/account')).text).toContain('are gone: 14.');
    expect((await ask('wrong')).status).toBe(422);
    expect((await ask(passwordOf(name))).text).toContain('This account will be deleted');
    await browser.post('/account/deletion/cancel', {});
    expect((await browser.get('/account')).text).not.toContain('will be deleted');
    await ask(passwordOf(name));
    const deletion = auth.app.get(AccountDeletion);
    expect(await deletion.deleteDue()).toBe(0);

    await auth.database.query(`UPDATE account_deletion SET due_at = now() - interval '1 second'`);
    await deletion.deleteDue();

    expect((await call('GET', `/users/${id}`)).status).toBe(404);
    expect(await isActive(auth.url, tokens.access_token)).toBe(false);
    expect((await browser.get('/account')).status).toBe(303);
    const events = await auth.database.query(
      `SELECT 1 FROM outbox WHERE event->>'type' = 'org.sextant.auth.user.deleted' AND key = $1`,
      [id],
    );
    expect(events).toHaveLength(1);
    const kept = await auth.database.query<{ row: string }>(
      `SELECT u::text AS row FROM auth_user u UNION ALL SELECT p::text FROM login_place p
       UNION ALL SELECT f::text FROM login_failure f UNION ALL SELECT a::text FROM audit_record a`,
    );
    expect(kept.filter(({ row }) => row.includes(name))).toEqual([]);
  });

  it('does not delete administrators', async () => {
    const browser = new Browser(auth.url);
    await open(browser, 'ada');
    const refused = await browser.post('/account/deletion', { current: passwordOf('ada') });

    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Let another one take that right');
  });

  it('keeps the language of mails and gives all data away', async () => {
    const { name, email } = await person();
    const browser = new Browser(auth.url);
    await open(browser, name);
    await browser.post('/account/language', { locale: 'es' });
    await browser.post('/account/language', { locale: 'xx' });
    const answer = await browser.get('/account/data.json');

    expect(answer.headers.get('content-disposition')).toBe('attachment');
    expect(JSON.parse(answer.text)).toMatchObject({
      user: { username: name, email, claims: { locale: 'es' } },
      sessions: [{ sid: expect.any(String) }],
    });
    expect(answer.text).not.toContain('argon2');
  });
});
