import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { basic, bearer, json, postForm, tokensFor } from '../flows.js';
import { startAuth, testKey, WITH_PEOPLE, type RunningAuth } from '../running-auth.js';
import { type TestDatabase, freePort, testDatabase } from '@sextant/platform-testing';

const TOKEN = 'the-token-of-the-operator';
const PUSH = 'urn:ietf:rfc:8935';

interface Push {
  readonly type: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** A receiver, which answers as it is told and keeps what it got. */
class Receiver {
  readonly pushes: Push[] = [];
  #answers: number[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      request.once('end', () => {
        const { 'content-type': type, authorization } = request.headers;
        this.pushes.push({ type, authorization, body });
        const status = this.#answers.shift() ?? 202;
        response.writeHead(status, status === 302 ? { location: this.address('/elsewhere') } : {});
        response.end();
      });
    }).listen(0, '127.0.0.1');
  }

  async start(): Promise<this> {
    await once(this.#server, 'listening');
    return this;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  address(path: string): string {
    return `http://${this.host}${path}`;
  }

  answer(...statuses: number[]): void {
    this.#answers = statuses;
    this.pushes.length = 0;
  }

  async has(count: number): Promise<readonly Push[]> {
    for (let tries = 0; this.pushes.length < count; tries += 1) {
      if (tries > 300) throw new Error(`${this.pushes.length} instead of ${count} events came`);
      await setTimeout(50);
    }
    return this.pushes;
  }

  close(): void {
    this.#server.close();
  }
}

let silentHost: string;
let auth: RunningAuth;
let second: RunningAuth;
let database: TestDatabase;
let receiver: Receiver;
let stream: string;

beforeAll(async () => {
  receiver = await new Receiver().start();
  database = await testDatabase(WITH_PEOPLE);
  silentHost = `127.0.0.1:${await freePort()}`;
  const env = {
    EVENTS_TOKEN: TOKEN,
    FETCH_ALLOW: `${receiver.host},${silentHost}`,
    KEY_ENCRYPTION_KEY: testKey(),
  };
  auth = await startAuth({ env, database });
  const replica = { PORT: String(await freePort()), ISSUER: auth.env['ISSUER'] ?? '' };
  second = await startAuth({ env: { ...env, ...replica }, database });
  const delivery = { method: PUSH, endpoint_url: receiver.address('/events') };
  const opened = await ssf('/streams', {
    delivery: { ...delivery, authorization_header: 'Bearer of-the-receiver' },
  });
  const body = await json<{ stream_id: string }>(opened);
  expect(body).toMatchObject({ delivery });
  expect(body).not.toHaveProperty('delivery.authorization_header');
  stream = body.stream_id;
});
afterAll(async () => {
  await second.close();
  await auth.close();
  receiver.close();
  await database.drop();
});
beforeEach(() => receiver.answer());

const ssf = (path: string, body: object) =>
  fetch(`${auth.url}/ssf${path}`, {
    method: 'POST',
    headers: { ...bearer(TOKEN), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const revokeOne = async (): Promise<void> => {
  const { access_token: token } = await tokensFor(auth.url);
  await postForm(`${auth.url}/api/v1/oauth/revoke`, { token }, basic('web'));
};
/** Long enough for another attempt of either replica, were there one. */
const quiet = () => setTimeout(2500);

describe('events that are pushed (RFC 8935)', () => {
  it('come signed, with what the receiver wants to see, once although there are two replicas', async () => {
    await revokeOne();
    const [push] = await receiver.has(1);
    await quiet();

    expect(receiver.pushes).toHaveLength(1);
    expect(push).toMatchObject({
      type: 'application/secevent+jwt',
      authorization: 'Bearer of-the-receiver',
    });
    const keys = createRemoteJWKSet(new URL(`${auth.url}/.well-known/jwks.json`));
    const { payload } = await jwtVerify(push?.body ?? '', keys, {
      typ: 'secevent+jwt',
      issuer: auth.url,
    });
    expect(payload).toMatchObject({ sub_id: { format: 'opaque' } });
  });

  it('come again until they are accepted, in order, and are the same', async () => {
    receiver.answer(503, 500);
    await revokeOne();
    await receiver.has(1);
    await revokeOne();

    const pushes = await receiver.has(4);
    const ids = await Promise.all(pushes.map(({ body }) => idOf(body)));

    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    expect(ids[3]).not.toBe(ids[0]);
  });

  it('do not wait for another receiver that does not answer', async () => {
    const silent = createServer(() => undefined).listen(
      Number(silentHost.split(':')[1]),
      '127.0.0.1',
    );
    await once(silent, 'listening');
    const delivery = { method: PUSH, endpoint_url: `http://${silentHost}/` };
    const { stream_id: other } = await json<{ stream_id: string }>(
      await ssf('/streams', { delivery }),
    );
    await quiet();

    await revokeOne();
    await receiver.has(1);

    await fetch(`${auth.url}/ssf/streams/${other}`, { method: 'DELETE', headers: bearer(TOKEN) });
    silent.closeAllConnections();
    silent.close();
  });

  it('are not sent on by redirects, and a refusal for good is no reason to send them again', async () => {
    receiver.answer(302, 400);
    await revokeOne();

    await receiver.has(2);
    await quiet();

    expect(receiver.pushes).toHaveLength(2);
    expect(auth.logs.concat(second.logs)).toContainEqual(
      expect.objectContaining({ msg: 'event.refused', stream }),
    );
  });

  it('go to no private address that is not allowed, and to nothing that is no address', async () => {
    const refused = [
      'http://127.0.0.1:1/events',
      'https://127.0.0.1/events',
      'https://[::1]/events',
      'https://169.254.169.254/latest',
      'http://receiver.example.org/events',
      'https://user:secret@receiver.example.org/events',
      'file:///etc/passwd',
      'nonsense',
      undefined,
    ];
    for (const endpoint_url of refused) {
      const answer = await ssf('/streams', { delivery: { method: PUSH, endpoint_url } });
      expect([endpoint_url, answer.status]).toEqual([endpoint_url, 422]);
    }
    const split = {
      method: PUSH,
      endpoint_url: receiver.address('/'),
      authorization_header: 'a\r\nb: c',
    };
    expect((await ssf('/streams', { delivery: split })).status).toBe(422);
  });

  it('keep what the receiver wants to see sealed, and end with the stream', async () => {
    const [row] = await database.query<{ push_authorization: Buffer }>(
      'SELECT push_authorization FROM ssf_stream WHERE push_url IS NOT NULL',
    );
    const one = `${auth.url}/ssf/streams/${stream}`;

    expect(row?.push_authorization.toString('latin1')).not.toContain('of-the-receiver');
    expect(await json(await fetch(one, { headers: bearer(TOKEN) }))).toMatchObject({
      delivery: { method: PUSH, endpoint_url: receiver.address('/events') },
    });
    expect((await fetch(one, { method: 'DELETE', headers: bearer(TOKEN) })).status).toBe(204);
    await revokeOne();
    await quiet();
    expect(receiver.pushes).toEqual([]);
  });
});

const idOf = async (set: string): Promise<string | undefined> => {
  const keys = createRemoteJWKSet(new URL(`${auth.url}/.well-known/jwks.json`));
  return (await jwtVerify(set, keys)).payload.jti;
};
