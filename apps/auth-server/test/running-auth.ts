import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import {
  type RunningApp,
  type Template,
  type TestDatabase,
  freePort,
  migrated,
  startApp,
  testDatabase,
} from '@sextant/platform-testing';
import pg from 'pg';
import { Argon2Cost } from '../src/passwords/argon2-passwords.js';
import { StrengthThread } from '../src/passwords/threads/strength-thread.js';
import { SETTLED_BEFORE } from '../src/database/sql.js';
import { authServer } from '../src/app.js';

/** People of the tests; each has a password of their own. */
export const PEOPLE = {
  ada: { username: 'ada', email: 'ada@example.org', isAdmin: true, roles: ['admin'] },
  grace: {
    username: 'grace',
    email: 'grace@example.org',
    roles: ['teacher'],
    givenName: 'Grace',
    familyName: 'Hopper',
    isVerified: true,
    academyId: 'academy-1',
  },
  alan: { username: 'alan', email: 'alan@example.org', roles: ['student'] },
} as const;

export const passwordOf = (name: string): string => `${name}-walks-home-at-noon`;

const people = Object.values(PEOPLE).map((person) => ({
  ...person,
  password: passwordOf(person.username),
}));

export const REDIRECT_URI = 'http://localhost:9999/callback';
export const OTHER_REDIRECT_URI = 'http://localhost:9998/callback';
const SCOPES = [
  'openid',
  'profile',
  'email',
  'address',
  'phone',
  'offline_access',
  'read',
  'write',
  'admin',
];

/** Clients of the tests. */
export const CLIENTS = {
  web: {
    client_id: 'web',
    client_secret: 'web-secret-0123456789abcdefghijklmnopqrstuv',
    client_name: 'Web application',
    redirect_uris: [REDIRECT_URI, 'http://localhost:9999/callback?dummy1=lorem&dummy2=ipsum'],
    scopes: SCOPES,
    metadata: { post_logout_redirect_uris: ['http://localhost:9999/signed-out'] },
  },
  other: {
    client_id: 'other',
    client_secret: 'other-secret-123456789abcdefghijklmnopqrstu',
    client_name: 'Another application',
    redirect_uris: [OTHER_REDIRECT_URI],
    scopes: SCOPES,
  },
  spa: {
    client_id: 'spa',
    client_name: 'Browser application',
    redirect_uris: [REDIRECT_URI],
    scopes: SCOPES,
  },
} as const;

/** Hashes cost next to nothing. */
@Global()
@Module({
  providers: [{ provide: Argon2Cost, useValue: { memoryKib: 64, passes: 1, lanes: 1 } }],
  exports: [Argon2Cost],
})
class CheapPasswords {}

const withCheapPasswords: typeof authServer = {
  ...authServer,
  module: (...given) => {
    const whole = authServer.module(...given);
    return { ...whole, imports: [...(whole.imports ?? []), CheapPasswords] };
  },
};

export const testKey = (): string => randomBytes(32).toString('base64');

export interface RunningAuth extends RunningApp {
  readonly database: TestDatabase;
  /** The environment that it runs with, for a second replica. */
  readonly env: Readonly<Record<string, string>>;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly clients?: readonly object[];
  readonly scopes?: readonly object[];
  /** Hashes passwords as dearly as the service does; else it would be half of what these tests compute. */
  readonly withDearPasswords?: boolean;
  /** Of the issuer: passkeys need a name. */
  readonly host?: string;
  /** Keeps using this database, which the caller drops. */
  readonly database?: TestDatabase;
}

/**
 * Migrated, with the people of the tests. Their passwords are not judged: the dictionaries for it take longer to read than the
 * service to start. Keys are each service's own.
 */
export const WITH_PEOPLE: Template = {
  name: 'auth-server-people',
  fill: async (url) => {
    await fillWithPeople(url, testKey());
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('DELETE FROM signing_key');
    await client.end();
  },
};

const FIRST_KEY = createHash('sha256').update('auth-server tests').digest('base64');

/** With keys too, which take longer to make than all else: for the first service of a file, whose keys no other one has. */
const WITH_KEYS: Template = {
  name: 'auth-server-keys',
  fill: (url) => fillWithPeople(url, FIRST_KEY),
};
let isFirst = true;

async function fillWithPeople(url: string, key: string): Promise<void> {
  const { file, remove } = await written({ users: people });
  const env = {
    ISSUER: 'http://127.0.0.1',
    DATABASE_URL: url,
    KEY_ENCRYPTION_KEY: key,
    BOOTSTRAP_FILE: file,
  };
  const judge = jest.spyOn(StrengthThread.prototype, 'judge');
  judge.mockResolvedValue({ score: 4, why: '' });
  try {
    await (await startApp(withCheapPasswords, env)).close();
  } finally {
    judge.mockRestore();
  }
  await remove();
}

/** Once in a file. */
function takesKeys({ database, env = {}, withDearPasswords }: StartOptions): boolean {
  const isElsewhere = database !== undefined || 'KEY_ENCRYPTION_KEY' in env;
  const isTaken = isFirst && withDearPasswords !== true && !isElsewhere;
  isFirst = false;
  return isTaken;
}

/** A server with people and clients, on its own database; limits do not interfere. */
export async function startAuth(options: StartOptions = {}): Promise<RunningAuth> {
  const isDear = options.withDearPasswords === true;
  const withKeys = takesKeys(options);
  const cheap = withKeys ? WITH_KEYS : WITH_PEOPLE;
  const template = isDear ? migrated(authServer) : cheap;
  const database = options.database ?? (await testDatabase(template));
  const port = await freePort();
  const { file, remove } = await bootstrapFile(options);
  const env = {
    PORT: String(port),
    ISSUER: `http://${options.host ?? '127.0.0.1'}:${port}`,
    DATABASE_URL: database.url,
    KEY_ENCRYPTION_KEY: withKeys ? FIRST_KEY : testKey(),
    BOOTSTRAP_FILE: file,
    MAIL_DIR: join(tmpdir(), 'auth-server-mails', String(port)),
    RATE_LIMIT_IP: '1000000',
    RATE_LIMIT_TOKEN: '1000000',
    RATE_LIMIT_ADMIN: '1000000',
    ...options.env,
  };
  const definition = isDear ? authServer : withCheapPasswords;
  const running = await startApp(definition, env);
  await remove();
  return {
    ...running,
    database,
    env,
    async close() {
      await running.close();
      await rm(env.MAIL_DIR, { recursive: true, force: true });
      if (options.database === undefined) await database.drop();
    },
  };
}

const bootstrapFile = ({ clients = [], scopes = [] }: StartOptions) =>
  written({ users: people, scopes, clients: [...Object.values(CLIENTS), ...clients] });

async function written(content: object) {
  const folder = await mkdtemp(join(tmpdir(), 'auth-server-'));
  const file = join(folder, 'bootstrap.json');
  await writeFile(file, JSON.stringify(content));
  return { file, remove: () => rm(folder, { recursive: true }) };
}

/** Until nothing is held back of what receivers of events are told by a transaction that runs. */
export async function allCanBeTold(database: TestDatabase): Promise<void> {
  for (let tries = 0; tries < 2000; tries += 1) {
    const held = await database.query(
      `SELECT 1 FROM revocation WHERE transaction >= ${SETTLED_BEFORE} LIMIT 1`,
    );
    if (held.length === 0) return;
    await setTimeout(50);
  }
  throw new Error('A transaction does not end.');
}
