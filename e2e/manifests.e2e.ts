import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { parseAllDocuments } from 'yaml';
import { APPS, ended, launchApp } from './app-process.js';
import { refusalOf } from './production-settings.js';

const K8S = join(workspaceRoot(), 'k8s');
const MAKE_SECRETS = join(K8S, 'overlays/dev/secrets.mjs');
const place = mkdtempSync(join(tmpdir(), 'sextant-k8s-'));
const secrets = join(place, 'k8s/overlays/dev/secrets');

beforeAll(() => {
  cpSync(K8S, join(place, 'k8s'), { recursive: true });
  rmSync(secrets, { recursive: true, force: true });
  execFileSync('node', [MAKE_SECRETS, secrets]);
});
afterAll(() => rmSync(place, { recursive: true }));

interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly { readonly values: readonly string[] }[];
}
interface Egress {
  readonly to?: readonly { readonly podSelector?: Selector }[];
  readonly ports?: readonly { readonly port: number | string }[];
}
interface Reference {
  readonly name: string;
  readonly key: string;
  readonly optional?: boolean;
}
interface Container {
  readonly env: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: {
      readonly secretKeyRef?: Reference;
      readonly configMapKeyRef?: Reference;
    };
  }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}
interface Volume {
  readonly name: string;
  readonly configMap?: { readonly name: string };
  readonly secret?: { readonly secretName: string };
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly podSelector?: Selector;
    readonly egress?: readonly Egress[];
    readonly persistentVolumeClaimRetentionPolicy?: object;
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
    readonly template?: {
      readonly spec: {
        readonly containers: readonly Container[];
        readonly volumes?: readonly Volume[];
      };
    };
  };
}

const manifestsOf = (folder: string): Manifest[] =>
  globSync(join(folder, '*.yaml'))
    .filter((file) => !file.endsWith('.example.yaml'))
    .flatMap((file) => parseAllDocuments(readFileSync(file, 'utf8')))
    .map((document) => document.toJS() as Manifest);

const base = manifestsOf(join(K8S, 'base'));
const podsOf = (app: string) =>
  base
    .filter(
      ({ kind, metadata }) => /^(Deployment|StatefulSet)$/.test(kind) && metadata.name === app,
    )
    .flatMap(({ spec }) => spec?.template?.spec ?? []);

/** The values that the overlay `dev` has for the keys of a Secret. */
function secretOf(name: string): Record<string, string> {
  const lines = readFileSync(join(secrets, `${name}.env`), 'utf8')
    .trim()
    .split('\n');
  return Object.fromEntries(
    lines.map((line): [string, string] => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1),
    ]),
  );
}

describe('the network policies', () => {
  const selects = (selector: Selector | undefined, app: string): boolean => {
    const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
    const name = matchLabels['app.kubernetes.io/name'];
    return (
      (name === undefined || name === app) &&
      matchExpressions.every(({ values }) => values.includes(app))
    );
  };
  /** Ports by number, and siblings by name. */
  const reachedBy = (app: string): Set<string> =>
    new Set(
      base
        .filter(({ kind, spec }) => kind === 'NetworkPolicy' && selects(spec?.podSelector, app))
        .flatMap(({ spec }) => spec?.egress ?? [])
        .flatMap(({ to = [], ports = [] }) =>
          ports.map(({ port }) =>
            port === 'http'
              ? (to[0]?.podSelector?.matchLabels?.['app.kubernetes.io/name'] ?? '')
              : String(port),
          ),
        ),
    );

  /** Nobody calls these: the service's own addresses, what links name, formats; or only a developer does. */
  const UNCALLED =
    /^(ISSUER|AUTH_ISSUER|AUTH_RESOURCE_BASE|PUBLIC_URL|RESOURCES|CORS_ORIGINS|FETCH_ALLOW|PUSH_ALLOW_HOSTS|EVENTS_(DASHBOARD_URL|TEMPLATE_TIME_FORMAT|ACTIONS_MORNING|.*(SNS_URL|S[NQ]S_OUT_ENDPOINT)))$/;
  const PORTS: Readonly<Record<string, string>> = {
    'http:': '80',
    'https:': '443',
    'smtps:': '465',
    'amqps:': '5671',
  };

  /** The settings that name addresses, by what `--help` gives as their examples. */
  async function addressesOf(app: string): Promise<(readonly [string, string])[]> {
    const { output } = await ended(launchApp(app, ['--help']));
    return [...output.matchAll(/--[\w-]+ \((\w+)\)\n(?: {6}.*\n)*?.*example: (\S+)/g)]
      .map(([, name = '', example = '']) => [name, placeOf(example)] as const)
      .filter(([name, place]) => place !== undefined && !UNCALLED.test(name))
      .map(([name, place]) => [name, place ?? ''] as const);
  }

  function placeOf(example: string): string | undefined {
    const first = example.split(',', 1)[0] ?? '';
    if (/^[\w-]+:\d+$/.test(first)) return first.replace(/^.*:/, '');
    const url =
      /^\w+:\/\/[\w.:@/-]/.test(first) && URL.canParse(first) ? new URL(first) : undefined;
    if (url === undefined) return undefined;
    if (APPS.some((app) => app === url.hostname)) return url.hostname;
    return url.port === '' ? PORTS[url.protocol] : url.port;
  }

  it.each(APPS)('let %s reach every address that a setting names', async (app) => {
    const addresses = await addressesOf(app);
    const reached = reachedBy(app);

    expect(addresses.length).toBeGreaterThan(3);
    expect(addresses.filter(([, place]) => !reached.has(place))).toEqual([]);
  });
});

