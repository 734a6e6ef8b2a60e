import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { APPS } from './app-process.js';
import { ingressPaths } from './ingress.js';
import { refusalOf } from './production-settings.js';

interface Service {
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
  readonly build?: { readonly args: Readonly<Record<string, string>> };
  readonly volumes?: readonly string[];
  readonly configs?: readonly { readonly source: string }[];
  readonly secrets?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
  readonly secrets: Readonly<Record<string, unknown>>;
}

const TOOL = join(workspaceRoot(), 'scripts/kubernetes/cluster-tool.mjs');
const UNAVAILABLE = 69;
const tool = (...args: readonly string[]) =>
  spawnSync('node', [TOOL, ...args], { encoding: 'utf8' });
const has = (name: string, flag: string) => tool(name, flag).status !== UNAVAILABLE;

const place = mkdtempSync(join(tmpdir(), 'sextant-compose-'));
afterAll(() => rmSync(place, { recursive: true }));
const make = () => execFileSync('node', [join(workspaceRoot(), 'docker/compose.mjs'), place]);
make();
const written = (file: string) => readFileSync(join(place, file), 'utf8');
const environment = Object.fromEntries(
  written('.env')
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
);

/** Compose's interpolation: `${NAME}`, with `:?` demanded, with `:-` or `-` something else where it is not given. */
function interpolated(text: string): string {
  return text.replace(
    /\$\{(\w+)(?:(:\?|:?-)((?:[^{}]|\$\{\w+\})*))?\}/g,
    (_, name: string, how: string | undefined, other = '') => {
      const found = environment[name];
      if (found !== undefined) return found;
      if (how === ':?') throw new Error(`${name} is demanded and not made`);
      return interpolated(other as string);
    },
  );
}

const source = readFileSync(join(workspaceRoot(), 'docker/compose.yaml'), 'utf8');
const compose = parse(interpolated(source), { merge: true }) as Compose;
const services = Object.entries(compose.services);

describe('docker/compose.yaml', () => {
  it("keeps to Compose's own schema", () => {
    const file = join(workspaceRoot(), 'docker/compose.schema.json');
    const { schema } = JSON.parse(readFileSync(file, 'utf8')) as { schema: object };
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

    ajv.validate(schema, compose);

    expect(ajv.errors).toBeNull();
  });

  it.each(APPS)(
    'gives %s what it wants in production, and nothing that it refuses',
    async (app) => {
      const { environment: env = {}, build } = compose.services[app] ?? {};

      expect(build?.args['SERVICE']).toBe(app);
      const given = { NODE_ENV: 'production', PORT: '8080', ...env };
      expect(await refusalOf(app, given)).toBe('');
    },
  );

  it('names nothing that is not there', () => {
    const named = (kind: 'volumes' | 'configs' | 'secrets') => Object.keys(compose[kind]);
    const used = {
      volumes: services.flatMap(([, { volumes = [] }]) =>
        volumes.flatMap((volume) => volume.split(':', 1)).filter((name) => /^\w/.test(name)),
      ),
      configs: services.flatMap(([, one]) => (one.configs ?? []).map((config) => config.source)),
      secrets: services.flatMap(([, one]) => one.secrets ?? []),
    };

    for (const kind of ['volumes', 'configs', 'secrets'] as const) {
      expect([...new Set(used[kind])].sort()).toEqual(named(kind).sort());
    }
  });

  it('starts each service when those that it needs are well', () => {
    for (const [name, { depends_on = {} }] of services) {
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        const other = compose.services[needed];
        // The images of ours ask their own health.
        const isAsked = other?.healthcheck !== undefined || APPS.some((app) => app === needed);
        expect([name, needed, condition === 'service_healthy' ? isAsked : true]).toEqual([
          name,
          needed,
          true,
        ]);
        // Without its profile nobody would start.
        expect(other?.profiles).toBeUndefined();
      }
    }
    expect(Object.keys(compose.services['gateway']?.depends_on ?? {}).sort()).toEqual(
      [...APPS].sort(),
    );
  });

  it('keeps its secrets when it is made again', () => {
    const before = written('.env');

    make();

    expect(written('.env')).toBe(before);
  });
});

describe("compose's gateway", () => {
  it('routes what the Ingresses route', () => {
    const locations = [...written('gateway.conf').matchAll(/location (?:=|\^~) (\S+)/g)];

    const routed = new Set(locations.map(([, path = '']) => path));
    expect(ingressPaths().filter((path) => !routed.has(path))).toEqual([]);
  });

  (has('nginx', '-v') ? it : it.skip)('is taken by nginx (needs Debian)', () => {
    mkdirSync(join(place, 'logs'));
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${place}/${name};`,
    );
    const http = `access_log off; ${paths.join(' ')} include ${place}/gateway.conf;`;
    const main = `pid ${place}/pid; error_log ${place}/error.log; events {} http { ${http} }`;
    writeFileSync(join(place, 'nginx.conf'), main);

    const { status, stderr } = tool('nginx', '-t', '-p', place, '-c', join(place, 'nginx.conf'));

    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
  });
});

(has('promtool', '--version') ? describe : describe.skip)('its Prometheus (needs promtool)', () => {
  it('takes the configuration and the alerts', () => {
    writeFileSync(join(place, 'prometheus.yml'), compose.configs['prometheus']?.content ?? '');

    const { status, stdout, stderr } = tool(
      'promtool',
      'check',
      'config',
      join(place, 'prometheus.yml'),
    );

    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('30 rules found')]);
  });
});
