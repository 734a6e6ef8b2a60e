import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The structure of the apps, for `npx nx run-many -t lint`: floors, kinds of files, no circles.
 *
 * `apps/<app>/floors.json` lists the features from the ground up: a feature imports only features that stand before
 * it, types included. Files directly in `src` stand on top of all.
 */
const apps = globSync('apps/*/floors.json', { cwd: import.meta.dirname })
  .toSorted()
  .map((file) => ({ app: dirname(file), floors: JSON.parse(readFileSync(file, 'utf8')) }));

const SPEC = String.raw`\.spec\.ts$`;

/** What stands in a room, without the rooms in it that have a floor of their own. */
function roomOf(floor, floors) {
  const inner = floors.filter((one) => one.startsWith(`${floor}/`));
  const without = inner.map((one) => `${one.slice(floor.length + 1)}/`).join('|');
  return `${floor}/${inner.length === 0 ? '' : `(?!${without})`}`;
}

const floorRules = apps.flatMap(({ app, floors }) =>
  floors.map((floor, at) => ({
    name: 'floors',
    comment: `${floor} may import what stands before it in ${app}/floors.json only.`,
    severity: 'error',
    from: { path: `^${app}/src/${roomOf(floor, floors)}`, pathNot: SPEC },
    to: {
      path: [
        `^${app}/src/[^/]+$`,
        ...floors.slice(at + 1).map((above) => `^${app}/src/${roomOf(above, floors)}`),
      ],
    },
  })),
);

const everyFloor = apps.map(({ app, floors }) => ({
  name: 'no-floor',
  comment: `Every room has its place in ${app}/floors.json.`,
  severity: 'error',
  from: {},
  to: {
    path: `^${app}/src/.+/`,
    pathNot: floors.map((floor) => `^${app}/src/${floor}/`),
  },
}));

/** Files of a kind have its suffix; an adapter begins with what it adapts. */
const HTTP = String.raw`\.(controller|resolver|gateway|server|handler|middleware|dto|presenter|form|request|cookie|decorator|pipe|guard|interceptor|filter|module)\.ts$`;
const ADAPTER = [
  String.raw`/(postgres|mongo|kafka|redis|socket-io|web-push|prometheus|rpc)-[^/]+\.ts$`,
  String.raw`/(eld|libreoffice|tesseract|program|pocketsphinx|sherpa|wasm|mediabunny)-[^/]+\.ts$`,
  // An engine is an adapter with a room to itself.
  '^apps/translate/src/(engines/[^/]+|writing/(harper|languagetool))/',
  '^apps/speech/src/(programs|engines/[^/]+)/',
  // A chain is reached by RPC; what is read of it goes straight into the database, in one transaction.
  '^apps/ipt-graphql/src/chain/(rpc|indexer)/',
];
const EXPRESS = '(^|/)node_modules/(@types/)?express(-serve-static-core)?/';
const DRIVERS = '(^|/)node_modules/(typeorm|pg|mongoose|mongodb|kafkajs|ioredis|redis)/';

const src = apps.map(({ app }) => `^${app}/src/[^/]+/`);
/** Commands open what they need by themselves; relay's sinks know what they send to, as engines do. */
const WIRING = '^apps/([^/]+/src/cli|relay/src/sinks)/';
const RULES = {
  path: src,
  pathNot: [HTTP, ...ADAPTER, SPEC, WIRING, String.raw`\.(migration|settings)\.ts$`],
};

const kindRules =
  src.length === 0
    ? []
    : [
        {
          name: 'rules-know-no-edge',
          comment: 'Rules know no controller, DTO, guard or adapter: define a port.',
          severity: 'error',
          from: RULES,
          to: { path: [HTTP, ...ADAPTER] },
        },
        {
          name: 'drivers-in-adapters',
          comment: 'Drivers are for adapters (postgres-, mongo-, kafka-, redis-) and migrations.',
          severity: 'error',
          from: {
            ...RULES,
            pathNot: [...ADAPTER, SPEC, WIRING, String.raw`\.(migration|module)\.ts$`],
          },
          to: { path: DRIVERS },
        },
        {
          name: 'express-at-the-edge',
          comment:
            'Express, its types too, is for what is HTTP: give the file the suffix that says so.',
          severity: 'error',
          from: {
            path: src,
            pathNot: [HTTP, '^apps/[^/]+/src/http/', SPEC],
          },
          to: { path: EXPRESS },
        },
      ];

const noCircle = {
  name: 'no-circle',
  comment: 'Circles hide which file comes first, types included.',
  severity: 'error',
  from: { path: apps.map(({ app }) => `^${app}/src/`) },
  to: { circular: true },
};

export default {
  forbidden: [...floorRules, ...everyFloor, ...kindRules, ...(apps.length === 0 ? [] : [noCircle])],
  options: {
    doNotFollow: { path: ['node_modules', '(^|/)dist/'] },
    exclude: { path: ['(^|/)(dist|bundle|out-tsc|web)/'] },
    tsConfig: existsSync('tsconfig.base.json') ? { fileName: 'tsconfig.base.json' } : undefined,
    tsPreCompilationDeps: true,
    // No rule asks what depends on a module or what stands alone; to find out takes 0.6 s of a processor.
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: { conditionNames: ['@sextant/source', 'import', 'node', 'default'] },
  },
};
