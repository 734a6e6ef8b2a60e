import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '@sextant/platform-runtime/clock';
import { JwtVerifier, type TokenAccess } from '@sextant/platform-security/jwt';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { admin, adminToken, basic, bearer, json, postForm, tokensFor } from '../flows.js';
import {
  allCanBeTold,
  passwordOf,
  startAuth,
  testKey,
  WITH_PEOPLE,
  type RunningAuth,
} from '../running-auth.js';
import { type TestDatabase, freePort, testDatabase } from '@sextant/platform-testing';
import { DataSource } from 'typeorm';

const TOKEN = 'the-token-of-the-siblings';
const POLL = 'urn:ietf:rfc:8936';
const REVOKED = 'https://schemas.openid.net/secevent/caep/event-type/session-revoked';

let database: TestDatabase;
let env: Record<string, string>;
let auth: RunningAuth;
let call: ReturnType<typeof admin>;
let replicas: Replica[];

/** A sibling as `libs/platform/security/src/jwt` makes one, with the gauge that its metrics would show. */
class Replica {
  readonly #states = new EventEmitter();
  #isLive = false;
  readonly verifier: JwtVerifier;

  constructor(issuer: string, token: string | undefined = TOKEN) {
    const gauge = {
      set: (value: number) => {
        this.#isLive = value === 1;
        this.#states.emit('change');
      },
    };
    this.verifier = new JwtVerifier(
      {
        authIssuer: issuer,
        authAudience: 'sextant',
        authJwksUrl: undefined,
        authEventsToken: token,
      },
      systemClock,
      { gauge: () => gauge },
    );
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  async is(live: boolean): Promise<void> {
    while (this.#isLive !== live) await once(this.#states, 'change');
  }

  /** Resolves when the token is refused. */
  async refuses(access: TokenAccess): Promise<void> {
    await new Promise<void>((resolve) => this.verifier.onRevoked(access, resolve));
  }
}

beforeAll(async () => {
  database = await testDatabase(WITH_PEOPLE);
  const port = await freePort();
  env = {
    PORT: String(port),
    ISSUER: `http://127.0.0.1:${port}`,
    EVENTS_TOKEN: TOKEN,
    KEY_ENCRYPTION_KEY: testKey(),
  };
  auth = await startAuth({ env, database });
  call = admin(auth.url, await adminToken(auth.url));
  replicas = [new Replica(auth.url), new Replica(auth.url)];
  await Promise.all(replicas.map((one) => one.is(true)));
}, 120_000);
afterAll(async () => {
  await auth.close();
  await database.drop();
});

/** Both replicas believe the token, then it is ended, then both refuse it. */
async function isRefusedAfter(token: string, end: () => Promise<unknown>): Promise<void> {
  const refused = replicas.map(async (one) => one.refuses(await one.verifier.verify(token)));
  await Promise.all(replicas.map((one) => one.verifier.verify(token)));
  await end();
  await Promise.all(refused);
  for (const { verifier } of replicas) {
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'invalid_token' });
  }
}

const idOf = async (name: string): Promise<string> => {
  const answer = await call('GET', `/users?q=${name}`);
  return (await json<{ users: { id: string }[] }>(answer)).users[0]?.id ?? '';
};
const revoke = (token: string) =>
  postForm(`${auth.url}/api/v1/oauth/revoke`, { token }, basic('web'));

