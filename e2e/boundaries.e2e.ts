import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, parse, type ParsedPath } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/** A file that is written into a copy of the workspace to see what the rules say of its import. */
interface Plant {
  readonly name: string;
  readonly file: string;
  readonly imports: string;
}

interface Edge {
  readonly source: string;
  readonly target: string;
}

const restricted = 'eslint/no-restricted-imports';
const boundaries = 'workspace/enforce-module-boundaries';

/** Every plant of the graph has a source of its own, so that each edge has one cause. */
const acrossProjects: (Plant & Edge)[] = [
  { spelling: 'bare', imports: '@sextant/speech', app: 'notifications', lib: 'runtime' },
  { spelling: 'deep', imports: '@sextant/speech/src/x.js', app: 'relay', lib: 'data' },
  { spelling: 'relative', imports: '../../speech/src/x.js', app: 'auth-server', lib: 'http' },
].flatMap(({ spelling, imports, app, lib }) => [
  {
    name: `app -> app, ${spelling}`,
    file: `apps/${app}/src/planted.ts`,
    imports,
    source: app,
    target: 'speech',
  },
  {
    name: `lib -> app, ${spelling}`,
    file: `libs/platform/${lib}/src/planted.ts`,
    imports: imports.replace(/^..\/..\/speech/, '../../../../apps/speech'),
    source: `platform-${lib}`,
    target: 'speech',
  },
]);

/** Pages and servers know nothing of each other. */
const pages: Plant[] = [
  { file: 'apps/auth-server/web/src/planted.ts', imports: '@sextant/platform-http' },
  { file: 'apps/notifications/web/src/planted.ts', imports: '../../src/notifications/inbox.js' },
  { file: 'apps/ipt-graphql/web/src/planted.ts', imports: 'node:fs' },
  { file: 'libs/web/src/planted.ts', imports: '@sextant/platform-runtime/config' },
  { file: 'apps/notifications/src/http/planted.ts', imports: '@sextant/web' },
  { file: 'apps/notifications/src/planted-page.ts', imports: '../web/src/push.js' },
  { file: 'apps/auth-server/web/src/planted-app.ts', imports: '@sextant/notifications' },
].map((plant) => ({ ...plant, name: `${plant.file} imports ${plant.imports}` }));

