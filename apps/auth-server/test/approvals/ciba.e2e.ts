/* oxlint-disable typescript/no-deprecated -- allowInsecureRequests is marked so to stand out: these tests have no TLS */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { freePort } from '@sextant/platform-testing';
import { Browser, type Visit } from '../browser.js';
import { httpsServer, TestAuthority } from '../certificates.js';
import {
  admin,
  adminToken,
  authorizeUrl,
  allow,
  credentialsOf,
  isActive,
  json,
  postForm,
} from '../flows.js';
import { linkOf, mailServer, type MailServer } from '../mail-server.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';
import { startProcess } from '../started-process.js';

const CIBA = 'urn:openid:params:grant-type:ciba';
const SECRET = 'a-secret-for-tests-0123456789abcdefghijklmn';
const GRACE = 'grace@example.org';
const NOTIFICATION_TOKEN = 'the-token-of-the-client';

interface Ping {
  readonly authorization: string | undefined;
  readonly body: string;
}

let mail: MailServer;
let auth: RunningAuth;
let authority: TestAuthority;
let receiver: Awaited<ReturnType<typeof httpsServer>>;
let pings: Ping[];
/** What the client answers to its next pings; `undefined` never. */
let answers: (number | undefined)[];

const asking = (client_id: string, metadata: object = {}) => ({
  ...{ client_id, client_name: `<b>${client_id}</b>`, client_secret: SECRET },
  ...{ redirect_uris: [], scopes: ['openid', 'profile', 'read', 'admin'] },
  metadata: { grant_types: [CIBA, 'refresh_token'], response_types: [], ...metadata },
});

beforeAll(async () => {
  mail = await mailServer();
  authority = await TestAuthority.create();
  receiver = await httpsServer(authority, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.once('end', () => {
      pings.push({ authorization: request.headers.authorization, body });
      const status = answers.length > 0 ? answers.shift() : 204;
      if (status !== undefined) response.writeHead(status).end();
    });
  });
  auth = await startAuth({
    env: { ...mail.env, FETCH_ALLOW: receiver.host, RATE_LIMIT_APPROVALS: '40' },
    clients: [
      asking('bank', { backchannel_token_delivery_mode: 'poll' }),
      asking('till', { backchannel_token_delivery_mode: 'poll' }),
      asking('strict', { backchannel_token_delivery_mode: 'poll', require_factor: true }),
      asking('guesser', { backchannel_token_delivery_mode: 'poll' }),
      asking('pinged', pinged()),
      asking('refusing', pinged()),
    ],
  });
});
afterAll(async () => {
  await auth.close();
  await mail.close();
  receiver.close();
});
beforeEach(async () => {
  [pings, answers] = [[], []];
  await auth.database.query('UPDATE mail_queue SET created_at = created_at - interval $$2 hours$$');
});

const pinged = () => ({
  backchannel_token_delivery_mode: 'ping',
  backchannel_client_notification_endpoint: `${receiver.url}/ping`,
});

const configOf = async (id: string, origin = auth.url): Promise<client.Configuration> =>
  client.discovery(new URL(origin), id, SECRET, undefined, {
    execute: [client.allowInsecureRequests],
  });
const ask = async (id: string, parameters: Record<string, string> = {}) =>
  client.initiateBackchannelAuthentication(await configOf(id), {
    ...{ scope: 'openid read', login_hint: 'grace' },
    ...parameters,
  });
const asked = (id: string, parameters: Record<string, string> = {}): Promise<Response> =>
  postForm(
    `${auth.url}/api/v1/oauth/bc-authorize`,
    { scope: 'openid', login_hint: 'grace', ...parameters },
    { authorization: `Basic ${Buffer.from(`${id}:${SECRET}`).toString('base64')}` },
  );
const redeem = (id: string, auth_req_id: string, origin = auth.url): Promise<Response> =>
  postForm(
    `${origin}/oauth/token`,
    { grant_type: CIBA, auth_req_id },
    { authorization: `Basic ${Buffer.from(`${id}:${SECRET}`).toString('base64')}` },
  );

/** The next mail that asks for something: sign-ins with new browsers are told as well. */
async function nextAsked(address = GRACE): ReturnType<MailServer['next']> {
  for (;;) {
    const next = await mail.next(address);
    if (next.subject?.includes('asks for your approval') === true) return next;
  }
}

/** Follows redirects of the same origin. */
async function follow(browser: Browser, visit: Visit): Promise<Visit> {
  let page = visit;
  while (page.location !== undefined) page = await browser.get(page.location);
  return page;
}

/** Opens the link of a mail and signs in. */
async function openLink(link: string, name = 'grace', browser = new Browser(auth.url)) {
  const page = await follow(browser, await browser.get(link));
  if (!page.text.includes('name="password"')) return { browser, page };
  const signedIn = await browser.submit(page, credentialsOf(name));
  return { browser, page: await follow(browser, signedIn) };
}

