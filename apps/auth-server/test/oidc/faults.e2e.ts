import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, builtMain, freePort, testDatabase } from '@sextant/platform-testing';
import {
  admin,
  adminToken,
  authorize,
  authorizeUrl,
  basic,
  json,
  postForm,
  redeem,
  tokensFor,
  userinfo,
  type TokenAnswer,
} from '../flows.js';
import { startAuth, WITH_PEOPLE, type RunningAuth } from '../running-auth.js';

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It never came true.');
};

/** A wire to a database that can be cut. */
class Wire {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  port = 0;

  constructor(private readonly target: URL) {}

  async open(): Promise<void> {
    this.#server = createServer((near) => {
      const far = connect(Number(this.target.port), this.target.hostname);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
      }
      near.pipe(far).pipe(near);
    }).listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  /** Nothing comes through and nothing ends, as with a server that is stopped. */
  freeze(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  cut(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

describe('when the database goes away', () => {
  let auth: RunningAuth;
  let database: TestDatabase;
  let wire: Wire;
  afterEach(async () => {
    await auth.close();
    wire.cut();
    await database.drop();
  });

  it('gives a frozen one up after the deadline, at the token endpoint too', async () => {
    database = await testDatabase(WITH_PEOPLE);
    wire = new Wire(new URL(database.url));
    await wire.open();
    const url = new URL(database.url);
    url.hostname = '127.0.0.1';
    url.port = String(wire.port);
    const env = { DATABASE_URL: url.href, DATABASE_DEADLINE_MS: '200' };
    auth = await startAuth({ database, env });
    const token = () =>
      postForm(`${auth.url}/oauth/token`, { grant_type: 'client_credentials' }, basic('web'));
    expect((await token()).status).toBe(200);

    wire.freeze();

    const refused = await token();
    expect(refused.status).toBe(503);
    expect(await json(refused)).toMatchObject({ error: 'temporarily_unavailable' });
    expect(refused.headers.get('retry-after')).toBe('1');
  });

  it('answers 503 in the shape of its errors, serves the keys, and recovers by itself', async () => {
    database = await testDatabase(WITH_PEOPLE);
    wire = new Wire(new URL(database.url));
    await wire.open();
    const url = new URL(database.url);
    url.hostname = '127.0.0.1';
    url.port = String(wire.port);
    auth = await startAuth({ database, env: { DATABASE_URL: url.href } });
    const token = () =>
      postForm(`${auth.url}/oauth/token`, { grant_type: 'client_credentials' }, basic('web'));
    await fetch(`${auth.url}/.well-known/jwks.json`);
    const adminBefore = await adminToken(auth.url);
    expect((await token()).status).toBe(200);

    wire.cut();

    const refused = await token();
    expect(refused.status).toBe(503);
    expect(await json(refused)).toMatchObject({
      error: 'temporarily_unavailable',
      error_description: expect.stringContaining('Trace id'),
    });
    expect((await admin(auth.url, adminBefore)('GET', '/clients')).status).toBe(503);
    const page = await fetch(auth.url + authorizeUrl(), { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([
      503,
      expect.stringContaining('text/html'),
    ]);
    expect((await fetch(`${auth.url}/.well-known/jwks.json`)).status).toBe(200);
    expect((await fetch(`${auth.url}/health/ready`)).status).toBe(503);
    expect((await fetch(`${auth.url}/health/live`)).status).toBe(200);

    await wire.open();

    await until(async () => (await token()).status === 200);
    expect((await fetch(`${auth.url}/health/ready`)).status).toBe(200);
    // Changes are heard of again: a client that is deactivated now is refused.
    await until(() =>
      Promise.resolve(auth.logs.some(({ msg }) => msg === 'changes.connection_lost')),
    );
    await admin(auth.url, adminBefore)('DELETE', '/clients/web');
    await until(async () => (await token()).status === 401);
  });
});

describe('without Redis', () => {
  it('goes on with limits in memory', async () => {
    const auth = await startAuth({
      env: { REDIS_URL: `redis://127.0.0.1:${await freePort()}`, RATE_LIMIT_TOKEN: '2' },
    });
    const token = async () =>
      (
        await postForm(
          `${auth.url}/oauth/token`,
          { grant_type: 'client_credentials' },
          basic('web'),
        )
      ).status;

    const statuses = [await token(), await token(), await token()];
    await auth.close();

    expect(statuses).toEqual([200, 200, 429]);
  });
});

(process.env['REDIS_URL'] ? describe : describe.skip)('with Redis (needs REDIS_URL)', () => {
  it('counts the requests of all replicas together', async () => {
    const env = { REDIS_URL: process.env['REDIS_URL'] ?? '', RATE_LIMIT_TOKEN: '3' };
    const first = await startAuth({ env });
    const second = await startAuth({
      database: first.database,
      env: {
        ...env,
        ISSUER: first.env['ISSUER'] ?? '',
        KEY_ENCRYPTION_KEY: first.env['KEY_ENCRYPTION_KEY'] ?? '',
      },
    });
    // A client id of its own, so that an earlier run's counter does not matter.
    const client_id = crypto.randomUUID();
    const ask = async (url: string) =>
      (
        await postForm(`${url}/oauth/token`, { grant_type: 'client_credentials', client_id })
      ).headers.get('x-ratelimit-remaining');

    await until(async () => Number(await ask(first.url)) < 3);
    const remaining = [await ask(first.url), await ask(second.url)].map(Number);
    await second.close();
    await first.close();

    expect(remaining[1]).toBeLessThanOrEqual(remaining[0] ?? 0);
    expect(remaining[1]).toBe(Math.max(0, (remaining[0] ?? 0) - 1));
  });
});

describe('the sweep', () => {
  it('removes what has expired and keeps the rest', async () => {
    const auth = await startAuth({ env: { SWEEP_SECONDS: '1' } });
    const { access_token } = await tokensFor(auth.url);
    await auth.database.query(
      `INSERT INTO oidc_artifact (id, kind, payload, expires_at)
       SELECT sha256(n::text::bytea), 'AccessToken', '{}', now() - interval '1 minute'
       FROM generate_series(1, 25000) AS n`,
    );

    await until(async () => {
      const [row] = await auth.database.query<{ count: string }>(
        `SELECT count(*) FROM oidc_artifact WHERE expires_at < now() - interval '10 seconds'`,
      );
      return row?.count === '0';
    });
    const status = (await userinfo(auth.url, access_token)).status;
    await auth.close();

    expect(status).toBe(200);
  });
});

const main = builtMain('auth-server');

(existsSync(main) ? describe : describe.skip)('kill -9 (needs the built service)', () => {
  it('between redemption and answer: what was answered is kept, and no code works twice', async () => {
    const seed = await startAuth();
    const port = await freePort();
    const env = {
      ...process.env,
      REDIS_URL: '',
      ...seed.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      BOOTSTRAP_FILE: '',
    };
    const url = `http://127.0.0.1:${port}`;
    const flows = [];
    for (let index = 0; index < 24; index += 1) flows.push(await authorize(seed.url));
    let child = await start(env, url);

    const answers = flows.map(async (flow, index) => {
      const response = await redeem(url, flow).catch(() => undefined);
      if (index === 4) child.kill('SIGKILL');
      const tokens = await response?.json().catch(() => undefined);
      return response?.status === 200 ? (tokens as TokenAnswer | undefined) : undefined;
    });
    const tokens = await Promise.all(answers);
    child = await start(env, url);

    for (const [index, flow] of flows.entries()) {
      const answered = tokens[index];
      if (answered !== undefined) {
        expect((await userinfo(url, answered.access_token)).status).toBe(200);
        continue;
      }
      const second = await redeem(url, flow);
      const third = await redeem(url, flow);
      expect([200, 400]).toContain(second.status);
      expect(third.status).toBe(400);
    }
    child.kill('SIGTERM');
    await once(child, 'exit');
    await seed.close();
    expect(tokens.some((answer) => answer !== undefined)).toBe(true);
  });
});

async function start(env: NodeJS.ProcessEnv, url: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [main], { env, stdio: 'ignore' });
  await until(async () => {
    if (child.exitCode !== null) throw new Error('The service did not start.');
    const response = await fetch(`${url}/health/ready`).catch(() => undefined);
    return response?.status === 200;
  });
  return child;
}