/** What the structure of an app does not allow, each by the rule that says so. */
const ofTheFloors: (Plant & { readonly rule: string })[] = [
  { rule: 'floors', file: 'keys/planted-up.ts', imports: '../users/user.js' },
  {
    rule: 'floors',
    file: 'oidc/engine/planted-up.ts',
    imports: '../interactions/show-interaction.js',
  },
  { rule: 'floors', file: 'keys/planted-root.ts', imports: '../config.js' },
  { rule: 'no-floor', file: 'nowhere/planted-b.ts', imports: './planted-a.js' },
  { rule: 'rules-know-no-edge', file: 'users/planted-adapter.ts', imports: './postgres-users.js' },
  { rule: 'rules-know-no-edge', file: 'users/planted-dto.ts', imports: '../http/answers.dto.js' },
  { rule: 'drivers-in-adapters', file: 'users/planted-driver.ts', imports: 'typeorm' },
  { rule: 'no-circle', file: 'audit/planted-a.ts', imports: './planted-b.js' },
].map(({ rule, file, imports }) => ({
  rule,
  name: `${file} imports ${imports}`,
  file: `apps/auth-server/src/${file}`,
  imports,
}));
const ofTheFloorsOfTranslate: (Plant & { readonly rule: string })[] = [
  { rule: 'floors', file: 'text/planted-up.ts', imports: '../glossaries/glossary.js' },
  { rule: 'floors', file: 'engines/planted-up.ts', imports: './onnx/onnx-engine.js' },
  { rule: 'floors', file: 'access/planted-root.ts', imports: '../config.js' },
  {
    rule: 'floors',
    file: 'translation/planted-engines.ts',
    imports: '../configured-engines/configured-engines.js',
  },
  { rule: 'no-floor', file: 'nowhere/planted-b.ts', imports: './planted-a.js' },
  {
    rule: 'rules-know-no-edge',
    file: 'glossaries/planted-adapter.ts',
    imports: './postgres-glossary-store.js',
  },
  {
    rule: 'rules-know-no-edge',
    file: 'languages/planted-adapter.ts',
    imports: './eld-language-detector.js',
  },
  {
    rule: 'rules-know-no-edge',
    file: 'language-lists/planted-engine.ts',
    imports: '../engines/onnx/onnx-engine.js',
  },
  { rule: 'rules-know-no-edge', file: 'usage/planted-dto.ts', imports: './analytics.dto.js' },
  { rule: 'drivers-in-adapters', file: 'usage/planted-driver.ts', imports: 'typeorm' },
  { rule: 'no-circle', file: 'database/planted-a.ts', imports: './planted-b.js' },
].map(({ rule, file, imports }) => ({
  rule,
  name: `${file} of translate imports ${imports}`,
  file: `apps/translate/src/${file}`,
  imports,
}));
const ofTheFloorsOfIpt: (Plant & { readonly rule: string })[] = [
  { rule: 'floors', file: 'content/planted-up.ts', imports: '../terms/terms.js' },
  { rule: 'floors', file: 'access/planted-root.ts', imports: '../config.js' },
  { rule: 'no-floor', file: 'nowhere/planted-b.ts', imports: './planted-a.js' },
  { rule: 'rules-know-no-edge', file: 'sign-off/planted-chain.ts', imports: '../chain/rpc/rpc.js' },
  { rule: 'drivers-in-adapters', file: 'wallets/planted-driver.ts', imports: 'typeorm' },
].map(({ rule, file, imports }) => ({
  rule,
  name: `${file} of ipt-graphql imports ${imports}`,
  file: `apps/ipt-graphql/src/${file}`,
  imports,
}));
const ofTheFloorsOfNotifications: (Plant & { readonly rule: string })[] = [
  { rule: 'floors', file: 'people/planted-up.ts', imports: '../push/push.js' },
  {
    rule: 'floors',
    file: 'notifications/planted-up.ts',
    imports: './automatic/auto-notifier.js',
  },
  {
    rule: 'floors',
    file: 'push/planted-storage.ts',
    imports: '../storage/mongo/mongo-connection.js',
  },
  { rule: 'floors', file: 'access/planted-root.ts', imports: '../config.js' },
  { rule: 'no-floor', file: 'nowhere/planted-b.ts', imports: './planted-a.js' },
  {
    rule: 'rules-know-no-edge',
    file: 'realtime/planted-adapter.ts',
    imports: './socket-io-signals.js',
  },
  {
    rule: 'rules-know-no-edge',
    file: 'storage/planted-adapter.ts',
    imports: '../people/accounts.controller.js',
  },
  { rule: 'rules-know-no-edge', file: 'settings/planted-dto.ts', imports: './settings.dto.js' },
  { rule: 'drivers-in-adapters', file: 'calendar/planted-driver.ts', imports: 'mongoose' },
  { rule: 'no-circle', file: 'retention/planted-a.ts', imports: './planted-b.js' },
].map(({ rule, file, imports }) => ({
  rule,
  name: `${file} of notifications imports ${imports}`,
  file: `apps/notifications/src/${file}`,
  imports,
}));
const ofTheFloorsOfSpeech: (Plant & { readonly rule: string })[] = [
  { rule: 'floors', file: 'text/planted-up.ts', imports: '../synthesis/synthesizer.js' },
  { rule: 'floors', file: 'text/words/planted-up.ts', imports: '../normalization.js' },
  { rule: 'floors', file: 'access/planted-root.ts', imports: '../config.js' },
  { rule: 'no-floor', file: 'nowhere/planted-b.ts', imports: './planted-a.js' },
  {
    rule: 'rules-know-no-edge',
    file: 'books/planted-adapter.ts',
    imports: './postgres-book-store.js',
  },
  {
    rule: 'rules-know-no-edge',
    file: 'synthesis/planted-engine.ts',
    imports: '../engines/flite/flite-speaker.js',
  },
  {
    rule: 'rules-know-no-edge',
    file: 'recordings/planted-program.ts',
    imports: '../programs/program-pool.js',
  },
  { rule: 'rules-know-no-edge', file: 'usage/planted-dto.ts', imports: './usage.dto.js' },
  { rule: 'drivers-in-adapters', file: 'usage/planted-driver.ts', imports: 'typeorm' },
  { rule: 'no-circle', file: 'scheduling/planted-a.ts', imports: './planted-b.js' },
].map(({ rule, file, imports }) => ({
  rule,
  name: `${file} of speech imports ${imports}`,
  file: `apps/speech/src/${file}`,
  imports,
}));
/** Express is for what is HTTP, in each app. */
const ofTheEdge: (Plant & { readonly rule: string })[] = [
  'auth-server/src/users',
  'ipt-graphql/src/terms',
  'notifications/src/snoozes',
  'relay/src/routing',
  'speech/src/usage',
  'translate/src/glossaries',
].map((room) => ({
  rule: 'express-at-the-edge',
  name: `${room}/planted-express.ts imports express`,
  file: `apps/${room}/planted-express.ts`,
  imports: 'express',
}));
const ofTheFloorsOfRelay: (Plant & { readonly rule: string })[] = [
  { rule: 'floors', file: 'spool/planted-up.ts', imports: '../intake/intake.js' },
  { rule: 'floors', file: 'options/planted-up.ts', imports: '../dispatch/dispatcher.js' },
  { rule: 'floors', file: 'sinks/channels/planted-up.ts', imports: '../../options/config.js' },
  { rule: 'floors', file: 'access/planted-root.ts', imports: '../app.js' },
  { rule: 'no-floor', file: 'nowhere/planted-b.ts', imports: './planted-a.js' },
  {
    rule: 'rules-know-no-edge',
    file: 'dispatch/planted-adapter.ts',
    imports: '../spool/postgres-spool.js',
  },
  {
    rule: 'rules-know-no-edge',
    file: 'deployment/planted-stream.ts',
    imports: '../sources/streams/kafka-event-source.js',
  },
  { rule: 'rules-know-no-edge', file: 'administration/planted-dto.ts', imports: './admin.dto.js' },
  { rule: 'drivers-in-adapters', file: 'delivery/planted-driver.ts', imports: 'kafkajs' },
  { rule: 'no-circle', file: 'heartbeats/planted-a.ts', imports: './planted-b.js' },
].map(({ rule, file, imports }) => ({
  rule,
  name: `${file} of relay imports ${imports}`,
  file: `apps/relay/src/${file}`,
  imports,
}));
const allFloors = [
  ...ofTheFloors,
  ...ofTheFloorsOfTranslate,
  ...ofTheFloorsOfIpt,
  ...ofTheFloorsOfNotifications,
  ...ofTheFloorsOfSpeech,
  ...ofTheEdge,
  ...ofTheFloorsOfRelay,
];
const upByType = 'apps/auth-server/src/keys/planted-type.ts';
const withinTheFloors = {
  file: 'apps/auth-server/src/users/planted-down.ts',
  imports: '../keys/sealer.js',
};

