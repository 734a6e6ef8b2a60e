import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  auth,
  extractWWWAuthenticateParams,
  type OAuthClientProvider,
} from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import {
  hasPython,
  pythonWith,
  testDatabase,
  workspaceRoot,
  type TestDatabase,
} from '@sextant/platform-testing';
import { launchBrowser } from '@sextant/platform-testing/browser';
import { freePorts } from '@sextant/platform-testing/free-ports';
import { launchApp } from './app-process.js';
import { openPage } from './browser.js';

jest.setTimeout(120_000);

const SCOPES = ['audio:speech', 'audio:stream', 'audio:all', 'voices:read', 'voices:create'];
const SPEECH_SCOPES = [...SCOPES, 'voices:delete', 'voices:all'];
const PERSON = { username: 'grace', password: 'grace-walks-home-at-noon' };
const HELLO = JSON.stringify({ input: 'Hello.', voice_id: 'george' });

/** What the SDK asks of a program: where it keeps things, and how it opens a browser. */
class Agent implements OAuthClientProvider {
  client: OAuthClientInformationMixed | undefined;
  granted: OAuthTokens | undefined;
  asked: URL | undefined;
  #verifier = '';

  constructor(readonly redirectUrl: string) {}

  get clientMetadata() {
    return {
      client_name: 'An agent',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }
  clientInformation = () => this.client;
  saveClientInformation = (client: OAuthClientInformationMixed) => void (this.client = client);
  tokens = () => this.granted;
  saveTokens = (tokens: OAuthTokens) => void (this.granted = tokens);
  redirectToAuthorization = (address: URL) => void (this.asked = address);
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier);
  codeVerifier = () => this.#verifier;
}

/** Those of three services and the gateway, which all of it goes through. */
const running: ChildProcess[] = [];
const databases: TestDatabase[] = [];
let folder: string;
let origin: string;

beforeAll(async () => {
  const [gateway = 0, authPort = 0, speech = 0, notifications = 0] = await freePorts(4);
  origin = `http://localhost:${gateway}`;
  folder = await mkdtemp(join(tmpdir(), 'sextant-mcp-'));
  const file = join(folder, 'bootstrap.json');
  const scopes = [...SPEECH_SCOPES, 'notifications'].map((name) => ({ name, description: name }));
  const users = [{ ...PERSON, email: 'grace@example.org' }];
  await writeFile(file, JSON.stringify({ users, scopes }));
  await Promise.all([
    start('auth-server', authPort, {
      ISSUER: origin,
      BOOTSTRAP_FILE: file,
      DYNAMIC_REGISTRATION: 'open',
      REGISTRATION_SCOPES: SPEECH_SCOPES.join(','),
      MAIL_DIR: join(folder, 'mail'),
    }),
    start('speech', speech, siblingOf(authPort)),
    start('notifications', notifications, siblingOf(authPort)),
  ]);
  const env = {
    ...process.env,
    AUTH_SERVER_PORT: String(authPort),
    SPEECH_PORT: String(speech),
    NOTIFICATIONS_PORT: String(notifications),
  };
  const script = join(workspaceRoot(), 'scripts', 'gateway', 'gateway.mjs');
  running.push(spawn(process.execPath, [script, '--port', String(gateway)], { env }));
  await answers(`${origin}/.well-known/oauth-authorization-server`);
});

afterAll(async () => {
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(running.map(exitOf));
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const exitOf = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null) await once(child, 'exit');
};

const siblingOf = (authPort: number) => ({
  AUTH_ISSUER: origin,
  AUTH_JWKS_URL: `http://127.0.0.1:${authPort}/.well-known/jwks.json`,
});

async function start(app: string, port: number, env: Readonly<Record<string, string>>) {
  const database = await testDatabase();
  databases.push(database);
  const child = launchApp(app, [], { ...env, DATABASE_URL: database.url, PORT: String(port) });
  running.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    if ((JSON.parse(line) as { msg: string }).msg !== 'started') continue;
    child.stdout.resume();
    return;
  }
  throw new Error(`${app} ended before it had started`);
}

