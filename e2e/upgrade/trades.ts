import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase, workspaceRoot, type TestDatabase } from '@sextant/platform-testing';
import { freePorts } from '@sextant/platform-testing/free-ports';
import { VersionProcess, type App } from './version-process.js';

/** What a service is there for, as far as it takes to see that two versions of it share their tables. */
export interface Trade {
  readonly settings: Readonly<Record<string, string>>;
  /** Stores something of this name. @throws unless it was taken */
  write(url: string, name: string): Promise<void>;
  /** Whether what was stored under this name can be had there. */
  has(url: string, name: string): Promise<boolean>;
  /** What is asked again and again meanwhile. */
  ask(url: string): Promise<Response>;
  /** From now on what is written waits, until it may go on. */
  pause(isPaused: boolean): void;
  close(): Promise<void>;
}

/** As `npm start` makes them, with their checksum. */
const key = () => {
  const code = `import { newApiKey } from './scripts/stack/credentials.mjs'; process.stdout.write(newApiKey());`;
  const words = ['--input-type=module', '-e', code];
  return execFileSync(process.execPath, words, { cwd: workspaceRoot(), encoding: 'utf8' });
};
const json = (body: unknown, headers: Readonly<Record<string, string>>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

async function taken(answer: Promise<Response>): Promise<void> {
  const { ok, status, url, body } = await answer.then(async (one) => ({
    ...{ ok: one.ok, status: one.status, url: one.url, body: await one.text() },
  }));
  if (!ok) throw new Error(`${url}: ${status} ${body.slice(0, 500)}`);
}

const isIn = async (answer: Promise<Response>, name: string) =>
  (await (await answer).text()).includes(JSON.stringify(name));

/** A service with a list, to which one adds. */
function listTrade(wish: {
  readonly settings: Readonly<Record<string, string>>;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyOf: (name: string) => unknown;
}): Trade {
  const { settings, path, headers, bodyOf } = wish;
  const list = (url: string) => fetch(url + path, { headers });
  return {
    settings,
    write: (url, name) => taken(fetch(url + path, json(bodyOf(name), headers))),
    has: (url, name) => isIn(list(url), name),
    ask: list,
    pause: () => undefined,
    close: () => Promise.resolve(),
  };
}

function translate(): Trade {
  const authKey = key();
  return listTrade({
    settings: { BOOTSTRAP_AUTH_KEY: authKey, APERTIUM_SELF_TEST: 'false' },
    path: '/v2/glossaries',
    headers: { authorization: `DeepL-Auth-Key ${authKey}` },
    bodyOf: (name) => ({
      ...{ name, source_lang: 'en', target_lang: 'es' },
      ...{ entries: 'house\tcasa', entries_format: 'tsv' },
    }),
  });
}

function speech(): Trade {
  const apiKey = key();
  return listTrade({
    settings: { BOOTSTRAP_API_KEY: apiKey },
    path: '/v1/audio/lexicons',
    headers: { authorization: `Bearer ${apiKey}` },
    bodyOf: (name) => ({
      name,
      rules: [{ string_to_replace: 'IPT', type: 'alias', alias: 'intellectual property' }],
    }),
  });
}

function iptGraphql(): Trade {
  const apiKey = key();
  return listTrade({
    settings: { BOOTSTRAP_API_KEY: apiKey },
    path: '/ipt/keys',
    headers: { 'x-api-key': apiKey },
    bodyOf: (label) => ({ label, scopes: ['read'] }),
  });
}

const PASSWORD = 'correct horse battery staple';
const CLIENT = { id: 'upgrade', secret: randomBytes(32).toString('hex') };
const user = (username: string, isAdmin = false) => ({
  ...{ username, email: `${username}@example.org`, password: PASSWORD, isAdmin },
  ...{ roles: [username], isVerified: true },
});
const BOOTSTRAP = {
  scopes: [{ name: 'notifications', description: 'Read and send notifications' }],
  users: [user('admin', true), user('manager')],
  clients: [
    {
      ...{ client_id: CLIENT.id, client_secret: CLIENT.secret, client_name: 'Upgrade' },
      ...{ redirect_uris: ['https://app.example.org/cb'], scopes: ['read'] },
    },
  ],
};

async function tokenOf(url: string, username: string, scope: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', scope, username, password: PASSWORD });
  const answer = await fetch(`${url}/auth/token`, { method: 'POST', body });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`no token for ${username}: ${answer.status}`);
  return token;
}