/** What the other plants add to the graph. */
const otherEdges: Edge[] = [
  { source: 'auth-server', target: 'notifications' },
  { source: 'ipt-graphql', target: 'speech' },
];
const arrow = ({ source, target }: Edge): string => `${source} -> ${target}`;

const otherSpellings = [
  ['a type import', "import type { X } from '@sextant/speech';\nexport type Y = X;"],
  ['a re-export', "export * from '@sextant/speech';"],
  ['a dynamic import', "export const x = () => import('@sextant/speech');"],
].map(([name, text], index) => ({
  name: String(name),
  file: `apps/ipt-graphql/src/planted-${index}.ts`,
  text: String(text),
}));

/** What Nest could not inject, and functions with too many parameters. */
const injections = [
  [
    'injection/value-types',
    'a type import',
    "import type { Users } from './user.js';\nimport { Injectable } from '@nestjs/common';\n@Injectable()\nexport class X { constructor(readonly users: Users) {} }",
  ],
  [
    'injection/value-types',
    'a union',
    "import { Users } from './user.js';\nimport { Injectable } from '@nestjs/common';\n@Injectable()\nexport class X { constructor(readonly users: Users | undefined) {} }",
  ],
  [
    'injection/max-params',
    'five parameters of a function',
    'export const x = (a: 1, b: 1, c: 1, d: 1, e: 1) => [a, b, c, d, e];',
  ],
].map(([rule, name, text], index) => ({
  rule: String(rule),
  name: String(name),
  file: `apps/auth-server/src/users/planted-injection-${index}.ts`,
  text: String(text),
}));

