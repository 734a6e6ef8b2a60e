import { beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, workspaceRoot } from '@sextant/platform-testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { resourcesOf } from './ingress.js';
import { APPS, ended, launchApp, type Ended } from './app-process.js';

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly configMapKeyRef?: { readonly key: string } };
}

interface Container {
  readonly env: Variable[];
  readonly resources: { readonly limits: { readonly memory: string } };
}

interface Manifest {
  readonly kind: string;
  readonly data?: Record<string, string>;
  readonly spec?: {
    readonly template: { readonly spec: { readonly containers: Container[] } };
  };
}

const readManifests = (file: string) =>
  parseAllDocuments(readFileSync(join(workspaceRoot(), 'k8s', 'base', file), 'utf8')).map(
    (document) => document.toJS() as Manifest,
  );

const containersOf = (app: string): Container[] =>
  readManifests(`${app}.yaml`)
    .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
    .flatMap(({ spec }) => spec?.template.spec.containers ?? []);

const variablesOf = (app: string): Variable[] => containersOf(app).flatMap(({ env }) => env);

/** What each app says of its settings. */
const helpOf = new Map<string, Ended>();

beforeAll(async () => {
  for (const app of APPS) helpOf.set(app, await ended(launchApp(app, ['--help'])));
});

const help = (app: string): string => helpOf.get(app)?.output ?? '';

describe.each(APPS)('%s alone', (app) => {
  it('lists its settings with --help', () => {
    expect(helpOf.get(app)?.code).toBe(0);
    expect(help(app)).toContain('--port (PORT)');
  });

  it('lists the commands of its README with --help, each of which explains itself', async () => {
    const readme = readFileSync(join(workspaceRoot(), 'apps', app, 'README.md'), 'utf8');
    const inReadme = [...readme.matchAll(/dist\/main\.js ([a-z][a-z-]+)/g)].map(([, name]) => name);
    const listed = [...help(app).matchAll(/^ {2}([a-z][a-z-]+) {2,}\S/gm)].map(([, name]) => name);

    expect(listed).toContain('migrate');
    expect(listed).toEqual(expect.arrayContaining([...new Set(inReadme)]));
    for (const name of listed) {
      const { code, output } = await ended(launchApp(app, [name ?? '', '--help']));
      expect([name, code, output.split('\n')[0]]).toEqual([
        name,
        0,
        expect.stringMatching(/^Usage/),
      ]);
    }
  });

  it('names the commands that there are for a word that is none', async () => {
    const { code, output } = await ended(launchApp(app, ['migrat']));

    expect([code, output]).toEqual([
      2,
      expect.stringMatching(/no command migrat\. Commands: migrate/),
    ]);
  });

  it('ends with 2 and names every bad value', async () => {
    const env = { PORT: 'x', DATABASE_URL: 'postgres://127.0.0.1/nowhere' };
    const { code, output } = await ended(launchApp(app, ['--log-level', 'loud'], env));

    expect(code).toBe(2);
    expect(output).toContain('PORT: "x" must be a whole number');
    expect(output).toContain('LOG_LEVEL: "loud" must be one of');
  });
});

describe('a password that the database refuses', () => {
  it('ends a service with 2, is told once and does not show itself', async () => {
    const database = await testDatabase();
    const wrong = new URL(database.url);
    wrong.password = 'hunter2';
    const { code, output } = await ended(launchApp('relay', [], { DATABASE_URL: wrong.href }));
    await database.drop();

    expect(code).toBe(2);
    expect(output).not.toContain('hunter2');
    const told = output.split('\n').filter((line) => line.includes('password'));
    expect(told).toEqual([expect.stringMatching(/^ {2}DATABASE_URL: PostgreSQL refuses .*28P01/)]);
  });
});

describe.each(APPS)('the README of %s', (app) => {
  it('lists exactly the options that --help lists', () => {
    const readme = readFileSync(join(workspaceRoot(), 'apps', app, 'README.md'), 'utf8');

    const inHelp = [...help(app).matchAll(/--([a-z0-9<>-]+) \(([A-Z0-9a-z_<>]+)\)/g)];
    const inReadme = [...readme.matchAll(/^\| `([A-Z0-9a-z_<>]+)`\s*\| `--([a-z0-9<>-]+)`/gm)];

    expect(inHelp).not.toEqual([]);
    expect(inReadme.map(([, env, flag]) => `${flag} ${env}`).sort()).toEqual(
      inHelp.map(([, flag, env]) => `${flag} ${env}`).sort(),
    );
  });
});

describe.each(APPS)('the manifest of %s', (app) => {
  it('gives only variables that the service reads', () => {
    const names = variablesOf(app).map(({ name }) => name);

    expect(names).toContain('PORT');
    // NODE_ENV is read by Node's packages and by the reader of the configuration itself.
    const spellings = (name: string) => [name, name.replace(/_\d+$/, '_<chain>')];
    const read = (name: string) =>
      name === 'NODE_ENV' || spellings(name).some((each) => help(app).includes(`(${each})`));
    expect(names.filter((name) => !read(name))).toEqual([]);
  });
});

describe('auth-server', () => {
  it('gives tokens for every resource of its siblings, without a setting', () => {
    const [, given = '[]'] =
      /\(RESOURCES\)\n(?: {6}.*\n)*?.*default: (\[.*?\])/.exec(help('auth-server')) ?? [];

    expect((JSON.parse(given) as string[]).sort()).toEqual(
      APPS.flatMap((app) => resourcesOf(app).map(({ path }) => path)).sort(),
    );
  });
});

describe('the shared configuration', () => {
  it('has exactly the keys that the services take from it', () => {
    const taken = APPS.flatMap(variablesOf).flatMap(
      ({ valueFrom }) => valueFrom?.configMapKeyRef?.key ?? [],
    );
    const [config] = readManifests('config.yaml');

    expect(Object.keys(config?.data ?? {}).sort()).toEqual([...new Set(taken)].sort());
  });
});

describe('the memory of translate', () => {
  it('leaves 290 MiB for each pipeline, 250 MiB for Node and 450 for the checker of English', () => {
    const [container] = containersOf('translate');
    const pipelines = container?.env.find(({ name }) => name === 'APERTIUM_MAX_PIPELINES')?.value;
    const [, gibibytes] = /^(\d+)Gi$/.exec(container?.resources.limits.memory ?? '') ?? [];

    expect(Number(gibibytes) * 1024).toBeGreaterThanOrEqual(700 + Number(pipelines) * 290);
  });
});
