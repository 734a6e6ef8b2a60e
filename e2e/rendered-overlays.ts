import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { workspaceRoot } from '@sextant/platform-testing';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './kubernetes-schemas.js';
import type { PodSpec } from './pod-security.js';

export const OVERLAYS = [
  'base',
  'overlays/dev',
  'overlays/prod',
  'overlays/prod/databases',
  'overlays/relay-watch',
];

/** What an overlay may take in, and for the tests one that does. */
export const COMPONENTS = ['components/migrations'];
export const WITH_COMPONENTS = ['overlays/dev', 'overlays/prod'].map((name) => `${name}-migrating`);

export interface Rendered extends Manifest {
  readonly spec?: {
    readonly replicas?: number;
    readonly scaleTargetRef?: { readonly kind: string; readonly name: string };
    readonly target?: { readonly name: string };
    readonly template?: { readonly metadata?: object; readonly spec: PodSpec };
  };
}

const UNAVAILABLE = 69;

/** Runs one of `scripts/kubernetes/cluster-tool.mjs`. */
export const tool = (args: readonly string[]) =>
  spawnSync('node', [join(workspaceRoot(), 'scripts/kubernetes/cluster-tool.mjs'), ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });

export const isThere = (args: readonly string[]): boolean => tool(args).status !== UNAVAILABLE;

export const canRender = isThere(['kustomize', join(workspaceRoot(), 'k8s/base')]);

/** A copy of all manifests, since the overlay dev wants secrets beside it. */
export class Overlays {
  readonly place = mkdtempSync(join(tmpdir(), 'sextant-overlays-'));
  readonly k8s = join(this.place, 'k8s');
  /** What kustomize made of each. */
  readonly #rendered = new Map<string, string>();

  constructor() {
    cpSync(join(workspaceRoot(), 'k8s'), this.k8s, { recursive: true });
    const makeSecrets = join(workspaceRoot(), 'k8s/overlays/dev/secrets.mjs');
    execFileSync('node', [makeSecrets, join(this.k8s, 'overlays/dev/secrets')]);
    for (const name of WITH_COMPONENTS) {
      const lines = [
        ...['apiVersion: kustomize.config.k8s.io/v1beta1', 'kind: Kustomization'],
        `resources: [../${basename(name).replace('-migrating', '')}]`,
        `components: [${COMPONENTS.map((component) => `../../${component}`).join(', ')}]`,
      ];
      mkdirSync(join(this.k8s, name));
      writeFileSync(join(this.k8s, name, 'kustomization.yaml'), lines.join('\n'));
    }
  }

  /** @throws what kustomize says, when it cannot render */
  render(overlay: string): Rendered[] {
    const text = this.#rendered.get(overlay) ?? this.build(overlay);
    this.#rendered.set(overlay, text);
    return parseAllDocuments(text).map((document) => document.toJS() as Rendered);
  }

  private build(overlay: string): string {
    const { status, stdout, stderr } = tool(['kustomize', join(this.k8s, overlay)]);
    if (status !== 0) throw new Error(stderr);
    return stdout;
  }

  remove(): void {
    rmSync(this.place, { recursive: true });
  }
}
