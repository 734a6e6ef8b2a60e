import { describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const APPS = ['translate', 'auth-server', 'notifications', 'speech', 'ipt-graphql', 'relay'];

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

describe.each(APPS)('the manifest of %s', (app) => {
  it('gives only variables that the service reads', () => {
    const main = join(workspaceRoot(), 'apps', app, 'dist', 'main.js');
    const help = execFileSync(process.execPath, [main, '--help']).toString();

    const names = variablesOf(app).map(({ name }) => name);

    expect(names).toContain('PORT');
    // NODE_ENV is read by Node's packages and by the reader of the configuration itself.
    const read = (name: string) => name === 'NODE_ENV' || help.includes(`(${name})`);
    expect(names.filter((name) => !read(name))).toEqual([]);
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
  it('leaves 290 MiB for each pipeline and 250 MiB for Node', () => {
    const [container] = containersOf('translate');
    const pipelines = container?.env.find(({ name }) => name === 'APERTIUM_MAX_PIPELINES')?.value;
    const [, gibibytes] = /^(\d+)Gi$/.exec(container?.resources.limits.memory ?? '') ?? [];

    expect(Number(gibibytes) * 1024).toBeGreaterThanOrEqual(250 + Number(pipelines) * 290);
  });
});
