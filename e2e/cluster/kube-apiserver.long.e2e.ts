import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'yaml';
import type { Manifest } from '../kubernetes-schemas.js';
import {
  canRender,
  Overlays,
  OVERLAYS,
  WITH_COMPONENTS,
  type Rendered,
} from '../rendered-overlays.js';
import { until } from '../replicas/until.js';
import { ControlPlane, hasControlPlane } from './control-plane.js';
import { objectsIn, SECRET_VALUE, WATCHED_NAMESPACE } from './watched-objects.js';
import { RelayOfManifest, type RelayedLine } from './relay-of-manifest.js';

jest.setTimeout(600_000);

const canRun = hasControlPlane && canRender;
/** Those whose kinds are the operators' alone are not among them. */
const RENDERED = [...OVERLAYS, ...WITH_COMPONENTS].filter((name) => !name.endsWith('databases'));
const WEBHOOK_FILE = 'base/relay-webhook.example.yaml';
const FAILED_OPEN = 'apiserver_admission_webhook_fail_open_count';
const REJECTED = 'apiserver_admission_webhook_rejection_count';

interface Webhooks extends Manifest {
  readonly webhooks: readonly {
    readonly rules: readonly { readonly resources: readonly string[] }[];
    readonly clientConfig: { caBundle: string };
  }[];
}

let overlays: Overlays;
let plane: ControlPlane;

beforeAll(async () => {
  if (!canRun) return;
  overlays = new Overlays();
  plane = await ControlPlane.start();
});
afterAll(async () => {
  if (!canRun) return;
  await plane.stop();
  overlays.remove();
});

const about = '(needs KUBE_APISERVER and ETCD, and kubectl, kustomize or Go)';

(canRun ? describe : describe.skip)(`a real API server ${about}`, () => {
  it.each(RENDERED)(
    'takes every object of %s that no operator defines, strictly, as a dry run',
    async (overlay) => {
      const all = overlays.render(overlay);
      await plane.api.apply(all.find(({ kind }) => kind === 'Namespace')!);
      const known: Rendered[] = [];
      for (const one of all) if (await plane.api.knows(one)) known.push(one);

      const refused: unknown[] = [];
      for (const one of known) {
        const { status, body } = await plane.api.apply(one, { dryRun: true });
        if (status >= 300) refused.push([one.kind, one.metadata.name, body]);
      }

      expect(refused).toEqual([]);
      expect(known.length).toBeGreaterThan(25);
      // Whatever else there is belongs to an operator whose kinds this server does not have.
      const foreign = all.filter((one) => !known.includes(one)).map(({ apiVersion }) => apiVersion);
      expect(
        foreign.filter((name) => !/^(monitoring\.coreos|external-secrets)\./.test(name)),
      ).toEqual([]);
    },
  );

  it.each(RENDERED)(
    'admits the pods of %s to a namespace that enforces the standard "restricted"',
    async (overlay) => {
      const all = overlays.render(overlay);
      for (const one of all.filter(({ kind }) => /^(Namespace|ServiceAccount)$/.test(kind))) {
        await plane.api.apply(one);
      }
      // What a cluster's controller makes in every namespace.
      await plane.api.apply(account('default', 'sextant'));

      const refused: unknown[] = [];
      const pods = all.flatMap(({ metadata, spec }) =>
        spec?.template === undefined ? [] : [podOf(metadata.name, spec.template)],
      );
      for (const pod of pods) {
        const { status, body } = await plane.api.create(pod, { dryRun: true });
        if (status !== 201) refused.push([pod.metadata.name, body]);
      }

      expect(refused).toEqual([]);
      expect(pods.length).toBeGreaterThanOrEqual(6);
    },
  );
});

const account = (name: string, namespace: string): Manifest => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, namespace },
});

const podOf = (name: string, template: { readonly metadata?: object; readonly spec: object }) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { ...template.metadata, name: `${name}-0`, namespace: 'sextant' },
  // Volumes of a StatefulSet's claims are its controller's to add.
  spec: withClaims(template.spec as PodVolumes),
});

