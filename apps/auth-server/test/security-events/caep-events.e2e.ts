import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '@sextant/platform-runtime/clock';
import { JwtVerifier } from '@sextant/platform-security/jwt';
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { Browser } from '../browser.js';
import { httpsServer, TestAuthority } from '../certificates.js';
import {
  admin,
  adminToken,
  allow,
  authorizeUrl,
  bearer,
  json,
  postForm,
  refresh,
  tokensFor,
  userinfo,
} from '../flows.js';
import { allCanBeTold, passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

const TOKEN = 'the-token-of-the-siblings';
const TYPE = 'https://schemas.openid.net/secevent/caep/event-type/';
const [REVOKED, CREDENTIAL, CLAIMS] = [
  'session-revoked',
  'credential-change',
  'token-claims-change',
].map((name) => TYPE + name) as [string, string, string];

let auth: RunningAuth;
let call: ReturnType<typeof admin>;
let receiver: Awaited<ReturnType<typeof httpsServer>>;
const pushed: string[] = [];

beforeAll(async () => {
  receiver = await httpsServer(await TestAuthority.create(), (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.once('end', () => {
      pushed.push(body);
      response.writeHead(202).end();
    });
  });
  auth = await startAuth({
    env: {
      EVENTS_TOKEN: TOKEN,
      SCIM_TOKEN: 'the-token-of-the-directory',
      FETCH_ALLOW: receiver.host,
    },
  });
  call = admin(auth.url, await adminToken(auth.url));
});
afterAll(async () => {
  await auth.close();
  receiver.close();
});

const ssf = (path: string, body: object) =>
  fetch(`${auth.url}/ssf${path}`, {
    method: 'POST',
    headers: { ...bearer(TOKEN), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const verified = async (set: string): Promise<JWTPayload & { sub_id?: unknown }> => {
  const keys = createRemoteJWKSet(new URL(`${auth.url}/.well-known/jwks.json`));
  const rules = { typ: 'secevent+jwt', issuer: auth.url, audience: 'sextant' };
  return (await jwtVerify(set, keys, rules)).payload;
};

/** A stream of certain events from now on. */
class Stream {
  private constructor(private readonly id: string) {}

  static async open(events_requested?: readonly string[]): Promise<Stream> {
    const delivery = { method: 'urn:ietf:rfc:8936' };
    const opened = await ssf('/streams', {
      ...{ delivery },
      ...(events_requested === undefined ? {} : { events_requested }),
    });
    const stream = new Stream((await json<{ stream_id: string }>(opened)).stream_id);
    await stream.news();
    return stream;
  }

  async news(): Promise<readonly (JWTPayload & { sub_id?: unknown })[]> {
    await allCanBeTold(auth.database);
    const options = { maxEvents: 1000, returnImmediately: true };
    const asked = await ssf(`/poll/${this.id}`, options);
    const { sets } = await json<{ sets: Record<string, string> }>(asked);
    await ssf(`/poll/${this.id}`, { ...options, maxEvents: 0, ack: Object.keys(sets) });
    return Promise.all(Object.values(sets).map(verified));
  }
}

const idOf = async (name: string): Promise<string> => {
  const answer = await call('GET', `/users?q=${name}`);
  return (await json<{ users: { id: string }[] }>(answer)).users[0]?.id ?? '';
};
const ofPerson = (id: string) => ({ format: 'iss_sub', iss: auth.url, sub: id });

describe('which events there are', () => {
  it('says a stream, and tells of those alone that were asked for', async () => {
    const [all, revoked, credentials] = [
      await Stream.open([REVOKED, CREDENTIAL, CLAIMS]),
      await Stream.open(),
      await Stream.open([CREDENTIAL, 'https://example.org/unknown']),
    ];
    const delivery = { method: 'urn:ietf:rfc:8936' };
    const opened = await json(await ssf('/streams', { delivery, events_requested: [CLAIMS] }));
    const path = `${auth.url}/ssf/streams/${String(opened['stream_id'])}`;
    await tokensFor(auth.url, {}, 'alan');
    await call('PATCH', `/users/${await idOf('alan')}`, {
      password: 'another alan walks at noon',
      roles: ['student', 'tutor'],
    });

    const typesOf = async (stream: Stream) =>
      (await stream.news()).map(({ events }) => Object.keys(events as object)[0]);
    expect(new Set(await typesOf(all))).toEqual(new Set([REVOKED, CREDENTIAL, CLAIMS]));
    expect(new Set(await typesOf(revoked))).toEqual(new Set([REVOKED]));
    expect(await typesOf(credentials)).toEqual([CREDENTIAL]);
    for (const stream of [opened, await json(await fetch(path, { headers: bearer(TOKEN) }))]) {
      expect(stream).toMatchObject({
        events_supported: [REVOKED, CLAIMS, CREDENTIAL],
        events_delivered: [CLAIMS],
      });
    }
  });

  it('does not open one for events that there are not', async () => {
    const delivery = { method: 'urn:ietf:rfc:8936' };
    for (const events_requested of [[], [`${TYPE}device-compliance-change`]]) {
      expect((await ssf('/streams', { delivery, events_requested })).status).toBe(422);
    }
  });
});

describe('credential-change', () => {
  it('tells of a new password, whoever sets it, and of nothing that is secret', async () => {
    const stream = await Stream.open([CREDENTIAL]);
    const id = await idOf('alan');
    await call('PATCH', `/users/${id}`, { password: 'yet another alan at noon' });
    await call('PATCH', `/users/${id}`, { name: 'Alan M.' });

    expect(await stream.news()).toEqual([
      expect.objectContaining({
        sub_id: ofPerson(id),
        events: {
          [CREDENTIAL]: {
            ...{ credential_type: 'password', change_type: 'update' },
            event_timestamp: expect.any(Number),
          },
        },
      }),
    ]);
  });

  it('does not tell of a hash that is made anew at a sign-in', async () => {
    const stream = await Stream.open([CREDENTIAL]);
    // As with other parameters of argon2id than those of today.
    const rehash = (from: string, to: string) =>
      auth.database.query(
        `UPDATE auth_user SET password_hash = replace(password_hash, $1, $2)
         WHERE username = 'ada' AND strpos(password_hash, $1) > 0 RETURNING id`,
        [from, to],
      );
    expect(await rehash('m=64,', 'm=65,')).toHaveLength(1);
    expect(await rehash('m=65,', 'm=64,')).toHaveLength(1);

    expect(await stream.news()).toEqual([]);
  });

  it('tells of factors that come and go', async () => {
    const stream = await Stream.open([CREDENTIAL]);
    const id = await idOf('grace');
    const browser = new Browser(auth.url);
    await allow(browser, await browser.get(authorizeUrl()));
    const page = await browser.get('/account/app');
    const [, key = ''] = /<code class="key">([A-Z2-7 ]+)<\/code>/.exec(page.text) ?? [];
    const code = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate();
    const added = await browser.submit(page, { code, current: passwordOf('grace') });
    expect(added.status).toBeLessThan(400);
    await call('DELETE', `/users/${id}/factors`);

    const changes = (await stream.news()).flatMap(({ events }) =>
      Object.values(events as Record<string, object>),
    );
    expect(changes).toEqual([
      expect.objectContaining({ credential_type: 'app', change_type: 'create' }),
      expect.objectContaining({ credential_type: 'app', change_type: 'delete' }),
    ]);
  });
});

describe('token-claims-change', () => {
  /** A sibling, once it hears of everything. */
  const sibling = async (): Promise<JwtVerifier> => {
    let isLive = false as boolean;
    const verifier = new JwtVerifier(
      {
        ...{ authIssuer: auth.url, authAudience: 'sextant', authJwksUrl: undefined },
        authEventsToken: TOKEN,
      },
      systemClock,
      { gauge: () => ({ set: (value: number) => void (isLive = value === 1) }) },
    );
    while (!isLive) await setTimeout(20);
    return verifier;
  };

  it.each<[string, object, object]>([
    ['roles', { roles: ['teacher', 'manager'] }, { roles: ['manager', 'teacher'] }],
    ['the academy', { academy_id: 'academy-9' }, { academyId: 'academy-9' }],
    ['administration', { is_admin: true }, {}],
  ])('tells of others in the tokens: %s', async (_what, change, claims) => {
    const stream = await Stream.open([CLAIMS]);
    const id = await idOf('grace');
    await call('PATCH', `/users/${id}`, change);
    await call('PATCH', `/users/${id}`, { ...change, name: 'Grace B. Hopper' });
    const news = await stream.news();
    await call('PATCH', `/users/${id}`, { is_admin: false });

    expect(news).toEqual([
      expect.objectContaining({
        sub_id: ofPerson(id),
        events: {
          [CLAIMS]: {
            event_timestamp: expect.any(Number),
            claims: expect.objectContaining(claims),
          },
        },
      }),
    ]);
  });

  it('comes from groups of the directory too', async () => {
    const id = await idOf('alan');
    const made = await fetch(`${auth.url}/scim/v2/Groups`, {
      method: 'POST',
      headers: {
        ...bearer('the-token-of-the-directory'),
        'content-type': 'application/scim+json',
      },
      body: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        ...{ displayName: 'Deans', members: [{ value: id }] },
      }),
    });
    const { id: group } = await json<{ id: string }>(made);
    const stream = await Stream.open([CLAIMS]);
    await call('PATCH', `/groups/${group}`, { roles: ['dean'] });

    expect(await stream.news()).toMatchObject([
      { events: { [CLAIMS]: { claims: { roles: expect.arrayContaining(['dean']) } } } },
    ]);
  });

  it('makes siblings refuse older tokens of that person, and take the next ones', async () => {
    const here = await sibling();
    const other = await tokensFor(auth.url, {}, 'ada');
    let old = await tokensFor(auth.url);
    let access = await here.verify(old.access_token).catch(() => undefined);
    // Those of the very second of a change are refused as well: another test has made one.
    while (access === undefined) {
      await setTimeout(100);
      old = await tokensFor(auth.url);
      access = await here.verify(old.access_token).catch(() => undefined);
    }
    const believed = access;
    const told = new Promise<void>((resolve) => here.onRevoked(believed, resolve));
    await call('PATCH', `/users/${await idOf('grace')}`, { roles: ['teacher', 'warden'] });
    await told;

    await expect(here.verify(old.access_token)).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(here.verify(other.access_token)).resolves.toBeDefined();
    // It has not ended: whoever gave it out knows what the person may do now.
    expect((await userinfo(auth.url, old.access_token)).status).toBe(200);
    let { refresh_token: next } = old;
    const renewed = async () => {
      const answer = await json<{ access_token: string; refresh_token: string }>(
        await refresh(auth.url, next),
      );
      next = answer.refresh_token;
      return here.verify(answer.access_token).catch(() => undefined);
    };
    let taken = await renewed();
    for (let tries = 0; tries < 30 && taken === undefined; tries += 1) {
      await setTimeout(100);
      taken = await renewed();
    }
    expect(taken?.person?.roles).toContain('warden');
  });

  it('is known to a sibling that has just started', async () => {
    const old = await tokensFor(auth.url);
    await call('PATCH', `/users/${await idOf('grace')}`, { roles: ['teacher'] });
    await allCanBeTold(auth.database);
    const late = await sibling();

    await expect(late.verify(old.access_token)).rejects.toMatchObject({ code: 'invalid_token' });
  });
});

describe('by push', () => {
  it('come the events that the receiver has asked for', async () => {
    await ssf('/streams', {
      delivery: { method: 'urn:ietf:rfc:8935', endpoint_url: `${receiver.url}/events` },
      events_requested: [CREDENTIAL],
    });
    const { access_token: token } = await tokensFor(auth.url, {}, 'ada');
    await postForm(`${auth.url}/api/v1/oauth/revoke`, { token, client_id: 'web' });
    const id = await idOf('alan');
    await call('PATCH', `/users/${id}`, { password: 'alan walks again at noon' });
    const last = async () => {
      const found = await Promise.all(pushed.map(verified));
      return found.filter(({ sub_id }) => (sub_id as { sub?: string }).sub === id).length;
    };
    const before = await last();
    for (let tries = 0; tries < 1200 && (await last()) === before; tries += 1) await setTimeout(50);

    const types = (await Promise.all(pushed.map(verified))).map(
      ({ events }) => Object.keys(events as object)[0],
    );
    expect(types.length).toBeGreaterThan(0);
    expect(new Set(types)).toEqual(new Set([CREDENTIAL]));
  });
});