async function answers(address: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (
      await fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error(`${address} does not answer`);
}

/** A browser that a person signs in with, and where it is sent back to. */
async function signIn(address: URL, callback: string): Promise<URL> {
  const browser = await launchBrowser();
  const server = createServer((_request, response) => response.end('Done.'));
  server.listen(Number(new URL(callback).port), '127.0.0.1');
  try {
    const { page } = await openPage(browser, origin);
    await page.goto(address.href);
    await page.fill('input[name=username]', PERSON.username);
    await page.fill('input[name=password]', PERSON.password);
    await page.click('button[value=allow]');
    await page.waitForURL(`${callback}?*`);
    return new URL(page.url());
  } finally {
    await browser.close();
    server.close();
  }
}

describe('a client of the Model Context Protocol', () => {
  const speak = (token?: string) =>
    fetch(`${origin}/v1/audio/speech`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: HELLO,
    });
  const status = async (path: string, token: string) =>
    (await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })).status;

  it('finds the issuer, registers, signs a person in and calls, by the official SDK alone', async () => {
    const [port = 0] = await freePorts(1);
    const agent = new Agent(`http://localhost:${port}/callback`);
    const refused = await speak();
    const { resourceMetadataUrl } = extractWWWAuthenticateParams(refused);
    const serverUrl = `${origin}/v1/audio/speech`;

    const first = await auth(agent, {
      serverUrl,
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
    });
    const back = await signIn(agent.asked!, agent.redirectUrl);
    const authorizationCode = back.searchParams.get('code') ?? '';
    const second = await auth(agent, { serverUrl, authorizationCode });
    const token = agent.granted?.access_token ?? '';

    expect(refused.status).toBe(401);
    expect(resourceMetadataUrl?.href).toBe(
      `${origin}/.well-known/oauth-protected-resource/v1/audio`,
    );
    expect([first, second]).toEqual(['REDIRECT', 'AUTHORIZED']);
    expect((await speak(token)).status).toBe(200);
    // Of the same service, and of another one, for which the token is not.
    expect(await status('/v1/voices', token)).toBe(200);
    expect(await status('/api/notifications?type=received', token)).toBe(401);
    expect(await auth(agent, { serverUrl })).toBe('AUTHORIZED'); // refreshed
    expect((await speak(agent.granted?.access_token)).status).toBe(200);
  });

  (hasPython() ? it : it.skip)(
    'does so by the official SDK for Python (needs python3 with venv)',
    async () => {
      const [port = 0] = await freePorts(1);
      const callback = `http://localhost:${port}/callback`;
      const here = join(workspaceRoot(), 'e2e', 'python');
      const python = await pythonWith(join(here, 'requirements.txt'));
      const words = [join(here, 'mcp_client.py'), `${origin}/v1/audio/speech`, callback];
      const client = spawn(python, words, { stdio: ['pipe', 'pipe', 'inherit'] });
      const lines = createInterface({ input: client.stdout })[Symbol.asyncIterator]();
      const next = async (): Promise<string> => String((await lines.next()).value);

      const back = await signIn(new URL(await next()), callback);
      client.stdin.end(`${back.href}\n`);
      const { statuses, isRefreshed, scope } = JSON.parse(await next()) as {
        readonly statuses: readonly number[];
        readonly isRefreshed: boolean;
        readonly scope: string;
      };

      expect(statuses).toEqual([401, 200, 200]);
      expect(isRefreshed).toBe(true);
      expect(scope.split(' ')).toContain('audio:speech');
    },
  );

  it('may not register for more than the operator lists', async () => {
    const register = (scope: string) =>
      fetch(`${origin}/api/v1/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ redirect_uris: ['https://agent.example.org/cb'], scope }),
      });

    const listed = await register('audio:speech');
    const others = await Promise.all(['notifications', 'admin'].map(register));

    expect(listed.status).toBe(201);
    expect(others.map((response) => response.status)).toEqual([400, 400]);
  });
});
