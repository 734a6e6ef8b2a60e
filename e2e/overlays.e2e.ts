import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { APPS } from './app-process.js';
import { problemsOf } from './kubernetes-schemas.js';
import { violationsOf } from './pod-security.js';
import {
  canRender,
  COMPONENTS,
  isThere,
  Overlays,
  OVERLAYS,
  tool,
  WITH_COMPONENTS,
  type Rendered,
} from './rendered-overlays.js';

const overlays = new Overlays();
const { k8s, place } = overlays;
const manifestsOf = (overlay: string) => overlays.render(overlay);
afterAll(() => overlays.remove());

const canTestRules = isThere(['promtool', '--version']);

describe('the overlays', () => {
  it('are all here', () => {
    const folders = globSync('**/kustomization.yaml', { cwd: k8s }).map(dirname);

    expect(folders.sort()).toEqual([...OVERLAYS, ...COMPONENTS, ...WITH_COMPONENTS].sort());
  });

  (canRender ? it : it.skip).each([...OVERLAYS, ...WITH_COMPONENTS])(
    'are taken by a strict API server (needs kubectl, kustomize or Go): %s',
    (overlay) => {
      const manifests = manifestsOf(overlay);

      expect(manifests.length).toBeGreaterThan(5);
      expect(manifests.flatMap(problemsOf)).toEqual([]);
    },
  );

  (canRender ? it : it.skip).each([...OVERLAYS, ...WITH_COMPONENTS])(
    'keep the Pod Security Standard "restricted": %s',
    (overlay) => {
      const pods = manifestsOf(overlay).flatMap(({ spec }) => spec?.template?.spec ?? []);

      expect(pods.length).toBeGreaterThanOrEqual(overlay.endsWith('databases') ? 0 : APPS.length);
      expect(pods.flatMap(violationsOf)).toEqual([]);
    },
  );
});

(canRender ? describe : describe.skip)('the component migrations', () => {
  const all = canRender ? manifestsOf('overlays/dev-migrating') : [];
  const podsOf = (kind: RegExp) =>
    all
      .filter((one) => kind.test(one.kind))
      .flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
      .filter(({ image }) => image?.startsWith('sextant/'));
  const services = podsOf(/^(Deployment|StatefulSet)$/);
  const jobs = podsOf(/^Job$/);

  it('has a Job for each service, of the same image, with the same databases and nothing else', () => {
    expect(jobs.map(({ image }) => image).sort()).toEqual(
      services.map(({ image }) => image).sort(),
    );
    for (const { image, args, env = [] } of jobs) {
      const service = services.find((one) => one.image === image);
      const databases = service?.env?.filter(({ name }) =>
        /^(DATABASE_URL|MONGODB_URI)$/.test(name),
      );
      expect(args).toEqual(['node', 'dist/main.js', 'migrate']);
      expect(env).toEqual(databases);
    }
  });

  it('lets no service change tables', () => {
    for (const { env } of services) {
      expect(env).toContainEqual({ name: 'DATABASE_MIGRATE', value: 'false' });
    }
  });

  it('lets its pods reach the databases', () => {
    const policy = all.find(({ metadata }) => metadata.name === 'allow-migrations');
    const labels = all.filter(({ kind }) => kind === 'Job').map(({ spec }) => spec?.template);

    expect(JSON.stringify(policy)).toContain('"port":5432');
    for (const template of labels) {
      expect(template?.metadata).toMatchObject({
        labels: {
          'app.kubernetes.io/component': 'migrations',
          'app.kubernetes.io/part-of': 'sextant',
        },
      });
    }
  });
});

describe('strict checks', () => {
  const [service] = parseAllDocuments(readFileSync(join(k8s, 'base/relay.yaml'), 'utf8'))
    .map((document) => document.toJS() as Rendered)
    .filter(({ kind }) => kind === 'StatefulSet');
  const changed = (change: (pod: { containers: Record<string, unknown>[] }) => void) => {
    const copy = structuredClone(service) as unknown as {
      spec: { template: { spec: { containers: Record<string, unknown>[] } } };
    };
    change(copy.spec.template.spec);
    return copy as unknown as Rendered;
  };

  it('refuse a member that Kubernetes does not know, deep inside', () => {
    const manifest = changed(({ containers }) => (containers[0]!['volumeMount'] = []));

    expect(problemsOf(manifest)).toEqual([
      expect.stringContaining('"additionalProperty":"volumeMount"'),
    ]);
  });

  it('refuse a value of another type', () => {
    const manifest = changed(({ containers }) => (containers[0]!['image'] = 5));

    expect(problemsOf(manifest)).toEqual([expect.stringContaining('image must be string')]);
  });

  it('see a container that may become root', () => {
    const manifest = changed(({ containers }) => delete containers[0]!['securityContext']);

    expect(violationsOf(manifest.spec!.template!.spec)).toEqual([
      'relay: allowPrivilegeEscalation',
      'relay: capabilities.drop',
    ]);
  });
});

/** Optional in the base, which may do without or with another: MongoDB, or tokens that live ten minutes. */
const NEEDED_BY_PROD = new Set(['auth-events: token', 'notifications: database-url']);