function authServerSettings(folder: string): Record<string, string> {
  const file = join(folder, 'bootstrap.json');
  writeFileSync(file, JSON.stringify(BOOTSTRAP));
  const limits = { RATE_LIMIT_IP: '1000000', RATE_LIMIT_TOKEN: '1000000' };
  return {
    ...limits,
    BOOTSTRAP_FILE: file,
    KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
}

/** The administrator's token is of the version that was asked first: the other one takes it. */
function authServer(): Trade {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-upgrade-'));
  let token: string | undefined;
  const headersAt = async (url: string) => {
    token ??= await tokenOf(url, 'admin', 'admin');
    return { authorization: `Bearer ${token}` };
  };
  const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64');
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'read' });
  return {
    settings: { ...authServerSettings(folder), ISSUER: 'http://localhost:8080' },
    write: async (url, name) => {
      const person = { username: name, email: `${name}@example.org`, password: PASSWORD };
      await taken(fetch(`${url}/admin/users`, json(person, await headersAt(url))));
    },
    has: async (url, name) =>
      isIn(fetch(`${url}/admin/users?q=${name}`, { headers: await headersAt(url) }), name),
    ask: (url) =>
      fetch(`${url}/oauth/token`, {
        ...{ method: 'POST', body, headers: { authorization: `Basic ${basic}` } },
      }),
    pause: () => undefined,
    close: () => rm(folder, { recursive: true }),
  };
}

/** With an auth-server of this version beside it, which signs a manager in. */
async function notifications(): Promise<Trade> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-upgrade-'));
  const database: TestDatabase = await testDatabase();
  const [port = 0] = await freePorts(1);
  const issuer = `http://127.0.0.1:${port}`;
  const env = {
    ...authServerSettings(folder),
    ...{ DATABASE_URL: database.url, HOST: '127.0.0.1', PORT: String(port), ISSUER: issuer },
  };
  const signIn = new VersionProcess(workspaceRoot(), 'auth-server', env, folder);
  await signIn.start();
  const authorization = `Bearer ${await tokenOf(issuer, 'manager', 'notifications')}`;
  const toUserList = [{ user: 'a'.repeat(24), userId: 'student', userName: 'Student' }];
  const trade = listTrade({
    settings: { AUTH_ISSUER: issuer, RATE_LIMIT_USER: '1000000', MONGODB_URI: '' },
    path: '/api/notifications',
    headers: { authorization },
    bodyOf: (title) => ({ toUserList, title, description: 'Read it.' }),
  });
  const sent = (url: string) =>
    fetch(`${url}/api/notifications?type=sent`, { headers: { authorization } });
  return {
    ...trade,
    has: (url, name) => isIn(sent(url), name),
    ask: sent,
    close: async () => {
      await signIn.stop();
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
}

/** What was written is there when it has come to a channel, whoever has brought it. */
async function relay(): Promise<Trade> {
  const said: string[] = [];
  let isPaused = false;
  const hear = async (request: IncomingMessage): Promise<void> => {
    const body = await text(request);
    if (!isPaused) said.push(body);
  };
  const channel = createServer((request, response) => {
    void hear(request).then(() => {
      response.writeHead(isPaused ? 503 : 200).end();
    });
  }).listen(0, '127.0.0.1');
  await once(channel, 'listening');
  const { port } = channel.address() as AddressInfo;
  const post = (url: string, alertname: string) => {
    const alert = { status: 'firing', labels: { alertname }, startsAt: new Date().toISOString() };
    return fetch(`${url}/relay/alertmanager`, json({ alerts: [alert] }, {}));
  };
  return {
    settings: { EVENTS_WEBHOOK_OUT_URL: `http://127.0.0.1:${port}`, EVENTS_RETRY_MAX_SECONDS: '1' },
    write: (url, name) => taken(post(url, name)),
    has: (_url, name) => Promise.resolve(said.some((body) => body.includes(`"${name}"`))),
    ask: (url) => post(url, 'Traffic'),
    pause: (wish) => {
      isPaused = wish;
    },
    close: async () => {
      channel.closeAllConnections();
      await once(channel.close(), 'close');
    },
  };
}

export const TRADES: Readonly<Record<App, () => Trade | Promise<Trade>>> = {
  translate,
  'auth-server': authServer,
  notifications,
  speech,
  'ipt-graphql': iptGraphql,
  relay,
};

const PATIENCE_MS = 60_000;

/** Waits until a service has something. @throws after a minute */
export async function found(trade: Trade, url: string, name: string): Promise<true> {
  for (const endMs = performance.now() + PATIENCE_MS; performance.now() < endMs;) {
    if (await trade.has(url, name)) return true;
    await sleep(100);
  }
  throw new Error(`${name} is not at ${url}`);
}