describe('siblings refuse at once', () => {
  it('a token that was revoked, and no other of that person', async () => {
    const other = await tokensFor(auth.url, {}, 'alan');
    const { access_token } = await tokensFor(auth.url);
    await isRefusedAfter(access_token, () => revoke(access_token));

    for (const { verifier } of replicas) {
      await expect(verifier.verify(other.access_token)).resolves.toBeDefined();
    }
  });

  it('a token whose refresh token was revoked', async () => {
    const { access_token, refresh_token } = await tokensFor(auth.url);
    await isRefusedAfter(access_token, () => revoke(refresh_token));
  });

  it('a token of a person who was signed out everywhere, of any door', async () => {
    const { access_token } = await tokensFor(auth.url);
    const id = await idOf('grace');
    await isRefusedAfter(access_token, () => call('DELETE', `/users/${id}/sessions`));
    const direct = await json<{ access_token: string }>(
      await postForm(`${auth.url}/auth/token`, {
        grant_type: 'password',
        username: 'grace',
        password: passwordOf('grace'),
        scope: 'read',
      }),
    );
    await isRefusedAfter(direct.access_token, () =>
      fetch(`${auth.url}/auth/logout`, { method: 'POST', headers: bearer(direct.access_token) }),
    );
  });

  it('a token of a session that has ended', async () => {
    const { access_token } = await tokensFor(auth.url, {}, 'alan');
    const id = await idOf('alan');
    const { sessions } = await json<{ sessions: { sid: string }[] }>(
      await call('GET', `/users/${id}/sessions`),
    );
    await isRefusedAfter(access_token, () =>
      Promise.all(sessions.map(({ sid }) => call('DELETE', `/users/${id}/sessions/${sid}`))),
    );
  });

  it('a token of a person who was deactivated, and of a client', async () => {
    const { access_token } = await tokensFor(auth.url, {}, 'alan');
    const id = await idOf('alan');
    await isRefusedAfter(access_token, () => call('PATCH', `/users/${id}`, { is_active: false }));
    await call('PATCH', `/users/${id}`, { is_active: true });

    const own = await json<{ access_token: string }>(
      await postForm(
        `${auth.url}/oauth/token`,
        { grant_type: 'client_credentials', scope: 'read' },
        basic('other'),
      ),
    );
    await isRefusedAfter(own.access_token, () => call('DELETE', '/clients/other'));
  });

  it('what ended before they were there, from the moment that they are live', async () => {
    const { access_token } = await tokensFor(auth.url);
    await revoke(access_token);
    await allCanBeTold(database);
    const late = new Replica(auth.url);
    await late.is(true);

    await expect(late.verifier.verify(access_token)).rejects.toMatchObject({ status: 401 });
  });
});

describe('without the stream', () => {
  it('tokens are believed until they expire, and the metric says so; then all is caught up', async () => {
    const { access_token } = await tokensFor(auth.url);
    const lost = Promise.all(replicas.map((one) => one.is(false)));
    await auth.close();
    await lost;
    for (const { verifier } of replicas) await verifier.verify(access_token);
    await database.query(`DELETE FROM oidc_artifact WHERE kind = 'AccessToken'`);
    for (const { verifier } of replicas) await verifier.verify(access_token);

    auth = await startAuth({ env, database });
    call = admin(auth.url, await adminToken(auth.url));
    await Promise.all(replicas.map((one) => one.is(true)));
    for (const { verifier } of replicas) {
      await expect(verifier.verify(access_token)).rejects.toMatchObject({ status: 401 });
    }
  });

  it('a sibling with a wrong token hears nothing, and one without does not ask', async () => {
    const { access_token } = await tokensFor(auth.url);
    const wrong = new Replica(auth.url, 'wrong');
    await revoke(access_token);

    await expect(wrong.verifier.verify(access_token)).resolves.toBeDefined();
    expect(wrong.isLive).toBe(false);
  });
});

