import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { freePort } from '@sextant/platform-testing';
import { SecondFactors } from '../../src/factors/second-factors.js';
import { Browser, actionOf, newPkce, type Pkce, type Visit } from '../browser.js';
import {
  admin,
  adminToken,
  allow,
  authorizeUrl,
  isActive,
  json,
  redeem,
  type TokenAnswer,
} from '../flows.js';
import { linkOf, mailServer, type MailServer } from '../mail-server.js';
import {
  bareProvider,
  faultyProvider,
  type Fault,
  type FaultyProvider,
} from '../other-providers.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';
const SECRET = 'corp-secret-0123456789abcdefghijklmnopqr';

let mail: MailServer;
let corp: RunningAuth;
let auth: RunningAuth;
let faulty: FaultyProvider;
let bare: Awaited<ReturnType<typeof bareProvider>>;
let folder: string;
let call: ReturnType<typeof admin>;
let atCorp: ReturnType<typeof admin>;

beforeAll(async () => {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const back = (id: string) => `${issuer}/upstream/${id}/callback`;
  mail = await mailServer();
  corp = await startAuth({
    env: { FETCH_ALLOW: `127.0.0.1:${port}` },
    clients: [
      {
        client_id: 'sextant',
        client_secret: SECRET,
        client_name: 'The other server',
        redirect_uris: [back('corp'), back('trusted')],
        scopes: ['openid', 'profile', 'email'],
        metadata: {
          token_endpoint_auth_method: 'client_secret_post',
          backchannel_logout_uri: `${issuer}/upstream/corp/backchannel-logout`,
        },
      },
    ],
  });
  faulty = await faultyProvider('sextant');
  bare = await bareProvider(back('bare'));
  folder = await mkdtemp(join(tmpdir(), 'upstreams-'));
  const file = join(folder, 'upstreams.json');
  const client = { client_id: 'sextant', client_secret: SECRET };
  const corpEntry = { issuer: corp.env['ISSUER'], ...client };
  await writeFile(
    file,
    JSON.stringify([
      { id: 'corp', name: 'Corp', ...corpEntry },
      { id: 'trusted', name: 'Trusted', ...corpEntry, link_by_email: true },
      {
        ...{ id: 'faulty', name: 'Faulty', issuer: faulty.url, ...client, create_accounts: true },
        ...{ claims: { groups: 'realm.groups' }, roles: { '/teachers': ['teacher'] } },
      },
      {
        ...{ id: 'named', name: 'Named', issuer: faulty.url, ...client, create_accounts: true },
        ...{ claims: { groups: 'https://school.example/groups' } },
        roles: { '/teachers': ['teacher'] },
      },
      {
        ...{ id: 'staff', name: 'Staff', issuer: faulty.url, ...client, create_accounts: true },
        claims: { sub: 'staff.number' },
      },
      { id: 'away', name: 'Away', issuer: 'http://127.0.0.1:9', client_id: 'x' },
      {
        id: 'bare',
        name: 'Bare',
        issuer: bare.url,
        client_id: 'sextant',
        client_secret: 'bare-secret-0123456789abcdefghijklmnopq',
        create_accounts: true,
      },
      {
        id: 'github',
        name: 'GitHub',
        authorization_endpoint: `${faulty.url}/authorize`,
        token_endpoint: `${faulty.url}/token`,
        userinfo_endpoint: `${faulty.url}/user`,
        ...client,
        scopes: ['read:user'],
        claims: { sub: 'id', preferred_username: 'login' },
        create_accounts: true,
      },
    ]),
  );
  const env = { PORT: String(port), ISSUER: issuer, UPSTREAMS_FILE: file, ...mail.env };
  auth = await startAuth({ env });
  call = admin(auth.url, await adminToken(auth.url));
  atCorp = admin(corp.url, await adminToken(corp.url));
}, 120_000);
afterAll(async () => {
  await auth.close();
  await corp.close();
  await faulty.close();
  await bare.close();
  await mail.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  faulty.fault = 'none';
});

interface Journey {
  readonly here: Browser;
  readonly pkce: Pkce;
  /** The provider's page. */
  readonly there: string;
}

/** Presses the button of a provider. */
async function leave(id: string, asked: Readonly<Record<string, string>> = {}): Promise<Journey> {
  const here = new Browser(auth.url);
  const pkce = newPkce();
  const page = await here.get(authorizeUrl(asked, pkce));
  const gone = await here.post(actionOf(page), { upstream: id });
  expect(gone.status).toBe(303);
  return { here, pkce, there: gone.location ?? '' };
}