const openNext = async (name = 'grace') => openLink(linkOf(await nextAsked(`${name}@example.org`)));

describe('a client asks somebody who is elsewhere (CIBA, poll)', () => {
  it('by e-mail, and gets tokens once the person has signed in and allowed it', async () => {
    const config = await configOf('bank');
    const request = await ask('bank', { binding_message: 'W4SCT 12.50 EUR' });
    const before = await json(await redeem('bank', request.auth_req_id));
    const sent = await nextAsked();
    const { browser, page } = await openLink(linkOf(sent));

    expect(before).toMatchObject({ error: 'authorization_pending' });
    expect(sent.text).toContain('W4SCT 12.50 EUR');
    for (const text of ['&lt;b&gt;bank&lt;/b&gt;', 'W4SCT 12.50 EUR', 'Read your data', 'Grace']) {
      expect(page.text).toContain(text);
    }
    const done = await browser.submit(page, { answer: 'allow' });
    expect(done.text).toContain('Access allowed');

    const tokens = await client.pollBackchannelAuthenticationGrant(config, request);
    expect(tokens).toMatchObject({ scope: 'openid read', refresh_token: expect.any(String) });
    expect(tokens.claims()).toMatchObject({ acr: 'urn:sextant:password', amr: ['pwd'] });
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      ...{ client_id: 'bank', userName: 'Grace Hopper', acr: 'urn:sextant:password' },
      auth_time: expect.any(Number),
    });
    expect(await json(await redeem('bank', request.auth_req_id))).toMatchObject({
      error: 'invalid_grant',
    });
    // As with a code: who redeems twice may be a thief.
    expect(await isActive(auth.url, tokens.access_token)).toBe(false);
  });

  it('and gets none when the person does not allow it', async () => {
    const { auth_req_id: id } = await ask('bank');
    const { browser, page } = await openNext();

    const done = await browser.submit(page, { answer: 'deny' });

    expect(done.text).toContain('Nothing was allowed');
    expect(await json(await redeem('bank', id))).toMatchObject({ error: 'access_denied' });
  });

  it('nor by the link alone, however often a program opens it', async () => {
    const { auth_req_id: id } = await ask('bank');
    const link = linkOf(await nextAsked());

    for (let opened = 0; opened < 3; opened += 1) await new Browser(auth.url).get(link);
    const { page, browser } = await openLink(link);

    expect(await json(await redeem('bank', id))).toMatchObject({ error: 'authorization_pending' });
    expect((await browser.submit(page, { answer: 'allow' })).status).toBe(200);
    // Once, whatever the first answer was.
    expect((await browser.submit(page, { answer: 'deny' })).status).toBe(400);
    expect((await redeem('bank', id)).status).toBe(200);
  });

  it('is answered by the person alone, whoever else has the link', async () => {
    const { auth_req_id: id } = await ask('till');
    const link = linkOf(await nextAsked());
    const token = new URL(link, auth.url).searchParams.get('token') ?? '';
    const { page, browser } = await openLink(link, 'alan');

    expect(page.status).toBe(403);
    expect(page.text).toContain('for another account');
    const forced = await browser.post('/account/approval', { token, answer: 'allow' });
    expect(forced.status).toBe(403);
    expect(await json(await redeem('till', id))).toMatchObject({ error: 'authorization_pending' });
  });

  it('is not answered by a form that another site has sent, nor by an old link', async () => {
    const { auth_req_id: id } = await ask('till');
    const { page, browser } = await openNext();
    const foreign = await browser.submit(
      page,
      { answer: 'allow' },
      { 'sec-fetch-site': 'cross-site' },
    );
    await auth.database.query(`UPDATE account_link SET expires_at = now() WHERE kind = 'approval'`);
    const late = await browser.submit(page, { answer: 'allow' });

    expect([foreign.status, late.status]).toEqual([400, 400]);
    expect(await json(await redeem('till', id))).toMatchObject({ error: 'authorization_pending' });
  });

  it('needs a factor where the client does: who has shown none signs in again', async () => {
    const { auth_req_id: id } = await ask('strict', { login_hint: GRACE });
    const link = linkOf(await nextAsked());
    const browser = new Browser(auth.url);
    await allow(browser, await browser.get(authorizeUrl()));
    const page = await follow(browser, await browser.get(link));
    const token = new URL(link, auth.url).searchParams.get('token') ?? '';
    const forced = await browser.post('/account/approval', { token, answer: 'allow' });

    expect(page.text).toContain('name="password"');
    expect(page.text).not.toContain('name="answer"');
    expect(forced.status).toBe(400);
    expect(await json(await redeem('strict', id))).toMatchObject({
      error: 'authorization_pending',
    });
  });

  it('gets no scope that the person may not have', async () => {
    const { auth_req_id: id } = await ask('till', { scope: 'openid read admin' });
    const { page, browser } = await openNext();
    await browser.submit(page, { answer: 'allow' });

    expect(await json(await redeem('till', id))).toMatchObject({ scope: 'openid read' });
  });
});

