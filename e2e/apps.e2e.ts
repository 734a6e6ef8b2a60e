import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, workspaceRoot, type TestDatabase } from '@sextant/platform-testing';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { APPS, ended, launchApp } from './app-process.js';
import { resourcesOf, serviceOf } from './ingress.js';

interface ApiDocument {
  readonly info: { readonly version: string; readonly description: string };
  readonly paths: Record<string, unknown>;
}

/** Whose clients are served. */
const FOLLOWS: Record<string, string> = {
  translate: "DeepL's API 3.11.0",
  speech: "Speechify's API 2026-09-13",
};

/** What the names of an app's metrics begin with, where it is not the app's own. */
const PREFIX: Record<string, string> = { 'auth-server': 'auth', 'ipt-graphql': 'ipt' };

const ISSUER = 'http://localhost:8080';

const versionOf = (app: string): string => {
  const manifest: unknown = JSON.parse(
    readFileSync(join(workspaceRoot(), 'apps', app, 'package.json'), 'utf8'),
  );
  return (manifest as { version: string }).version;
};

/** Each service has a database of its own: some call their tables alike. */
const databases = new Map<string, TestDatabase>();

async function databaseOf(app: string): Promise<TestDatabase> {
  const database = databases.get(app) ?? (await testDatabase());
  databases.set(app, database);
  return database;
}

afterAll(async () => {
  for (const database of databases.values()) await database.drop();
});

interface Started {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Starts an app alone and waits for its line `started`, which tells the port it took. */
async function start(app: string, env: Record<string, string> = {}): Promise<Started> {
  const { url } = await databaseOf(app);
  const child = launchApp(app, [], { DATABASE_URL: url, ...env });
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as { msg: string; url: string };
    if (line.msg === 'started') {
      child.stdout.resume();
      return { url: line.url, child };
    }
  }
  throw new Error(`${app} ended before it had started`);
}

async function stop({ child }: Started): Promise<number | null> {
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

describe.each(APPS)('%s alone', (app) => {
  let statuses: number[];
  let code: number | null;
  let document: ApiDocument;
  let metrics: string;
  let resources: unknown[];

  // A start costs a second of a processor: one is enough to ask everything.
  beforeAll(async () => {
    const started = await start(app, { AUTH_ISSUER: ISSUER });
    const get = (path: string) => fetch(started.url + path);
    const pages = await Promise.all(['/health/live', `/docs/${app}`, '/docs'].map(get));
    statuses = pages.map(({ status }) => status);
    document = (await (await get(`/docs/${app}/openapi.json`)).json()) as ApiDocument;
    metrics = await (await get('/metrics')).text();
    resources = await Promise.all(
      resourcesOf(app).map(async ({ place }) => (await get(place)).json()),
    );
    code = await stop(started);
  });

  it('says which resources it is, where the gateway asks it (RFC 9728)', () => {
    expect(resources).toMatchObject(
      resourcesOf(app).map(({ path }) => ({
        resource: ISSUER + path,
        authorization_servers: [ISSUER],
        bearer_methods_supported: ['header'],
        resource_documentation: `${ISSUER}/docs/${app}`,
      })),
    );
    // Each is an address that the gateway brings to it.
    expect(resourcesOf(app).filter(({ path }) => serviceOf(path) !== app)).toEqual([]);
    expect(resources.length > 0).toBe(app !== 'auth-server');
  });

  it('starts, is alive, shows its documentation and stops with 0 on SIGTERM', () => {
    expect(statuses).toEqual([200, 200, 200]);
    expect(code).toBe(0);
  });

  it('documents what the gateway brings to it, with its own version', () => {
    const { info, paths } = document;

    // Spec 1, section 9: "The interface description carries version 3.11.0".
    const version = app === 'translate' ? '3.11.0' : versionOf(app);
    const vendor = FOLLOWS[app];
    expect(info.version).toBe(version);
    expect(info.description).toContain(
      vendor === undefined ? '' : `${versionOf(app)} follows ${vendor}`,
    );
    expect(Object.keys(paths)).not.toEqual([]);
    expect(Object.keys(paths).filter((path) => serviceOf(path) !== app)).toEqual([]);
  });

  it('exports metrics of its own, each named in the documentation', () => {
    const names = [...metrics.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
    const own = names.filter((name) => !/^(process|nodejs)_/.test(name));
    const documentation = ['docs/operations.md', `apps/${app}/README.md`]
      .map((file) => readFileSync(join(workspaceRoot(), file), 'utf8'))
      .join();
    expect(own.filter((name) => name.startsWith(PREFIX[app] ?? app))).not.toEqual([]);
    expect(own.filter((name) => !documentation.includes(name))).toEqual([]);
  });
});

describe('a second signal', () => {
  it('does not hurry the requests in flight', async () => {
    const { url, child } = await start('relay');
    const request = connect(Number(new URL(url).port), '127.0.0.1');
    const answer = text(request);
    request.write(
      'POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{',
    );
    await once(request, 'ready');
    await new Promise((resolve) => setTimeout(resolve, 200));

    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 200));
    request.write('}');

    expect(await answer).toMatch(/^HTTP\/1.1 404/);
    expect(await exit).toEqual([0, null]);
  });
});

/** A Node on the PATH that is older than 24, as many machines have it. */
function olderNode(): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .find(
      (path) =>
        existsSync(path) &&
        Number(execFileSync(path, ['-p', 'process.versions.node.split(".")[0]']).toString()) < 24,
    );
}

const older = olderNode();

(older === undefined ? describe.skip : describe)(
  'on an older Node of the machine, needs older-node',
  () => {
    // What installs the pinned one runs on whatever there is.
    it.each(['start', 'test', 'bench', 'backup', 'doctor'])(
      'npm run %s -- --help',
      async (script) => {
        const file = join(workspaceRoot(), 'scripts', script, `${script}.mjs`);
        const child = spawn(older ?? '', [file, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });

        const { code, output } = await ended(child);

        expect(output).toContain('Usage: npm');
        expect(code).toBe(0);
      },
    );

    it('runs again on the pinned one and passes signals on, or says what is missing', async () => {
      // `npm start` brings one where the machine has none.
      if (!existsSync(join(workspaceRoot(), 'node_modules/node'))) {
        const { code, output } = await ended(launchApp('relay', [], { node: older ?? '' }));

        expect(code).toBe(1);
        expect(output).toMatch(
          /^Node 24 or newer is needed and this is \S+; install it, or run "npm start"/,
        );
        return;
      }
      const started = await start('relay', { node: older ?? '' });

      const live = await fetch(`${started.url}/health/live`);

      expect(live.status).toBe(200);
      expect(await stop(started)).toBe(0);
      await expect(fetch(started.url)).rejects.toThrow();
    });
  },
);