interface PodVolumes {
  readonly volumes?: readonly { readonly name: string }[];
  readonly containers: readonly { readonly volumeMounts?: readonly { readonly name: string }[] }[];
}

function withClaims(spec: PodVolumes): PodVolumes {
  const volumes = spec.volumes ?? [];
  const mounted = spec.containers.flatMap(({ volumeMounts = [] }) => volumeMounts);
  const missing = mounted.filter(({ name }) => !volumes.some((volume) => volume.name === name));
  const claims = missing.map(({ name }) => ({
    name,
    persistentVolumeClaim: { claimName: name },
  }));
  return { ...spec, volumes: [...volumes, ...claims] };
}

(canRun ? describe : describe.skip)(`relay as the webhook of a real API server ${about}`, () => {
  let relay: RelayOfManifest;

  beforeAll(async () => {
    for (const one of overlays.render('overlays/dev')) {
      const { status, body } = await plane.api.apply(one);
      if (status >= 300) throw new Error(JSON.stringify(body));
    }
    await plane.api.apply({
      ...{ apiVersion: 'v1', kind: 'Namespace' },
      metadata: { name: WATCHED_NAMESPACE },
    });
    await plane.api.apply(account('default', WATCHED_NAMESPACE));
    relay = await RelayOfManifest.of(plane.api);
    await relay.start();
    const made = await plane.api.apply(webhook());
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    await isWatched('first');
  });
  afterAll(() => relay.remove());

  /** The example of the manifests, with the certificate that `secrets.mjs` has made, as on kind. */
  function webhook(): Webhooks {
    const example = parse(readFileSync(join(overlays.k8s, WEBHOOK_FILE), 'utf8')) as Webhooks;
    const certificate = readFileSync(join(overlays.k8s, 'overlays/dev/secrets/relay.crt'));
    for (const { clientConfig } of example.webhooks) {
      clientConfig.caBundle = certificate.toString('base64');
    }
    return example;
  }

  const configMap = (name: string, namespace = WATCHED_NAMESPACE) => ({
    ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace } },
    data: { colour: 'red' },
  });
  const linesOf = (name: string): readonly RelayedLine[] =>
    relay.lines.filter(({ data }) => String(data['location']).endsWith(name));
  const seen = (name: string, operation: string) =>
    until(`${operation} of ${name}`, () =>
      linesOf(name).some(({ data }) => data['operation'] === operation),
    );

  /** The API server hears of a webhook, and of its end, a little later. */
  async function isWatched(name: string): Promise<void> {
    for (let count = 0; linesOf(`${name}-`).length === 0; count += 1) {
      await plane.api.create(configMap(`${name}-${count}`));
      await new Promise((resolve) => setTimeout(resolve, 250));
      if (relay.lines.some(({ text }) => text.includes(`.${name}-`))) return;
      if (count > 200) throw new Error(`nothing is relayed:\n${relay.output.slice(-2000)}`);
    }
  }

  it('tells of all that its rules name, when it is made, changed and deleted, without secrets', async () => {
    const objects = objectsIn(WATCHED_NAMESPACE);
    const rules = webhook().webhooks.flatMap((one) => one.rules);
    const names = rules.flatMap(({ resources }) => resources).filter((name) => !name.includes('/'));
    expect(objects.map(({ resource }) => resource).sort()).toEqual([...names].sort());

    for (const { manifest } of objects) {
      const { status, body } = await plane.api.create(manifest);
      expect([manifest.kind, status, status === 201 ? undefined : body]).toEqual([
        ...[manifest.kind, 201, undefined],
      ]);
      await seen(manifest.metadata.name, 'Create');
      const changed = { metadata: { labels: { changed: 'yes' } } };
      expect((await plane.api.patch(manifest, changed)).status).toBe(200);
      await seen(manifest.metadata.name, 'Update');
      expect((await plane.api.delete(manifest)).status).toBeLessThan(300);
      await seen(manifest.metadata.name, 'Delete');
    }

    const [update] = linesOf('watched-deployment').filter(
      ({ data }) => data['operation'] === 'Update',
    );
    expect(update?.data).toMatchObject({
      kind: 'Deployment',
      namespace: WATCHED_NAMESPACE,
      user: { id: 'admin', name: 'admin' },
    });
    expect(update?.data['patch']).toContainEqual({
      ...{ op: 'add', path: '/metadata/labels', value: { changed: 'yes' } },
    });
    expect(relay.output).not.toContain(SECRET_VALUE);
    expect(relay.output).not.toContain(Buffer.from(SECRET_VALUE).toString('base64'));
  });

  it.each(['Deployment', 'ReplicaSet', 'StatefulSet'])(
    'tells when a %s is scaled',
    async (kind) => {
      const [found] = objectsIn(WATCHED_NAMESPACE, 'scaled').filter(
        ({ manifest }) => manifest.kind === kind,
      );
      const { manifest } = found!;
      await plane.api.create(manifest);

      const scaled = await plane.api.patch(manifest, { spec: { replicas: 7 } }, '/scale');

      expect(scaled.status).toBe(200);
      await seen(manifest.metadata.name, 'Update');
      const [line] = linesOf(manifest.metadata.name).filter(
        ({ data }) => data['operation'] === 'Update',
      );
      expect(line?.data).toMatchObject({ kind, subResource: 'scale' });
      expect(line?.data['patch']).toContainEqual({
        op: 'replace',
        path: '/spec/replicas',
        value: 7,
      });
    },
  );

  it('tells of nothing that is a dry run, and of nothing in its own namespace', async () => {
    const before = await relay.droppedFor('dry_run');

    const dry = await plane.api.create(configMap('dry'), { dryRun: true });
    const own = await plane.api.create(configMap('own', 'sextant'));
    await plane.api.create(configMap('wet'));

    await seen('wet', 'Create');
    expect([dry.status, own.status]).toEqual([201, 201]);
    expect(relay.output).not.toMatch(/"[^"]*\.(dry|own)"/);
    // It was asked about the dry run, and said so by its answer alone.
    expect(await relay.droppedFor('dry_run')).toBe(before + 1);
  });

  it('keeps what was answered though it is killed at once', async () => {
    const { status } = await plane.api.create(configMap('kept'));
    await relay.end('SIGKILL');
    await relay.start();

    expect(status).toBe(201);
    await seen('kept', 'Create');
  });

  it('holds nobody up while it is away, and is asked again when it is back', async () => {
    await relay.end('SIGKILL');
    const before = await plane.api.metric(FAILED_OPEN);

    const away = await plane.api.create(configMap('away'));
    const after = await plane.api.metric(FAILED_OPEN);
    await relay.start();
    await isWatched('back');

    expect(away.status).toBe(201);
    expect(after).toBe(before + 1);
    expect(relay.output).not.toContain('.away"');
  });

  it('is waited for when it is slow, and no longer than its time-out', async () => {
    const before = await plane.api.metric(FAILED_OPEN);

    relay.signal('SIGSTOP');
    const creating = plane.api.create(configMap('slow'));
    await new Promise((resolve) => setTimeout(resolve, 500));
    relay.signal('SIGCONT');
    const slow = await creating;
    await seen('slow', 'Create');
    const between = await plane.api.metric(FAILED_OPEN);
    relay.signal('SIGSTOP');
    const hung = await plane.api.create(configMap('hung'));
    const after = await plane.api.metric(FAILED_OPEN);
    relay.signal('SIGCONT');

    expect([slow.status, hung.status]).toEqual([201, 201]);
    expect([between - before, after - between]).toEqual([0, 1]);
  });

  it('has refused nothing in all that time', async () => {
    expect(await plane.api.metric(REJECTED)).toBe(0);
  });
});