(canRender ? describe : describe.skip)('the overlay prod', () => {
  const all = canRender ? manifestsOf('overlays/prod') : [];
  const named = (kind: string) =>
    all.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);

  it('has a secret of the store for every one that a pod names', () => {
    const pods = all.flatMap(({ spec }) => spec?.template?.spec ?? []);
    const needed = pods.flatMap(({ containers, volumes = [] }) => [
      ...containers
        .flatMap(({ env = [] }) => env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []))
        .map(({ name }) => name),
      ...volumes.flatMap(({ secret }) => secret?.secretName ?? []),
    ]);
    const made = all
      .filter(({ kind }) => kind === 'ExternalSecret')
      .map(({ spec }) => spec?.target?.name);

    expect(new Set(needed).size).toBeGreaterThan(APPS.length);
    expect([...new Set(needed)].filter((name) => !made.includes(name))).toEqual([]);
  });

  it('lists the keys that its pods read, and which of them it cannot start without', () => {
    const file = readFileSync(join(workspaceRoot(), 'k8s/overlays/prod/secrets.yaml'), 'utf8');
    const [head = ''] = file.split('apiVersion');
    const listed = [...head.matchAll(/^# {3}([a-z-]+): ((?:.*\n#? {5,})*.*)$/gm)].flatMap(
      ([, name, keys = '']) => keys.split(/,[\s#]*/).map((key) => `${name}: ${key}`),
    );
    const read = all
      .flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
      .flatMap(({ env = [] }) => env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []));
    const isNeeded = (name: string, key: string) =>
      NEEDED_BY_PROD.has(`${name}: ${key}`) ||
      read.some((one) => one.name === name && one.key === key && one.optional !== true);

    expect([...new Set(listed)].sort()).toEqual(
      [
        ...new Set(
          read.map(({ name, key }) =>
            isNeeded(name, key) ? `${name}: ${key}` : `${name}: (${key})`,
          ),
        ),
      ].sort(),
    );
  });

  it('scales what an autoscaler is for, and leaves the number to it', () => {
    const targets = all.flatMap(({ spec }) => spec?.scaleTargetRef?.name ?? []);
    const fixed = all.filter(
      ({ kind, spec }) => kind === 'Deployment' && spec?.replicas !== undefined,
    );

    expect(targets.sort()).toEqual(named('Deployment').sort());
    expect(fixed).toEqual([]);
  });

  it('lets no drain take all replicas of anything', () => {
    expect(named('PodDisruptionBudget').sort()).toEqual([...APPS].sort());
  });

  it('lets nobody in and out whom it does not name', () => {
    const policies = all.filter(({ kind }) => kind === 'NetworkPolicy');

    expect(policies.length).toBeGreaterThan(10);
    expect(
      policies.filter((one) => JSON.stringify(one).includes('"namespaceSelector":{}')),
    ).toEqual([]);
  });

  it('has a host and a certificate for every way in', () => {
    const ways = all.filter(({ kind }) => kind === 'Ingress');

    expect(ways.length).toBe(3);
    for (const way of ways) {
      expect(way.spec).toMatchObject({
        ingressClassName: 'nginx',
        tls: [{ hosts: ['sextant.example.org'], secretName: 'sextant-tls' }],
        rules: [{ host: 'sextant.example.org' }],
      });
    }
  });
});

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<'summary' | 'description' | 'runbook_url', string>>;
}
const prod = join(k8s, 'overlays/prod');
const groups = parseAllDocuments(readFileSync(join(prod, 'alerts.yaml'), 'utf8')).flatMap(
  (document) => (document.toJS() as { spec: { groups: { rules: Rule[] }[] } }).spec.groups,
);
const rules = groups.flatMap((group) => group.rules);

describe('alerts', () => {
  it('have a runbook each, and no runbook is without its alert', () => {
    const text = readFileSync(join(workspaceRoot(), 'docs/runbooks.md'), 'utf8');
    const sections = [...text.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name);

    expect(rules.length).toBeGreaterThan(20);
    expect(sections.sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook_url).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
    }
  });

  it('have a case that fires each', () => {
    const { tests } = parse(readFileSync(join(prod, 'alerts.test.yaml'), 'utf8')) as {
      tests: { promql_expr_test: { exp_samples: { labels: string }[] }[] }[];
    };
    const fired = tests
      .flatMap((one) => one.promql_expr_test.flatMap(({ exp_samples }) => exp_samples))
      .map(({ labels }) => /alertname="(\w+)"/.exec(labels)?.[1]);

    expect(fired.sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });

  (canTestRules ? it : it.skip)('fire when they should and only then (needs promtool)', () => {
    writeFileSync(join(prod, 'alerts.rules.yaml'), stringify({ groups }));

    const { status, stdout, stderr } = tool([
      'promtool',
      'test',
      'rules',
      join(prod, 'alerts.test.yaml'),
    ]);

    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

describe('dashboards', () => {
  interface Board {
    readonly uid: string;
    readonly panels: readonly {
      readonly id: number;
      readonly gridPos: { readonly x: number; readonly w: number };
      readonly targets?: readonly { readonly expr: string }[];
    }[];
  }
  const boards = globSync(join(prod, 'dashboards/*.json')).map(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as Board,
  );
  const queries = boards
    .flatMap(({ panels }) => panels.flatMap(({ targets = [] }) => targets))
    .map(({ expr }) => expr.replaceAll('$service', '.+'));

  it('have panels of their own, side by side', () => {
    expect(boards.map(({ uid }) => uid).sort()).toEqual(['sextant-overview', 'sextant-services']);
    for (const { panels } of boards) {
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
      expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
    }
  });

  (canTestRules ? it : it.skip)('ask what Prometheus understands (needs promtool)', () => {
    const file = join(place, 'queries.yaml');
    const asked = queries.map((expr, index) => ({ record: `query:${index}`, expr }));
    writeFileSync(file, stringify({ groups: [{ name: 'queries', rules: asked }] }));

    const { status, stdout, stderr } = tool(['promtool', 'check', 'rules', file]);

    expect(queries.length).toBeGreaterThan(25);
    expect([status, stdout + stderr]).toEqual([
      0,
      expect.stringContaining(`${queries.length} rules found`),
    ]);
  });
});