describe('whom a client may ask', () => {
  it.each([
    ['nobody knows', 'nobody'],
    ['has an address that nobody has verified', 'alan'],
  ])('is not who %s: one answer', async (_what, login_hint) => {
    const refused = await asked('guesser', { login_hint });

    expect(refused.status).toBe(400);
    expect(await json(refused)).toMatchObject({
      error: 'unknown_user_id',
      error_description: 'could not identify end-user',
    });
    expect(mail.to(`${login_hint}@example.org`)).toEqual([]);
  });

  it('is tried out so often and no more', async () => {
    const statuses = new Set<number>();
    for (let tries = 0; tries < 41; tries += 1) {
      statuses.add((await asked('guesser', { login_hint: `nobody-${tries}` })).status);
    }

    expect([...statuses]).toEqual([400, 429]);
  });

  it('gets five mails an hour of one client, and ten of all together', async () => {
    const call = admin(auth.url, await adminToken(auth.url));
    await call('POST', '/users', {
      ...{ username: 'busy', email: 'busy@example.org', password: passwordOf('busy') },
      is_verified: true,
    });
    const flood = async (id: string): Promise<number[]> => {
      const statuses: number[] = [];
      for (let tries = 0; tries < 6; tries += 1) {
        const hints = { login_hint: 'busy', client_notification_token: NOTIFICATION_TOKEN };
        statuses.push((await asked(id, hints)).status);
      }
      return statuses;
    };

    expect(await flood('bank')).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await flood('till')).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await flood('pinged')).toEqual([429, 429, 429, 429, 429, 429]);
    for (let mails = 0; mails < 10; mails += 1) await nextAsked('busy@example.org');
    expect(mail.to('busy@example.org')).toHaveLength(10);
  });

  it.each([
    ['https://evil.example'],
    ['evil.example'],
    ['two\r\nBcc: everybody@example.org'],
    ['<img src=x>'],
    ['x'.repeat(41)],
  ])('is not shown the message %j', async (binding_message) => {
    const refused = await asked('bank', { binding_message });

    expect(await json(refused)).toMatchObject({ error: 'invalid_binding_message' });
  });

  it.each([
    ['login_hint_token', { login_hint: '', login_hint_token: 'x' }],
    ['authorization_details', { authorization_details: '[{"type":"speech_voices"}]' }],
    ['two hints', { id_token_hint: 'x' }],
  ])('is not named by %s', async (_what, parameters) => {
    expect((await asked('till', parameters)).status).toBe(400);
  });
});

