import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceProgram } from './service-program.mjs';

export const ROOT = new URL('../..', import.meta.url).pathname;
export const SECRET = 'bench-secret-0123456789abcdefghijklmnop';
export const PASSWORD = 'bench-kites-at-noon';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

async function start(args, { env = {}, url, folder }) {
  const log = openSync(join(folder, 'servers.log'), 'a');
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
  });
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null) break;
    // Refused until it listens; a server that never does ends in the error below.
    if (await fetch(url).catch(() => undefined)) {
      const stop = async () => {
        child.kill('SIGTERM');
        await Promise.race([once(child, 'exit'), pause(5000)]);
        child.kill('SIGKILL');
      };
      return { stop, pid: child.pid };
    }
    await pause(100);
  }
  const said = readFileSync(join(folder, 'servers.log'), 'utf8').slice(-2000);
  throw new Error(`${args.join(' ')} does not answer:\n${said}`);
}

/** The engine alone, with its memory adapter. */
export async function startBare(folder) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const script = join(ROOT, 'bench/lib/bare-oidc-provider.mjs');
  const server = await start([script, String(port)], { url: `${url}/jwks`, folder });
  return { url, ...server };
}

/**
 * A PostgreSQL that loses nothing when the power goes: the default durability, unlike that of the
 * tests.
 */
export async function startPostgres(folder) {
  const { ensurePostgres } = await import(join(ROOT, 'scripts/postgres/postgres.mjs'));
  const port = await freePort();
  const server = await ensurePostgres({ dataDir: folder, port, portVariable: 'PGPORT' });
  return {
    url: server.adminUrl,
    stop: server.stop,
    /** @returns the address of a new database */
    create: async (name) => {
      const { default: pg } = await import('pg');
      const client = new pg.Client({ connectionString: server.adminUrl });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      const url = new URL(server.adminUrl);
      url.pathname = `/${name}`;
      return url.href;
    },
  };
}

/** auth-server as production runs it, with raised limits, which the bench prints. */
export async function startAuthServer(folder, databaseUrl, shared = {}, root = ROOT) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const bootstrap = join(folder, 'bootstrap.json');
  writeFileSync(bootstrap, JSON.stringify(accounts));
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    ISSUER: url,
    DATABASE_URL: databaseUrl,
    KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_FILE: bootstrap,
    RATE_LIMIT_IP: '100000000',
    RATE_LIMIT_TOKEN: '100000000',
    RATE_LIMIT_ADMIN: '100000000',
    ...shared,
  };
  const args = serviceProgram(root, 'auth-server');
  const server = await start(args, { env, url: `${url}/health/ready`, folder });
  return { url, env, ...server };
}

const accounts = {
  users: [
    { username: 'bench', email: 'bench@example.org', password: PASSWORD, name: 'Bench', roles: [] },
    {
      username: 'bench-admin',
      email: 'bench-admin@example.org',
      password: PASSWORD,
      name: 'Bench admin',
      roles: ['admin'],
      isAdmin: true,
    },
  ],
  clients: [
    {
      client_id: 'bench',
      client_secret: SECRET,
      client_name: 'Bench',
      redirect_uris: ['http://localhost:9/callback'],
      scopes: ['openid', 'read'],
    },
  ],
};

/** A folder that the user postgres can enter; removed at the end. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-auth-'));
  chmodSync(folder, 0o755);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
