import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, workspaceRoot } from '@sextant/platform-testing';
import mongoose from 'mongoose';
import pg from 'pg';
import { until } from '../running.js';

/** What is stored of one creation. */
export interface Stored {
  readonly records: number;
  /** Different owners of `received` records. */
  readonly users: number;
  readonly sent: number;
}

/** A database server of its own, which is killed and comes back with what was on its disk. */
export interface KillableDatabase {
  start(): Promise<void>;
  /** Ends it at once, whatever it is doing. */
  kill(): Promise<void>;
  /** Ends it for good and removes what it kept. */
  remove(): Promise<void>;
  readonly env: Readonly<Record<string, string>>;
  stored(title: string): Promise<Stored>;
  /** Empties what a round has filled; people, wishes and keys stay. */
  clear(): Promise<void>;
  /** Creations that are not done. */
  pending(): Promise<number>;
}

/** What others have left would be the database's time, not ours. */
const FILLED = {
  postgres: ['notification', 'creation', 'delivery_step', 'mail_item', 'idempotency_key'],
  mongo: ['notifications', 'creations', 'deliverysteps', 'mailitems', 'idempotencykeys'],
} as const;

const run = async (script: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
  const path = join(workspaceRoot(), 'apps/notifications/test/kill', script);
  const options = { env: { ...process.env, ...env } };
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...args], options);
  return stdout.trim().split('\n').at(-1) ?? '';
};

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'notifications-kill-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  return folder;
}

export async function killablePostgres(): Promise<KillableDatabase> {
  const folder = newFolder();
  const port = await freePort();
  let server = { url: '', pid: 0 };
  const start = async () => {
    server = JSON.parse(await run('own-postgres.mjs', [folder, String(port)])) as typeof server;
  };
  const urlOf = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  const query = async <Row extends pg.QueryResultRow>(
    sql: string,
    values: unknown[] = [],
    name = 'notifications',
  ) => {
    const client = new pg.Client({ connectionString: urlOf(name) });
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  };
  await start();
  await query('CREATE DATABASE notifications', [], 'postgres');
  return {
    start,
    kill: () => Promise.resolve(void process.kill(server.pid, 'SIGKILL')),
    remove: async () => {
      process.kill(server.pid, 'SIGQUIT');
      await until(() => hasEnded(server.pid), 20_000);
      await rm(folder, { recursive: true, force: true });
    },
    env: { DATABASE_URL: urlOf('notifications') },
    stored: async (title) => {
      const [row] = await query<{ records: string; users: string; sent: string }>(
        `SELECT count(*) FILTER (WHERE type = 'received') AS records,
                count(DISTINCT "user") FILTER (WHERE type = 'received') AS users,
                count(*) FILTER (WHERE type = 'sent') AS sent
         FROM notification WHERE title = $1`,
        [title],
      );
      return { records: Number(row?.records), users: Number(row?.users), sent: Number(row?.sent) };
    },
    clear: async () => {
      await query(`TRUNCATE ${FILLED.postgres.join(', ')}`);
    },
    pending: async () => {
      const [row] = await query<{ count: string }>(
        `SELECT count(*) FROM creation WHERE state <> 'done'`,
      );
      return Number(row?.count);
    },
  };
}

/** Of `npm run verify:mongodb`: a server that is not ours to kill. */
const EXTERNAL = process.env['VERIFY_MONGODB_URI'];

export const killableMongo = (): Promise<KillableDatabase> =>
  EXTERNAL === undefined ? ownMongo() : externalMongo(EXTERNAL);

/** Instead of being killed the primary of a replica set steps down, if it is one. */
function externalMongo(uri: string): Promise<KillableDatabase> {
  const url = new URL(uri);
  url.pathname = `/verify_kills_${randomBytes(6).toString('hex')}`;
  const using = usingMongo(url.href);
  const stepDown = () =>
    using(async (_collection, connection) => {
      const admin = connection.db?.admin();
      const { setName } = (await admin?.command({ hello: 1 })) ?? {};
      if (setName === undefined) return;
      // It closes the connection over which it was told.
      await admin
        ?.command({ replSetStepDown: 5, secondaryCatchUpPeriodSecs: 2, force: true })
        .catch(() => undefined);
    });
  return Promise.resolve({
    start: () => Promise.resolve(),
    kill: stepDown,
    remove: () => using(async (_collection, connection) => connection.dropDatabase()),
    env: { MONGODB_URI: url.href },
    ...mongoReadings(using),
  });
}

async function ownMongo(): Promise<KillableDatabase> {
  const folder = newFolder();
  const env = { MONGODB_PORT: String(await freePort()) };
  const start = async () => JSON.parse(await run('own-mongodb.mjs', ['up', folder], env)) as Server;
  const { uri } = await start();
  const url = `${uri}/notifications`;
  return {
    start: async () => {
      await start();
    },
    kill: async () => {
      await run('own-mongodb.mjs', ['kill', folder]);
    },
    remove: async () => {
      await run('own-mongodb.mjs', ['down', folder]);
      await rm(folder, { recursive: true, force: true });
    },
    env: { MONGODB_URI: url },
    ...mongoReadings(usingMongo(url)),
  };
}

type Using = <Value>(
  read: (of: Collection, connection: mongoose.Connection) => Promise<Value>,
) => Promise<Value>;

const usingMongo =
  (url: string): Using =>
  async (read) => {
    const connection = await mongoose.createConnection(url).asPromise();
    try {
      return await read((name) => connection.collection(name), connection);
    } finally {
      await connection.close();
    }
  };

const mongoReadings = (using: Using): Pick<KillableDatabase, 'stored' | 'clear' | 'pending'> => ({
  stored: (title) =>
    using(async (collection) => {
      const all = collection('notifications');
      const records = await all.countDocuments({ title, type: 'received' });
      const users = await all.distinct('user', { title, type: 'received' });
      const sent = await all.countDocuments({ title, type: 'sent' });
      return { records, users: new Set(users.map(String)).size, sent };
    }),
  clear: () =>
    using(async (collection) => {
      for (const name of FILLED.mongo) await collection(name).deleteMany({});
    }),
  pending: () =>
    using((collection) => collection('creations').countDocuments({ state: { $ne: 'done' } })),
});

interface Server {
  readonly uri: string;
}

type Collection = (name: string) => mongoose.Collection;

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