describe('the boundaries of the workspace', () => {
  let workspace: string;
  let plantedEdges: Edge[];
  let reports: Map<string, string[]>;
  let structure: Map<string, string[]>;

  // Each tool reads the workspace once: what is not planted has to be as clean as without what is.
  beforeAll(() => {
    workspace = copyWorkspace();
    plantAll(workspace);
    structure = cruise(workspace);
    plantedEdges = readGraph(workspace);
    reports = lint(workspace);
  });

  afterAll(() => {
    rmSync(workspace, { recursive: true, force: true });
  });

  const rulesAgainst = (file: string) => reports.get(file) ?? [];

  it('are kept by the workspace itself: nothing depends on an app', () => {
    const apps = new Set(readdirSync(join(workspace, 'apps')));
    const shown = plantedEdges.filter(({ target }) => apps.has(target)).map(arrow);

    expect([...new Set(shown)].sort()).toEqual(
      [...acrossProjects, ...otherEdges].map(arrow).sort(),
    );
  });

  it.each(acrossProjects)('lint reports $name', ({ file, name }) => {
    expect(rulesAgainst(file)).toContain(name.endsWith('relative') ? boundaries : restricted);
  });

  it.each(acrossProjects)('the graph shows $name', ({ source, target }) => {
    expect(plantedEdges).toContainEqual({ source, target });
  });

  it.each(otherSpellings)('lint reports $name of an app', ({ file }) => {
    const rules = rulesAgainst(file);

    expect(rules.includes(restricted) || rules.includes(boundaries)).toBe(true);
  });

  it('has floors that its own apps keep', () => {
    const planted = ({ name }: ParsedPath) => /^planted\b/.test(name);

    expect([...structure].filter(([file]) => !planted(parse(file)))).toEqual([]);
  });

  it.each(allFloors)('lint reports by $rule that $name', ({ file, rule }) => {
    expect(structure.get(file)).toContain(rule);
  });

  it('lint reports an import of a type from a higher floor', () => {
    expect(structure.get(upByType)).toContain('floors');
  });

  it('lint lets pass what imports a lower floor', () => {
    expect(structure.get(withinTheFloors.file)).toBeUndefined();
  });

  it.each(injections)('lint reports $name by $rule', ({ file, rule }) => {
    expect(rulesAgainst(file)).toContain(rule);
  });

  it.each(pages)('lint reports that $name', ({ file }) => {
    expect(rulesAgainst(file)).toContain(restricted);
  });
});

/** The tracked files, with the installed packages linked. */
function copyWorkspace(): string {
  const origin = dirname(import.meta.dirname);
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'sextant-boundaries-')));
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: origin, encoding: 'utf8' });

  for (const file of tracked.split('\0').filter((name) => name !== '')) {
    if (existsSync(join(origin, file))) cpSync(join(origin, file), join(copy, file));
  }
  linkPackages(join(origin, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** npm's own links to the workspaces are relative, so a copied link leads to the copied project. */
function linkPackages(from: string, to: string) {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name !== '@sextant') symlinkSync(join(from, name), join(to, name));
  }

  mkdirSync(join(to, '@sextant'));
  for (const name of readdirSync(join(from, '@sextant'))) {
    symlinkSync(readlinkSync(join(from, '@sextant', name)), join(to, '@sextant', name));
  }
}

