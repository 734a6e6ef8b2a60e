import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, type Visit } from '../browser.js';
import {
  admin,
  adminToken,
  allow,
  authorizeUrl,
  json,
  postForm,
  refresh,
  tokensFor,
  userinfo,
} from '../flows.js';
import { linkOf, mailServer, type MailServer } from '../mail-server.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

const GRACE = 'grace@example.org';
const NEW = 'twelve blue kites at dawn';

let mail: MailServer;
let auth: RunningAuth;
let call: ReturnType<typeof admin>;
beforeAll(async () => {
  mail = await mailServer();
  auth = await startAuth({
    env: { ...mail.env, SELF_REGISTRATION: 'true', REGISTRATION_DOMAINS: 'example.org' },
  });
  call = admin(auth.url, await adminToken(auth.url));
});
afterAll(async () => {
  await auth.close();
  await mail.close();
});

const directLogin = (username: string, password: string) =>
  postForm(`${auth.url}/auth/token`, { grant_type: 'password', username, password });

/** Makes an account by the admin API. */
async function newUser(username: string): Promise<{ id: string; email: string }> {
  const email = `${username}@example.org`;
  const response = await call('POST', '/users', {
    username,
    email,
    password: passwordOf(username),
  });
  expect(response.status).toBe(201);
  return json(response);
}

async function forgot(name: string, browser = new Browser(auth.url)): Promise<Visit> {
  return browser.submit(await browser.get('/account/forgot'), { name });
}