describe('a receiver of others', () => {
  const ssf = (path: string, body: object, token = TOKEN) =>
    fetch(`${auth.url}/ssf${path}`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const poll = async (id: string, body: object = {}) =>
    json<{ sets: Record<string, string>; moreAvailable: boolean }>(
      await ssf(`/poll/${id}`, { returnImmediately: true, ...body }),
    );

  it('finds the streams, opens one, and gets signed events until it says that it has them', async () => {
    const metadata = await json(await fetch(`${auth.url}/.well-known/ssf-configuration`));
    expect(metadata).toMatchObject({
      issuer: auth.url,
      delivery_methods_supported: [POLL, 'urn:ietf:rfc:8935'],
      configuration_endpoint: `${auth.url}/ssf/streams`,
    });
    const opened = await ssf('/streams', { delivery: { method: POLL } });
    expect(opened.status).toBe(201);
    const { stream_id: id, delivery } = await json<{
      stream_id: string;
      delivery: { endpoint_url: string };
    }>(opened);
    expect(delivery.endpoint_url).toBe(`${auth.url}/ssf/poll/${id}`);
    await allCanBeTold(database);
    let seen = await poll(id, { maxEvents: 1000 });
    seen = await poll(id, { ack: Object.keys(seen.sets), maxEvents: 1000 });
    expect(seen).toEqual({ sets: {}, moreAvailable: false });

    const tokens = [await tokensFor(auth.url), await tokensFor(auth.url)];
    for (const { access_token } of tokens) await revoke(access_token);
    await allCanBeTold(database);
    const first = await poll(id, { maxEvents: 1 });
    expect(first.moreAvailable).toBe(true);
    expect(await poll(id, { maxEvents: 1 })).toMatchObject({
      sets: { [Object.keys(first.sets)[0] ?? '']: expect.any(String) },
    });
    const rest = await poll(id, { ack: Object.keys(first.sets) });
    const [set = ''] = Object.values(rest.sets);
    const keys = createRemoteJWKSet(new URL(`${auth.url}/.well-known/jwks.json`));
    const { payload } = await jwtVerify(set, keys, {
      typ: 'secevent+jwt',
      issuer: auth.url,
      audience: 'sextant',
    });
    expect(payload).toMatchObject({
      sub_id: { format: 'opaque', id: expect.stringMatching(/^[\w-]{43}$/) },
      events: { [REVOKED]: { event_timestamp: expect.any(Number) } },
    });
  });

  it('is told when something happens, without asking again', async () => {
    const { stream_id: id } = await json<{ stream_id: string }>(
      await ssf('/streams', { delivery: { method: POLL } }),
    );
    await allCanBeTold(database);
    const { sets } = await poll(id, { maxEvents: 1000 });
    const { access_token } = await tokensFor(auth.url);
    const waiting = ssf(`/poll/${id}`, { ack: Object.keys(sets) });
    await revoke(access_token);

    const answer = await json<{ sets: object }>(await waiting);
    expect(Object.keys(answer.sets)).toHaveLength(1);
    expect((await fetch(`${auth.url}/ssf/streams/${id}`, { headers: bearer(TOKEN) })).status).toBe(
      200,
    );
    const closing = { method: 'DELETE', headers: bearer(TOKEN) };
    expect((await fetch(`${auth.url}/ssf/streams/${id}`, closing)).status).toBe(204);
    expect((await ssf(`/poll/${id}`, {})).status).toBe(404);
  });

  it('is told once a transaction that began earlier has ended, although that says nothing', async () => {
    const { stream_id: id } = await json<{ stream_id: string }>(
      await ssf('/streams', { delivery: { method: POLL } }),
    );
    await allCanBeTold(database);
    const { sets } = await poll(id, { maxEvents: 1000 });
    const { access_token } = await tokensFor(auth.url);
    const source = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    try {
      const waiting = await source.transaction(async (manager) => {
        await manager.query('SELECT pg_current_xact_id()');
        const answer = { told: ssf(`/poll/${id}`, { ack: Object.keys(sets) }) };
        await revoke(access_token);
        await setTimeout(500);
        return answer;
      });
      await allCanBeTold(database);
      const answer = await json<{ sets: object }>(await waiting.told);

      expect(Object.keys(answer.sets)).toHaveLength(1);
    } finally {
      await source.destroy();
    }
  });

  it('needs the token of the operator, and asks for what there is', async () => {
    for (const token of ['wrong', await adminToken(auth.url)]) {
      expect((await ssf('/streams', { delivery: { method: POLL } }, token)).status).toBe(401);
      expect((await ssf('/poll/x', {}, token)).status).toBe(401);
    }
    const other = await ssf('/streams', { delivery: { method: 'urn:ietf:rfc:0' } });
    expect(other.status).toBe(422);
    expect((await ssf('/poll/x', { maxEvents: 5000 })).status).toBe(422);
  });
});