/** Comes back with what the provider has answered. */
async function comeBack({ here }: Journey, answer: string): Promise<Visit> {
  const back = await here.get(answer);
  return back.status === 303 ? here.get(back.location ?? '') : back;
}

async function signInAtCorp(journey: Journey, name: string): Promise<string> {
  const browser = new Browser(corp.url);
  const page = await browser.get(journey.there);
  return (await allow(browser, page, name)).location ?? '';
}

async function signInAtFaulty({ there }: Journey): Promise<string> {
  const answer = await fetch(there, { redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

/** What the audit log says of the last sign-in. */
async function lastSignIn(): Promise<object | undefined> {
  const { records } = await json<{ records: { details: object }[] }>(
    await call('GET', '/audit?type=login.succeeded&limit=1'),
  );
  return records[0]?.details;
}

/** The tokens that the client gets in the end. */
async function tokensOf({ pkce }: Journey, end: Visit): Promise<TokenAnswer> {
  const code = new URL(end.location ?? '').searchParams.get('code') ?? '';
  return json<TokenAnswer>(await redeem(auth.url, { code, pkce }));
}

describe('a sign-in at another server like this one', () => {
  it('links nobody else: what has come of it counts on the page that it began at', async () => {
    const theirs = await leave('corp');
    await comeBack(theirs, await signInAtCorp(theirs, 'alan'));
    const arrival = theirs.here.cookie('sextant_arrival') ?? '';
    const here = new Browser(auth.url);
    const page = await here.get(authorizeUrl());
    const fields = { username: 'grace', password: passwordOf('grace'), consent: 'allow' };
    const planted = `${here.cookieHeader(actionOf(page))}; sextant_arrival=${arrival}`;
    const signedIn = await here.submit(page, fields, { cookie: planted });
    const links = await auth.database.query('SELECT 1 FROM upstream_link');

    expect(arrival).not.toBe('');
    expect(signedIn.status).toBe(302);
    expect(links).toEqual([]);
  });

  it('asks who is unknown to sign in here once, links, tells the user, and needs no password then', async () => {
    const first = await leave('corp');
    const unknown = await comeBack(first, await signInAtCorp(first, 'alan'));
    expect(unknown.status).toBe(401);
    expect(unknown.text).toContain('No account here belongs to yours at Corp.');
    const signedIn = await allow(first.here, unknown, 'alan');
    expect(signedIn.status).toBe(302);
    expect((await mail.next('alan@example.org')).text).toContain('A sign-in by Corp was added');

    const second = await leave('corp');
    const end = await comeBack(second, await signInAtCorp(second, 'alan'));
    const { id_token = '', access_token } = await tokensOf(second, end);
    const claims = decodeJwt(id_token);
    expect(claims).toMatchObject({ acr: 'urn:sextant:upstream', auth_time: expect.any(Number) });
    expect(claims['amr'] ?? []).toEqual([]);
    expect(decodeJwt(access_token)['userId']).toBe('alan');
    expect(await lastSignIn()).toMatchObject({ upstream: 'corp' });
  });

  it('never links by the address alone, and where the operator says so only what both have verified', async () => {
    const alone = await leave('corp');
    const refused = await comeBack(alone, await signInAtCorp(alone, 'grace'));
    expect(refused.text).toContain('No account here belongs to yours');

    const trusted = await leave('trusted');
    const end = await comeBack(trusted, await signInAtCorp(trusted, 'grace'));
    expect(decodeJwt((await tokensOf(trusted, end)).access_token)['userId']).toBe('grace');
    const unverified = await leave('trusted');
    const ada = await comeBack(unverified, await signInAtCorp(unverified, 'ada'));
    expect(ada.text).toContain('No account here belongs to yours at Trusted.');
  });

  it('is shown at one’s own page, and removed there with the password', async () => {
    const journey = await leave('corp');
    await comeBack(journey, await signInAtCorp(journey, 'alan'));
    const page = await journey.here.get('/account');
    expect(page.text).toContain('Remove Corp');
    const remove = (current: string) =>
      journey.here.post('/account/upstreams/remove', { upstream: 'corp', current });
    expect((await remove('wrong')).status).toBe(422);
    expect((await remove(passwordOf('alan'))).text).not.toContain('Remove Corp');

    const again = await leave('corp');
    const asked = await comeBack(again, await signInAtCorp(again, 'alan'));
    expect(asked.text).toContain('No account here belongs to yours at Corp.');
    await allow(again.here, asked, 'alan');
  });

  it('asks for the second factor that somebody has here', async () => {
    const { id } = await json<{ id: string }>(
      await call('POST', '/users', {
        username: 'linus',
        email: 'linus@example.org',
        password: passwordOf('linus'),
      }),
    );
    await atCorp('POST', '/users', {
      username: 'linus',
      email: 'linus@example.org',
      password: passwordOf('linus'),
    });
    const link = await leave('corp');
    const asked = await comeBack(link, await signInAtCorp(link, 'linus'));
    await allow(link.here, asked, 'linus');
    const factors = auth.app.get(SecondFactors);
    const { secret } = factors.draft({ username: 'linus' } as never);
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    const { users } = await json<{ users: object[] }>(await call('GET', '/users?q=linus'));
    const user = { ...users[0], id, username: 'linus', email: 'linus@example.org', claims: {} };
    const code = app.generate({ timestamp: Date.now() - 30_000 });
    await factors.addTotp(user as never, { secret, code, name: 'App' }, { id });

    const journey = await leave('corp');
    const page = await comeBack(journey, await signInAtCorp(journey, 'linus'));
    expect(page.text).toContain('Second step');
    const end = await journey.here.submit(page, { code: app.generate(), consent: 'allow' });
    const claims = decodeJwt((await tokensOf(journey, end)).id_token ?? '');
    expect(claims).toMatchObject({ acr: 'urn:sextant:mfa', amr: ['otp', 'mfa'] });
    expect(await lastSignIn()).toMatchObject({ upstream: 'corp', door: 'form' });
  });

  it('ends here when it ends there', async () => {
    const journey = await leave('corp');
    const end = await comeBack(journey, await signInAtCorp(journey, 'alan'));
    const { access_token } = await tokensOf(journey, end);
    expect(await isActive(auth.url, access_token)).toBe(true);

    const { users } = await json<{ users: { id: string }[] }>(await atCorp('GET', '/users?q=alan'));
    await atCorp('DELETE', `/users/${users[0]?.id ?? ''}/sessions`);

    while (await isActive(auth.url, access_token));
    expect((await journey.here.get('/account')).status).toBe(303);
  });
});

describe('a client that wants a sign-in, not a session', () => {
  it.each([{ prompt: 'login' }, { max_age: '3600' }, { max_age: '0' }])(
    '%o: the provider asks again',
    async (asked) => {
      const there = new Browser(corp.url);
      const first = await leave('corp');
      await allow(there, await there.get(first.there), 'alan');
      const silent = await there.get((await leave('corp')).there);
      expect(silent.text).not.toContain('name="password"');

      const page = await there.get((await leave('corp', asked)).there);
      expect(page.text).toContain('name="password"');
    },
  );
});

describe('a sign-in at providers of others', () => {
  it('works with oidc-provider as it comes, and makes an account', async () => {
    const journey = await leave('bare');
    const there = new Browser(bare.url);
    let page = await there.get(journey.there);
    for (let step = 0; step < 10 && !(page.location ?? '').includes('/upstream/'); step += 1) {
      page =
        page.location === undefined
          ? await there.submit(page, { login: 'margaret', password: 'x' })
          : await there.get(page.location);
    }
    const end = await comeBack(journey, page.location ?? '');
    const { access_token } = await tokensOf(journey, end);

    expect(decodeJwt(access_token)).toMatchObject({
      userId: 'margaret',
      userName: 'Bare margaret',
    });
    const { users } = await json<{ users: object[] }>(await call('GET', '/users?q=margaret'));
    expect(users[0]).toMatchObject({ email: 'margaret@bare.example', is_verified: true });
  });

  it('works with OAuth alone, by addresses and names of claims', async () => {
    faulty.profile = { id: 42, login: 'octo', name: 'Octo Cat', email: 'octo@example.org' };
    const journey = await leave('github');
    expect(new URL(journey.there).searchParams.get('scope')).toBe('read:user');
    const end = await comeBack(journey, await signInAtFaulty(journey));

    expect(decodeJwt((await tokensOf(journey, end)).access_token)['userId']).toBe('octo');
    const { users } = await json<{ users: object[] }>(await call('GET', '/users?q=octo'));
    expect(users[0]).toMatchObject({ name: 'Octo Cat', is_verified: false });
  });

  it('gives and takes the roles of the operator’s mapping', async () => {
    const rolesWith = async (groups: unknown) => {
      const person = { sub: 'emmy', email: 'emmy@example.org' };
      faulty.claims = { ...person, realm: { groups } };
      const journey = await leave('faulty');
      const end = await comeBack(journey, await signInAtFaulty(journey));
      return decodeJwt((await tokensOf(journey, end)).access_token)['roles'];
    };

    expect(await rolesWith(['/teachers', '/admins', 7])).toEqual(['teacher']);
    expect(await rolesWith('/teachers')).toEqual(['teacher']);
    expect(await rolesWith([])).toEqual([]);
  });

  it('reads a claim whose name is an address', async () => {
    faulty.claims = {
      ...{ sub: 'auth0|1', email: 'auth0@example.org' },
      'https://school.example/groups': ['/teachers'],
    };
    const journey = await leave('named');
    const end = await comeBack(journey, await signInAtFaulty(journey));
    expect(decodeJwt((await tokensOf(journey, end)).access_token)['roles']).toEqual(['teacher']);
  });

  it('tells that a provider does not answer, and that it has refused', async () => {
    const here = new Browser(auth.url);
    const page = await here.get(authorizeUrl());
    const away = await here.post(actionOf(page), { upstream: 'away' });
    expect(away.status).toBe(503);
    expect(away.text).toContain('This provider does not answer.');
    faulty.fault = 'refused';
    const journey = await leave('faulty');
    const refused = await comeBack(journey, await signInAtFaulty(journey));
    expect(refused.text).toContain('Faulty has not signed you in.');
    expect((await allow(journey.here, refused, 'grace')).status).toBe(302);
  });
});

describe('answers that are not to be believed', () => {
  const claims = { sub: 'mallory', email: 'mallory@example.org', email_verified: true };
  beforeEach(() => {
    faulty.claims = claims;
  });

  it.each<Fault>([
    'forged',
    'unsigned',
    'other-nonce',
    'other-audience',
    'other-issuer',
    'mixed-up',
  ])('sign nobody in: %s', async (fault) => {
    faulty.fault = fault;
    const journey = await leave('faulty');
    const page = await comeBack(journey, await signInAtFaulty(journey));

    expect(page.status).toBe(401);
    expect(page.text).toContain('Faulty has not signed you in.');
    const { total } = await json<{ total: number }>(await call('GET', '/users?q=mallory'));
    expect(total).toBe(0);
  });

  it('name other people where another issuer has the same id; links without an issuer are those of the present one', async () => {
    faulty.claims = { ...claims, sub: 'moved', email: 'moved@example.org' };
    const signIn = async () => {
      const journey = await leave('faulty');
      return comeBack(journey, await signInAtFaulty(journey));
    };
    const linkedTo = (issuer: string) =>
      auth.database.query<{ issuer: string }>(
        `UPDATE upstream_link SET issuer = $1 WHERE subject = 'moved' RETURNING issuer`,
        [issuer],
      );
    expect((await signIn()).status).toBe(302);

    await linkedTo('');
    expect((await signIn()).status).toBe(302);
    expect(
      await auth.database.query(`SELECT issuer FROM upstream_link WHERE subject = 'moved'`),
    ).toEqual([{ issuer: faulty.url }]);

    await linkedTo('https://former.example');
    const stranger = await signIn();
    expect([stranger.status, stranger.location]).toEqual([401, undefined]);
  });

  it('are good for one browser, one provider and one time', async () => {
    faulty.claims = { ...claims, sub: 'once', email: 'once@example.org' };
    const journey = await leave('faulty');
    const answer = await signInAtFaulty(journey);
    const foreign = await new Browser(auth.url).get(answer);
    expect(foreign.status).toBe(400);
    const other = await leave('github');
    expect((await other.here.get(answer)).status).toBe(400);

    expect((await comeBack(journey, answer)).status).toBe(302);
    expect((await journey.here.get(answer)).status).toBe(400);
  });

  it('do not lead elsewhere', async () => {
    const { here } = await leave('faulty');
    const page = await here.get(
      '/upstream/faulty/callback?code=x&state=x&returnTo=https://evil.example',
    );
    expect(page.location).not.toContain('evil');
    expect((await here.get('/upstream/nobody/callback')).status).toBe(404);
  });

  it.each<[string, object, Fault]>([
    ['forged', { sub: 'bob', jti: 'a', events: { [LOGOUT]: {} } }, 'forged'],
    ['unsigned', { sub: 'bob', jti: 'b', events: { [LOGOUT]: {} } }, 'unsigned'],
    ['for others', { sub: 'bob', jti: 'c', events: { [LOGOUT]: {} } }, 'other-audience'],
    ['an ID token', { sub: 'bob', jti: 'd', nonce: 'x', events: { [LOGOUT]: {} } }, 'none'],
    ['without the event', { sub: 'bob', jti: 'e' }, 'none'],
  ])('sign nobody out: %s', async (_what, body, fault) => {
    const { access_token } = await bobSignsIn();
    const answer = await logout(await faulty.sign({ ...body }, fault));

    expect(answer.status).toBe(400);
    expect(await isActive(auth.url, access_token)).toBe(true);
  });

  it('sign out whom they name by the claim that names people, and nobody by another', async () => {
    faulty.claims = { sub: 'x', staff: { number: 7 }, email: 'seven@example.org' };
    const journey = await leave('staff');
    const end = await comeBack(journey, await signInAtFaulty(journey));
    const { access_token } = await tokensOf(journey, end);
    const tell = async (jti: string, person: object) =>
      logout(await faulty.sign({ jti, ...person, events: { [LOGOUT]: {} } }), 'staff');

    expect((await tell('h', { sub: '7' })).status).toBe(400);
    expect(await isActive(auth.url, access_token)).toBe(true);
    expect((await tell('i', { sub: 'x', staff: { number: 7 } })).status).toBe(200);
    expect(await isActive(auth.url, access_token)).toBe(false);
  });

  it('sign out once', async () => {
    const token = await faulty.sign({ sub: 'bob', jti: 'f', events: { [LOGOUT]: {} } });
    const first = await bobSignsIn();
    expect((await logout(token)).status).toBe(200);
    expect(await isActive(auth.url, first.access_token)).toBe(false);

    const second = await bobSignsIn();
    expect((await logout(token)).status).toBe(400);
    expect(await isActive(auth.url, second.access_token)).toBe(true);
  });

  it('made beforehand with somebody’s address open nothing once that person has the account', async () => {
    const email = 'victim@example.org';
    const squat = async () => {
      faulty.claims = { sub: 'squatter', email };
      const journey = await leave('faulty');
      return comeBack(journey, await signInAtFaulty(journey));
    };
    expect((await squat()).status).toBe(302);
    const browser = new Browser(auth.url);
    await browser.submit(await browser.get('/account/forgot'), { name: email });
    const page = await browser.get(linkOf(await mail.next(email)));
    expect((await browser.submit(page, { password: 'seven red boats at noon' })).status).toBe(200);

    expect((await squat()).text).toContain('No account here belongs to yours');
  });

  it('bring no names that cannot be printed, and no address that is none', async () => {
    faulty.claims = { sub: 'nul', name: 'Nu\u0000l', email: 'nul@example.org' };
    const named = await leave('faulty');
    expect((await comeBack(named, await signInAtFaulty(named))).status).toBe(302);
    faulty.claims = { sub: 'squat', preferred_username: 'mallet', email: 'headmaster' };
    const squat = await leave('faulty');

    expect((await comeBack(squat, await signInAtFaulty(squat))).status).toBe(401);
  });

  it.each<[string, unknown]>([
    ['nobody', ''],
    ['two people, rounded', 2 ** 53],
    ['nobody, as a fraction', 4.2],
    ['what the database does not keep', 'nu\u0000l'],
    ['a name without end', 'x'.repeat(5000)],
  ])('sign nobody in whom they name by an id of %s', async (_who, id) => {
    faulty.profile = { id, login: 'nobody', email: 'nobody@example.org' };
    const journey = await leave('github');
    const page = await comeBack(journey, await signInAtFaulty(journey));

    expect([page.status, page.location]).toEqual([401, undefined]);
    expect(page.text).toContain('GitHub has not signed you in.');
  });

  it('make nobody ask the provider for its keys each time', async () => {
    const token = await faulty.sign({ sub: 'bob', jti: 'g', events: { [LOGOUT]: {} } }, 'forged');
    await logout(token);
    const before = faulty.keysAsked;
    for (let count = 0; count < 5; count += 1) expect((await logout(token)).status).toBe(400);

    expect(faulty.keysAsked).toBe(before);
  });

  async function bobSignsIn(): Promise<TokenAnswer> {
    faulty.claims = { sub: 'bob', email: 'bob@example.org', email_verified: true };
    const journey = await leave('faulty');
    return tokensOf(journey, await comeBack(journey, await signInAtFaulty(journey)));
  }
  const logout = (token: string, id = 'faulty') =>
    fetch(`${auth.url}/upstream/${id}/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    });
});
