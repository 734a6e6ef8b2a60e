import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { testDatabase, workspaceRoot, type TestDatabase } from '@sextant/platform-testing';
import { launchBrowser } from '@sextant/platform-testing/browser';
import { freePorts } from '@sextant/platform-testing/free-ports';
import { launchApp } from './app-process.js';
import { openPage } from './browser.js';

jest.setTimeout(240_000);

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const PERSON = { username: 'grace', password: 'grace-walks-home-at-noon' };
/** Without a terminal, a keychain, or a browser that opens by itself. */
const ALONE = { MCP_AUTO_OPEN_ENABLED: 'true', MCP_INSPECTOR_SECRET_STORE: 'file', PATH: '' };
const run = promisify(execFile);

/** Kept from run to run. @returns the program */
async function inspector(): Promise<string> {
  const folder = join(workspaceRoot(), '.data/test/inspector');
  const program = join(
    folder,
    'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  );
  if (!existsSync(program)) {
    await mkdir(folder, { recursive: true });
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, INSPECTOR]);
  }
  return program;
}

interface Question {
  readonly id?: number;
  readonly method: string;
}

const ANSWERS: Readonly<Record<string, object>> = {
  initialize: {
    ...{ protocolVersion: '2025-06-18', capabilities: { tools: {} } },
    serverInfo: { name: 'A server of tools', version: '1.0.0' },
  },
  'tools/list': { tools: [{ name: 'look-up', inputSchema: { type: 'object' } }] },
};

/** A server of tools that takes tokens of the issuer for itself alone, and says where to get them. */
function toolServer(origin: string, issuer: string): Server {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  return createServer((request, response) => {
    const send = (status: number, body: unknown, headers = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const answer = async (): Promise<void> => {
      if (request.url?.startsWith('/.well-known/oauth-protected-resource') === true) {
        send(200, { resource: `${origin}/mcp`, authorization_servers: [issuer] });
        return;
      }
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
      const isOurs = await jwtVerify(token, keys, { issuer, audience: `${origin}/mcp` }).then(
        () => true,
        () => false,
      );
      if (!isOurs) {
        const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
        const challenge = `Bearer resource_metadata="${metadata}"`;
        send(401, { error: 'invalid_token' }, { 'www-authenticate': challenge });
        return;
      }
      if (request.method !== 'POST') {
        send(405, {});
        return;
      }
      const { id, method } = (await json(request)) as Question;
      if (id === undefined) send(202, undefined);
      else send(200, { jsonrpc: '2.0', id, result: ANSWERS[method] ?? {} });
    };
    answer().catch((error: unknown) => send(500, { error: String(error) }));
  });
}

describe('the Inspector of the Model Context Protocol', () => {
  let database: TestDatabase;
  let auth: ChildProcess;
  let server: Server;
  let folder: string;
  let origin: string;
  let issuer: string;
  let program: string;

  beforeAll(async () => {
    program = await inspector();
    const [authPort = 0, port = 0] = await freePorts(2);
    issuer = `http://127.0.0.1:${authPort}`;
    origin = `http://127.0.0.1:${port}`;
    folder = await mkdtemp(join(tmpdir(), 'sextant-inspector-'));
    const file = join(folder, 'bootstrap.json');
    const users = [{ ...PERSON, email: 'grace@example.org' }];
    await writeFile(file, JSON.stringify({ users }));
    database = await testDatabase();
    auth = launchApp('auth-server', [], {
      ...{ DATABASE_URL: database.url, PORT: String(authPort), ISSUER: issuer },
      ...{ BOOTSTRAP_FILE: file, MAIL_DIR: join(folder, 'mail') },
      ...{ DYNAMIC_REGISTRATION: 'open', RESOURCES: `${origin}/mcp` },
    });
    for await (const line of createInterface({ input: auth.stdout! })) {
      if ((JSON.parse(line) as { msg: string }).msg === 'started') break;
    }
    auth.stdout!.resume();
    server = toolServer(origin, issuer).listen(port, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server.close();
    auth.kill('SIGTERM');
    await once(auth, 'exit');
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** What the program prints, signing in where it asks somebody to. */
  async function inspected(): Promise<string> {
    const words = [program, '--cli', `${origin}/mcp`, '--method', 'tools/list'];
    const [port = 0] = await freePorts(1);
    const callback = ['--callback-url', `http://127.0.0.1:${port}/oauth/callback`];
    const child = spawn(process.execPath, [...words, ...callback], {
      env: { ...process.env, ...ALONE, HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let isAsked = false;
    const hear = (data: string): void => {
      said += data;
      const [address] = /http\S+\/oauth\/authorize\?\S+/.exec(said) ?? [];
      if (address === undefined || isAsked) return;
      isAsked = true;
      void signIn(address);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear);
    await once(child, 'exit');
    return said;
  }

  async function signIn(address: string): Promise<void> {
    const browser = await launchBrowser();
    try {
      const { page } = await openPage(browser, issuer);
      await page.goto(address);
      await page.fill('input[name=username]', PERSON.username);
      await page.fill('input[name=password]', PERSON.password);
      await page.click('button[value=allow]');
      await page.waitForURL(/\/oauth\/callback\?/);
    } finally {
      await browser.close();
    }
  }

  it('finds the issuer, registers, signs somebody in and lists the tools; the second time without a question', async () => {
    const first = await inspected();
    expect(first).toContain('look-up');
    const second = await inspected();
    expect(second).toContain('look-up');
    expect(second).not.toContain('/oauth/authorize');
  });
});