describe('relay', () => {
  it('has its folder on a volume that outlasts the pod: reviews are there until PostgreSQL takes them', () => {
    const all = globSync(join(K8S, 'overlays/*')).flatMap(manifestsOf).concat(base);
    const relays = all.filter(
      ({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === 'relay',
    );
    const [pod] = podsOf('relay');
    const folder = pod?.containers[0]?.env.find(({ name }) => name === 'EVENTS_SPOOL_DIR')?.value;
    const mount = pod?.containers[0]?.volumeMounts?.find(({ mountPath }) => mountPath === folder);
    const claims = relays.flatMap(({ spec }) => spec?.volumeClaimTemplates ?? []);
    const volumes = relays.flatMap(({ spec }) => spec?.template?.spec.volumes ?? []);

    expect(claims.map(({ metadata }) => metadata.name)).toEqual([mount?.name]);
    expect(volumes.map(({ name }) => name)).not.toContain(mount?.name);
    // Kubernetes keeps the claims of replicas that are gone unless it is told otherwise.
    const kept = relays.map(({ spec }) => spec?.persistentVolumeClaimRetentionPolicy);
    expect(JSON.stringify(kept)).not.toContain('Delete');
  });
});

describe('the overlay dev', () => {
  it.each(APPS)('has every Secret and ConfigMap that %s cannot start without', (app) => {
    const [pod] = podsOf(app);
    const env = pod?.containers.flatMap((container) => container.env) ?? [];
    const files = readdirSync(secrets);

    const missing = env
      .flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? [])
      .filter(({ optional }) => optional !== true)
      .filter(({ name, key }) => !(key in secretOf(name)));
    const volumes = pod?.volumes ?? [];
    const unknown = volumes
      .flatMap(({ secret }) => secret?.secretName ?? [])
      .filter(
        (name) => !files.includes(`${name}.env`) && !files.includes(name.replace('-tls', '.crt')),
      );

    expect(env.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
    expect(unknown).toEqual([]);
  });

  it.each(APPS)('gives %s nothing that it refuses', async (app) => {
    const [pod] = podsOf(app);
    const config = base.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'sextant',
    );
    const env = (pod?.containers ?? []).flatMap((container) => container.env);
    const values = env.flatMap(({ name, value, valueFrom = {} }) => {
      const { secretKeyRef: secret, configMapKeyRef: map } = valueFrom;
      const found =
        value ??
        (secret === undefined ? config?.data?.[map?.key ?? ''] : secretOf(secret.name)[secret.key]);
      return found === undefined ? [] : [[name, found] as const];
    });

    const given = Object.fromEntries(values) as Record<string, string>;
    expect(await refusalOf(app, given)).toBe('');
  });

  it('has a configuration that relay takes', async () => {
    const file = join(K8S, 'overlays/dev/relay.yaml');

    const { code, output } = await ended(launchApp('relay', ['check', '--config', file]));

    expect([code, output]).toEqual([0, expect.stringContaining('Sinks: stdout.')]);
  });

  it('keeps what was made before', () => {
    const before = secretOf('auth-server');

    execFileSync('node', [MAKE_SECRETS, secrets]);

    expect(secretOf('auth-server')).toEqual(before);
  });

  const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
  (hasKubectl ? it : it.skip)('renders with class, host and TLS, needs kubectl', () => {
    const rendered = execFileSync('kubectl', ['kustomize', join(place, 'k8s/overlays/dev')], {
      encoding: 'utf8',
    });
    const kinds = parseAllDocuments(rendered).map((document) => document.toJS() as Manifest);

    const ingress = kinds.find(({ kind }) => kind === 'Ingress')?.spec;
    expect(ingress).toMatchObject({
      ingressClassName: 'nginx',
      tls: [{ hosts: ['sextant.localhost'], secretName: 'sextant-tls' }],
      rules: [{ host: 'sextant.localhost' }],
    });
    const made = kinds.filter(({ kind }) => kind === 'Secret').map(({ metadata }) => metadata.name);
    expect(made.sort()).toEqual(
      [...APPS, 'auth-events', 'databases', 'relay-tls', 'sextant-tls'].sort(),
    );
  });
});