describe('which client may ask', () => {
  it('is one for which an administrator says so, and that has a secret', async () => {
    const call = admin(auth.url, await adminToken(auth.url));
    const values = { client_name: 'Call centre', redirect_uris: [], scopes: ['openid'] };
    const made = (type: string, more: object = {}) =>
      call('POST', '/clients', {
        ...{ ...values, client_type: type, grant_types: [CIBA] },
        ...{ backchannel_token_delivery_mode: 'poll', ...more },
      });
    const insecure = { ...pinged(), backchannel_client_notification_endpoint: 'http://a.example' };

    expect((await made('confidential')).status).toBe(201);
    expect((await made('confidential', pinged())).status).toBe(201);
    expect((await made('confidential', insecure)).status).toBe(422);
    expect((await made('public')).status).toBe(422);
    expect(await json(await postForm(`${auth.url}/api/v1/oauth/bc-authorize`, {}))).toMatchObject({
      error: 'invalid_client',
    });
  });

  it('is none that registers itself', async () => {
    const open = await startAuth({ env: { ...mail.env, DYNAMIC_REGISTRATION: 'open' } });
    const refused = await fetch(`${open.url}/api/v1/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ redirect_uris: [], response_types: [], grant_types: [CIBA] },
        ...{ scope: 'openid', backchannel_token_delivery_mode: 'poll' },
      }),
    });
    await open.close();

    expect(refused.status).toBe(400);
    expect(await json(refused)).toMatchObject({
      error_description: 'ciba is given by an administrator',
    });
  });
});

const askPinged = (id = 'pinged') => ask(id, { client_notification_token: NOTIFICATION_TOKEN });
const pingsCame = async (count: number): Promise<void> => {
  for (let tries = 0; pings.length < count; tries += 1) {
    if (tries > 400) throw new Error(`${pings.length} instead of ${count} pings came`);
    await setTimeout(50);
  }
};

describe('a client that is told (CIBA, ping)', () => {
  it('gets a ping with its own token, and then its tokens', async () => {
    const { auth_req_id: id } = await askPinged();
    const { page, browser } = await openNext();
    expect(pings).toEqual([]);
    await browser.submit(page, { answer: 'allow' });
    await pingsCame(1);

    expect(pings).toEqual([
      { authorization: `Bearer ${NOTIFICATION_TOKEN}`, body: JSON.stringify({ auth_req_id: id }) },
    ]);
    expect(await json(await redeem('pinged', id))).toMatchObject({ scope: 'openid read' });
  });

  it('is told of a refusal too, and again until it has taken it', async () => {
    answers = [500, 429];
    const { auth_req_id: id } = await askPinged();
    const { page, browser } = await openNext();
    await browser.submit(page, { answer: 'deny' });
    await pingsCame(3);

    expect(new Set(pings.map(({ body }) => body))).toEqual(
      new Set([JSON.stringify({ auth_req_id: id })]),
    );
    expect(await json(await redeem('pinged', id))).toMatchObject({ error: 'access_denied' });
  });

  it.each([302, 401, 403])('is told once where it answers %i', async (status) => {
    answers = [status];
    const { auth_req_id: id } = await askPinged('refusing');
    const { page, browser } = await openNext();
    await browser.submit(page, { answer: 'allow' });
    await pingsCame(1);
    const waiting = () => auth.database.query('SELECT 1 FROM ciba_ping');
    for (let tries = 0; tries < 100 && (await waiting()).length > 0; tries += 1) {
      await setTimeout(50);
    }

    expect([await waiting(), pings.length]).toEqual([[], 1]);
    expect((await redeem('refusing', id)).status).toBe(200);
  });

  it('needs a token for that, and keeps it in no table', async () => {
    expect(await json(await asked('pinged'))).toMatchObject({ error: 'invalid_request' });
    await askPinged();
    await nextAsked();
    const rows = await auth.database.query<{ text: string }>(
      `SELECT payload::text AS text FROM oidc_artifact
       WHERE kind = 'BackchannelAuthenticationRequest'`,
    );

    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ text }) => text.includes(NOTIFICATION_TOKEN))).toBe(false);
  });

  it('is not called at a private address that nobody has allowed', async () => {
    const closed = await startAuth({
      env: { ...mail.env, FETCH_ALLOW: 'elsewhere.example' },
      clients: [asking('pinged', pinged())],
    });
    const { auth_req_id: id } = await client.initiateBackchannelAuthentication(
      await configOf('pinged', closed.url),
      {
        ...{ scope: 'openid', login_hint: 'grace' },
        client_notification_token: NOTIFICATION_TOKEN,
      },
    );
    const browser = new Browser(closed.url);
    const { page } = await openLink(linkOf(await nextAsked()), 'grace', browser);
    await browser.submit(page, { answer: 'allow' });
    const refusal = () => closed.logs.find(({ msg }) => msg === 'ping.refused');
    for (let tries = 0; tries < 200 && refusal() === undefined; tries += 1) await setTimeout(50);
    const redeemed = await redeem('pinged', id, closed.url);
    await closed.close();

    expect(refusal()).toMatchObject({ error: 'The address may not be called.' });
    expect(pings).toEqual([]);
    expect(redeemed.status).toBe(200);
  });

  it('is told after a kill -9 in the middle of it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ciba-'));
    await writeFile(join(folder, 'ca.pem'), authority.pem);
    const env = {
      ...(await replicaEnv({})),
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
      DATABASE_URL: auth.database.url,
      HOST: '127.0.0.1',
    };
    const url = `http://127.0.0.1:${env.PORT}`;
    const child = await startProcess(env, url);
    answers = [undefined];
    const { auth_req_id: id } = await askPinged();
    const browser = new Browser(url);
    const { page } = await openLink(linkOf(await nextAsked()), 'grace', browser);
    await browser.submit(page, { answer: 'allow' });
    await pingsCame(1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await rm(folder, { recursive: true });
    // The lease of the dead one ends.
    await auth.database.query('UPDATE ciba_ping SET next_at = now()');
    await pingsCame(2);

    expect(pings.map(({ body }) => body)).toEqual(
      Array(2).fill(JSON.stringify({ auth_req_id: id })),
    );
    expect((await redeem('pinged', id)).status).toBe(200);
  });
});

/** Of another replica on the same database. */
const replicaEnv = async (changed: Record<string, string>) => ({
  ...mail.env,
  FETCH_ALLOW: receiver.host,
  ISSUER: auth.env['ISSUER'] ?? '',
  KEY_ENCRYPTION_KEY: auth.env['KEY_ENCRYPTION_KEY'] ?? '',
  PORT: String(await freePort()),
  ...changed,
});