describe('a forgotten password', () => {
  it('is set anew by a link, which ends all sessions and refresh tokens, and is told', async () => {
    const tokens = await tokensFor(auth.url);
    const browser = new Browser(auth.url);
    const signIn = await browser.get(authorizeUrl());
    expect(signIn.text).toContain('href="/account/forgot?ui_locales=en"');

    const sent = await forgot('grace', browser);
    expect(sent.status).toBe(200);
    const link = linkOf(await mail.next(GRACE));
    const page = await browser.get(link);
    expect(page.text).toContain('autocomplete="new-password"');
    const done = await browser.submit(page, { password: NEW });

    expect(done.status).toBe(200);
    expect(done.text).toContain('Password changed');
    expect(done.text).toContain('<a href="/account">Sign in</a>');
    expect((await refresh(auth.url, tokens.refresh_token)).status).toBe(400);
    expect((await userinfo(auth.url, tokens.access_token)).status).toBe(401);
    expect((await directLogin('grace', passwordOf('grace'))).status).toBe(400);
    expect((await directLogin('grace', NEW)).status).toBe(200);
    expect((await mail.next(GRACE)).subject).toBe('Your password was changed');
  });

  it('can be chosen once with a link, and with the last of several as well as the first', async () => {
    const { email } = await newUser('twice');
    await forgot('twice');
    await forgot(email.toUpperCase());
    const links = [linkOf(await mail.next(email)), linkOf(await mail.next(email))];
    const browser = new Browser(auth.url);
    const pages = [await browser.get(links[0] ?? ''), await browser.get(links[1] ?? '')];

    expect((await browser.submit(pages[1]!, { password: NEW })).status).toBe(200);

    expect((await browser.submit(pages[1]!, { password: 'thirteen blue kites' })).status).toBe(400);
    expect((await browser.submit(pages[0]!, { password: 'thirteen blue kites' })).status).toBe(400);
    expect((await browser.get(links[0] ?? '')).text).toContain('expired or was used already');
    expect((await directLogin('twice', NEW)).status).toBe(200);
  });

  it('is chosen once by those who come at the same time', async () => {
    const { email } = await newUser('race');
    await forgot('race');
    const page = await new Browser(auth.url).get(linkOf(await mail.next(email)));

    const visits = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        new Browser(auth.url).submit(page, { password: `${n} blue kites at dawn` }),
      ),
    );

    expect(visits.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('is worth nothing half an hour later', async () => {
    const { email } = await newUser('late');
    await forgot('late');
    const link = linkOf(await mail.next(email));
    const [row] = await auth.database.query<{ minutes: number }>(
      `UPDATE account_link SET expires_at = expires_at - interval '31 minutes' WHERE address = $1
       RETURNING round(extract(epoch FROM expires_at - now()) / 60)::int AS minutes`,
      [email],
    );

    expect(row?.minutes).toBe(-1);
    expect((await new Browser(auth.url).get(link)).status).toBe(400);
  });

  it('can be chosen twenty times in an hour: refused ones count, and nobody else waits', async () => {
    const { email } = await newUser('choosy');
    await forgot('choosy');
    const browser = new Browser(auth.url);
    const page = await browser.get(linkOf(await mail.next(email)));
    const refused = await Promise.all(
      Array.from({ length: 20 }, () => browser.submit(page, { password: 'password' })),
    );
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([422]));

    const late = await browser.submit(page, { password: NEW });

    expect(late.status).toBe(429);
    expect(late.text).toContain('Too many passwords were tried. Try again in 60 minutes.');
    expect(late.text).toContain('autocomplete="new-password"');
    await newUser('other');
    await forgot('other');
    const others = await browser.get(linkOf(await mail.next('other@example.org')));
    expect((await browser.submit(others, { password: NEW })).status).toBe(200);
  });

  it('has the same answer whether the account exists or not, and asks the database the same', async () => {
    await newUser('real');
    const real = await forgot('real');
    const unknown = await forgot('nobody');

    expect(unknown.status).toBe(real.status);
    expect(unknown.text).toBe(real.text);
    expect([...unknown.headers.keys()]).toEqual([...real.headers.keys()]);
    // What is done before the answer is one insertion: nobody has looked for the account yet.
    await mail.next('real@example.org');
  });

  it('sends nothing to accounts that are inactive or unknown', async () => {
    const { id, email } = await newUser('idle');
    await call('DELETE', `/users/${id}`);
    await forgot('idle');
    await forgot('nobody@example.org');
    const { email: after } = await newUser('after');
    await forgot('after');
    await mail.next(after);

    expect(mail.to(email)).toEqual([]);
    expect(mail.to('nobody@example.org')).toEqual([]);
  });

  it('keeps neither the token nor what was typed where the database is read', async () => {
    const { email } = await newUser('sealed');
    mail.isAway = true;
    await forgot('sealed');
    await postponed(email);
    const rows = await auth.database.query<{ row: string }>(
      `SELECT l::text AS row FROM account_link l UNION ALL SELECT q::text FROM mail_queue q
       UNION ALL SELECT r::text FROM account_request r`,
    );
    mail.isAway = false;
    await auth.database.query('UPDATE mail_queue SET next_at = now() WHERE content IS NOT NULL');
    const token = new URL(linkOf(await mail.next(email)), auth.url).searchParams.get('token') ?? '';

    const all = rows.map(({ row }) => row).join('\n');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(all).not.toContain(token);
    expect(all).not.toContain(Buffer.from(token).toString('hex'));
    expect(auth.logs.filter((line) => JSON.stringify(line).includes(token))).toEqual([]);
  });

  it('comes through when the mail server was away, once it is back', async () => {
    const { email } = await newUser('patient');
    mail.isAway = true;
    await forgot('patient');
    await postponed(email);
    expect(mail.to(email)).toEqual([]);

    mail.isAway = false;
    await auth.database.query('UPDATE mail_queue SET next_at = now() WHERE content IS NOT NULL');
    expect((await mail.next(email)).subject).toBe('New password for Sextant');
  });

  it('speaks the language of the account, else of the browser', async () => {
    const { id, email } = await newUser('sprecher');
    const browser = new Browser(auth.url);
    const ask = () =>
      browser.post(
        '/account/forgot',
        { name: 'sprecher' },
        { 'accept-language': 'xx,ar;q=0.8,en;q=0.1' },
      );
    await ask();
    expect((await mail.next(email)).html).toContain('<html lang="ar" dir="rtl">');

    await call('PATCH', `/users/${id}`, { claims: { locale: 'de-AT' } });
    await ask();
    expect((await mail.next(email)).subject).toBe('Neues Passwort für Sextant');
  });

  it('must be a good one: the link is still good after a bad one', async () => {
    const { email } = await newUser('weak');
    await forgot('weak');
    const browser = new Browser(auth.url);
    const page = await browser.get(linkOf(await mail.next(email)));

    const refused = await browser.submit(page, { password: 'weak@example.org' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('too easy to guess');
    expect((await browser.submit(refused, { password: NEW })).status).toBe(200);
  });
});

/** The log tells that the mail server refused a mail for now. */
async function postponed(recipient: string): Promise<void> {
  for (;;) {
    const rows = await auth.database.query(
      'SELECT 1 FROM mail_queue WHERE recipient = $1 AND failure IS NOT NULL',
      [recipient],
    );
    if (rows.length > 0) return;
  }
}

describe('an invitation', () => {
  it('makes an account with what the administrator gave, whose address is verified', async () => {
    const response = await call('POST', '/users/invitations', {
      email: 'invited@example.org',
      roles: ['teacher'],
      academy_id: 'academy-7',
      is_admin: true,
    });
    expect(response.status).toBe(201);
    expect(await json(response)).toEqual({
      email: 'invited@example.org',
      expires_at: expect.any(String),
    });

    const browser = new Browser(auth.url);
    const page = await browser.get(linkOf(await mail.next('invited@example.org')));
    const weak = await browser.submit(page, {
      username: 'invited',
      name: 'In Vited',
      password: 'x',
    });
    expect(weak.status).toBe(422);
    expect(weak.text).toContain('value="In Vited"');
    const done = await browser.submit(weak, {
      username: 'invited',
      name: 'In Vited',
      password: NEW,
    });
    expect(done.status).toBe(201);

    const { users } = await json<{ users: Record<string, unknown>[] }>(
      await call('GET', '/users?limit=100'),
    );
    expect(users.find(({ username }) => username === 'invited')).toMatchObject({
      email: 'invited@example.org',
      name: 'In Vited',
      roles: ['teacher'],
      academy_id: 'academy-7',
      is_admin: true,
      is_verified: true,
    });
    expect((await directLogin('invited', NEW)).status).toBe(200);
    expect((await browser.submit(page, { username: 'other', password: NEW })).status).toBe(400);
  });

  it('keeps the user name that the administrator chose', async () => {
    await call('POST', '/users/invitations', { email: 'fixed@example.org', username: 'fixed' });
    const browser = new Browser(auth.url);
    const page = await browser.get(linkOf(await mail.next('fixed@example.org')));

    expect(page.text).toMatch(/value="fixed"[^>]*readonly/);
    expect((await browser.submit(page, { username: 'root', password: NEW })).status).toBe(201);
    expect((await directLogin('root', NEW)).status).toBe(400);
    expect((await directLogin('fixed', NEW)).status).toBe(200);
  });

  it('is refused for an address that has an account, and for strangers', async () => {
    expect((await call('POST', '/users/invitations', { email: GRACE })).status).toBe(422);
    const { access_token: token } = await json<{ access_token: string }>(
      await directLogin('alan', passwordOf('alan')),
    );
    const asAlan = admin(auth.url, token);
    expect((await asAlan('POST', '/users/invitations', { email: 'e@example.org' })).status).toBe(
      403,
    );
  });
});

describe('registration', () => {
  const register = async (email: string) => {
    const browser = new Browser(auth.url);
    return browser.submit(await browser.get('/account/register'), { email });
  };

  it('makes an account once the address has answered', async () => {
    expect((await register('self@example.org')).status).toBe(200);
    const browser = new Browser(auth.url);
    const page = await browser.get(linkOf(await mail.next('self@example.org')));

    const taken = await browser.submit(page, { username: 'ada', password: NEW });
    expect(taken.status).toBe(422);
    expect((await browser.submit(taken, { username: 'self', password: NEW })).status).toBe(201);
    expect((await directLogin('self', NEW)).status).toBe(200);
  });

  it('says the same for an address that has an account, and tells its owner', async () => {
    const known = await register('alan@example.org');
    const unknown = await register('unknown@example.org');

    expect(known.text).toBe(unknown.text);
    expect((await mail.next('alan@example.org')).subject).toBe('You have an account at Sextant');
    await mail.next('unknown@example.org');
  });

  it('is for the domains of the operator', async () => {
    const other = await register('self@elsewhere.example');
    await register('last@EXAMPLE.org');
    await mail.next('last@EXAMPLE.org');

    expect(other.status).toBe(200);
    expect(mail.to('self@elsewhere.example')).toEqual([]);
  });
});

describe('an address', () => {
  it('is verified by a link', async () => {
    const { id, email } = await newUser('unverified');
    expect((await call('POST', `/users/${id}/verification`)).status).toBe(204);
    const link = linkOf(await mail.next(email));
    const browser = new Browser(auth.url);
    const page = await browser.get(link);
    const isVerified = async () =>
      (await json<{ is_verified: boolean }>(await call('GET', `/users/${id}`))).is_verified;

    // Programs that check mails open links: that alone does nothing.
    expect(await isVerified()).toBe(false);
    expect((await browser.submit(page, {})).status).toBe(200);
    expect(await isVerified()).toBe(true);
  });

  it('is not verified by a link to the one before', async () => {
    const { id, email } = await newUser('moved');
    await call('POST', `/users/${id}/verification`);
    const browser = new Browser(auth.url);
    const page = await browser.get(linkOf(await mail.next(email)));
    await call('PATCH', `/users/${id}`, { email: 'elsewhere@example.org' });

    expect((await browser.submit(page, {})).status).toBe(400);
  });
});

describe('a sign-in', () => {
  const signIn = async (browser: Browser, name: string) =>
    allow(browser, await browser.get(authorizeUrl({ prompt: 'login' })), name);

  it('with a new browser is told, the first and the known are not', async () => {
    const { email } = await newUser('roamer');
    const first = new Browser(auth.url);
    await signIn(first, 'roamer');
    await signIn(first, 'roamer');
    await signIn(new Browser(auth.url), 'roamer');

    const notice = await mail.next(email);
    expect(notice.subject).toBe('Sign-in with a new browser');
    expect(notice.text).toContain('127.0.0.1');
    expect(mail.to(email)).toHaveLength(1);
  });

  it('keeps the browser in a cookie that scripts cannot read', async () => {
    const browser = new Browser(auth.url);
    const answer = await signIn(browser, 'alan');

    const line = answer.headers.getSetCookie().find((one) => one.startsWith('sextant_browser='));
    expect(line).toContain('HttpOnly');
    expect(line).toContain('SameSite=Lax');
  });

  it('works for whom strangers try to lock out: by e-mail, and in a browser of theirs', async () => {
    const { email } = await newUser('victim');
    const own = new Browser(auth.url);
    await signIn(own, 'victim');
    // As many wrong passwords as it takes, from this very address.
    for (let n = 0; n < 8; n += 1) await directLogin('victim', 'wrong');
    await auth.database.query(
      `UPDATE login_failure SET count = 1000, last_at = now() WHERE key LIKE '%victim%'`,
    );
    await auth.database.query(`DELETE FROM login_place WHERE account = 'victim'`);

    expect((await signIn(new Browser(auth.url), 'victim')).status).toBe(401);
    expect((await signIn(own, 'victim')).status).toBe(302);

    await auth.database.query(`DELETE FROM login_place WHERE account = 'victim'`);
    const fresh = new Browser(auth.url);
    expect((await signIn(fresh, 'victim')).status).toBe(401);
    await forgot('victim', fresh);
    const page = await fresh.get(linkOf(await mail.next(email)));
    await fresh.submit(page, { password: passwordOf('victim') });
    expect((await signIn(fresh, 'victim')).status).toBe(302);
  });
});

describe('the forms of accounts', () => {
  it.each([
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['with a foreign origin', { origin: 'https://evil.example' }],
    ['with a hidden origin', { origin: 'null' }],
  ])('are refused when they come %s', async (_what, headers) => {
    const visit = await new Browser(auth.url).post('/account/forgot', { name: 'ada' }, headers);

    expect(visit.status).toBe(400);
    expect(visit.text).toContain('Start again');
  });

  it('are pages that nobody frames, keeps or learns the address of', async () => {
    const { headers } = await new Browser(auth.url).get('/account/reset?token=x');

    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });
});

describe('without e-mail', () => {
  it('nothing leads to what needs it, and the mailbox is not shown', async () => {
    const url = auth.url;

    expect((await fetch(`${url}/account/mails`)).status).toBe(404);
  });
});