function plantAll(workspace: string) {
  const plant = (file: string, text: string) => {
    mkdirSync(dirname(join(workspace, file)), { recursive: true });
    writeFileSync(join(workspace, file), `${text}\n`);
  };

  plant('apps/speech/src/x.ts', 'export const x = 1;');

  const texts = new Map<string, string>();
  for (const { file, imports } of [...acrossProjects, ...pages]) {
    texts.set(file, `${texts.get(file) ?? ''}import '${imports}';\n`);
  }
  for (const [file, text] of texts) plant(file, text);
  for (const { file, text } of [...otherSpellings, ...injections]) plant(file, text);
  for (const { file, imports } of [...allFloors, withinTheFloors]) {
    plant(file, `import '${imports}';\nexport const x = 1;`);
  }
  plant(upByType, "import type { User } from '../users/user.js';\nexport type X = User;");
  plant('apps/auth-server/src/nowhere/planted-a.ts', 'export const x = 1;');
  plant('apps/translate/src/nowhere/planted-a.ts', 'export const x = 1;');
  plant('apps/ipt-graphql/src/nowhere/planted-a.ts', 'export const x = 1;');
  plant('apps/notifications/src/nowhere/planted-a.ts', 'export const x = 1;');
  plant('apps/speech/src/nowhere/planted-a.ts', 'export const x = 1;');
  plant('apps/relay/src/nowhere/planted-a.ts', 'export const x = 1;');
  const rooms = [
    ...['auth-server/src/audit', 'translate/src/database', 'notifications/src/retention'],
    ...['speech/src/scheduling', 'relay/src/heartbeats'],
  ];
  for (const room of rooms.map((name) => `apps/${name}`)) {
    // A circle of which one half is a type alone.
    plant(
      `${room}/planted-b.ts`,
      "import type { x } from './planted-a.js';\nexport type X = typeof x;",
    );
  }
}

/** @returns the rules of the structure that each file of an app breaks */
function cruise(workspace: string): Map<string, string[]> {
  const words = ['apps', 'libs', '--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
  runTool(workspace, 'depcruise', [...words, '--output-to', 'structure.json']);
  const { summary } = JSON.parse(readFileSync(join(workspace, 'structure.json'), 'utf8')) as {
    summary: {
      totalCruised: number;
      violations: { from: string; rule: { name: string } }[];
    };
  };
  expect(summary.totalCruised).toBeGreaterThan(1000);
  const broken = new Map<string, string[]>();
  for (const { from, rule } of summary.violations) {
    broken.set(from, [...(broken.get(from) ?? []), rule.name]);
  }
  return broken;
}

function readGraph(workspace: string): Edge[] {
  runTool(workspace, 'nx', ['graph', '--file=planted-graph.json']);
  const { graph } = JSON.parse(readFileSync(join(workspace, 'planted-graph.json'), 'utf8')) as {
    graph: { dependencies: Record<string, Edge[]> };
  };
  return Object.values(graph.dependencies)
    .flat()
    .map(({ source, target }) => ({ source, target }))
    .filter(({ target }) => !target.startsWith('npm:'));
}

/** @returns the rules that report each planted file; one run of oxlint for all of them */
function lint(workspace: string): Map<string, string[]> {
  const planted = [...acrossProjects, ...pages, ...otherSpellings, ...injections];
  const files = new Set(planted.map(({ file }) => file));
  const output = runTool(workspace, 'oxlint', ['--format', 'json', ...files]);

  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { filename: string; code: string }[];
  };
  const reports = new Map<string, string[]>();
  for (const { filename, code } of diagnostics) {
    const rule = code.replace(/^(.*)\((.*)\)$/, '$1/$2');
    reports.set(filename, [...(reports.get(filename) ?? []), rule]);
  }
  return reports;
}

/** Runs a tool as in a shell of that folder: without what an outer Nx run says of another one. */
function runTool(workspace: string, tool: string, args: string[]): string {
  const environment = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('NX_') && !name.startsWith('JEST_') && name !== 'NODE_OPTIONS',
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(workspace, 'node_modules', '.bin', tool), ...args],
    {
      cwd: workspace,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      env: { ...Object.fromEntries(environment), NX_DAEMON: 'false', NX_TUI: 'false' },
    },
  );
  // oxlint answers 1 when it has something to report, dependency-cruiser 0 with JSON.
  if (status !== 0 && status !== 1)
    throw new Error(`${tool} ended with ${String(status)}: ${stderr}`);
  return stdout;
}
