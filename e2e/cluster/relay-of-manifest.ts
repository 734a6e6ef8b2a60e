import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtMain } from '@sextant/platform-testing';
import { freePorts } from '@sextant/platform-testing/free-ports';
import type { Manifest } from '../kubernetes-schemas.js';
import type { KubeApi } from './kube-api.js';

interface Reference {
  readonly name: string;
  readonly key: string;
  readonly optional?: boolean;
}
interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef?: Reference;
    readonly configMapKeyRef?: Reference;
  };
}
interface StatefulSet {
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: readonly { env: Variable[] }[] } };
  };
}
type Texts = Readonly<Record<string, string>>;

const NAMESPACE = 'sextant';
const START_MS = 60_000;

const named = (apiVersion: string, kind: string, name: string): Manifest => ({
  apiVersion,
  kind,
  metadata: { name, namespace: NAMESPACE },
});

/** A line of the sink of the overlay dev: time, type and data of an event. */
export interface RelayedLine {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/**
 * The built relay as a kubelet would start it from what the API server has: its variables, Secrets and ConfigMap, at the
 * address of its Service.
 */
export class RelayOfManifest {
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(
    private readonly env: Texts,
    private readonly folder: string,
  ) {}

  static async of(api: KubeApi): Promise<RelayOfManifest> {
    const folder = mkdtempSync(join(tmpdir(), 'sextant-relay-'));
    const file = (name: string, text = '') => {
      writeFileSync(join(folder, name), text, { mode: 0o600 });
      return join(folder, name);
    };
    const tls = await textsOf(api, 'Secret', 'relay-tls');
    const config = await textsOf(api, 'ConfigMap', 'relay');
    const { body: service } = await api.get<{ spec: { clusterIP: string } }>(
      named('v1', 'Service', 'relay'),
    );
    const { clusterIP } = service.spec;
    const [port = 0] = await freePorts(1);
    const env = {
      ...(await variablesOf(api)),
      HOST: '127.0.0.1',
      PORT: String(port),
      EVENTS_SPOOL_DIR: join(folder, 'spool'),
      EVENTS_CONFIG: file('relay.yaml', config['relay.yaml']),
      EVENTS_HTTPS_CERT: file('tls.crt', tls['tls.crt']),
      EVENTS_HTTPS_KEY: file('tls.key', tls['tls.key']),
    };
    const { EVENTS_HTTPS_LISTEN: https = '', EVENTS_HTTP_K8S_LISTEN: reviews = '' } = env as Texts;
    const listeners = {
      EVENTS_HTTPS_LISTEN: `${clusterIP}${https}`,
      EVENTS_HTTP_K8S_LISTEN: `${clusterIP}${reviews}`,
    };
    return new RelayOfManifest({ ...env, ...listeners }, folder);
  }

  async start(): Promise<void> {
    const main = builtMain('relay');
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, [main], {
      env: { PATH, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece: Buffer) => (this.#output += piece.toString()));
    }
    const url = `http://127.0.0.1:${this.env['PORT'] ?? ''}/health/ready`;
    for (const endMs = performance.now() + START_MS; performance.now() < endMs;) {
      const answer = await fetch(url).catch(() => undefined);
      if (answer?.ok === true) return;
      if (child.exitCode !== null) break;
      await sleep(50);
    }
    throw new Error(`relay does not start:\n${this.#output.slice(-2000)}`);
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGCONT');
    child.kill(signal);
    await once(child, 'exit');
  }

  /** What left it, as the sink of the overlay dev writes it. */
  get lines(): readonly RelayedLine[] {
    return this.#output.split('\n').flatMap((text) => {
      const [, type, data] = /^\S+ (K8sEvent) (\{.*\})$/.exec(text) ?? [];
      if (type === undefined || data === undefined) return [];
      return [{ type, data: JSON.parse(data) as RelayedLine['data'], text }];
    });
  }

  /** How many reviews it has acknowledged and not relayed. */
  async droppedFor(reason: string): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${this.env['PORT'] ?? ''}/metrics`);
    const counted = new RegExp(
      `^relay_events_dropped_total\\{[^}]*reason="${reason}"[^}]*\\} (\\d+)$`,
      'm',
    );
    return Number(counted.exec(await answer.text())?.[1] ?? 0);
  }

  get output(): string {
    return this.#output;
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What its StatefulSet names, with what the references say. */
async function variablesOf(api: KubeApi): Promise<Texts> {
  const { body } = await api.get<StatefulSet>(named('apps/v1', 'StatefulSet', 'relay'));
  const variables = body.spec.template.spec.containers.flatMap(({ env }) => env);
  const pairs: [string, string][] = [];
  for (const { name, value, valueFrom = {} } of variables) {
    const text = value ?? (await referred(api, valueFrom));
    if (text !== undefined) pairs.push([name, text]);
  }
  return Object.fromEntries(pairs);
}

async function referred(
  api: KubeApi,
  { secretKeyRef: secret, configMapKeyRef: map }: NonNullable<Variable['valueFrom']>,
): Promise<string | undefined> {
  const reference = secret ?? map;
  if (reference === undefined) return undefined;
  const kind = secret === undefined ? 'ConfigMap' : 'Secret';
  const text = (await textsOf(api, kind, reference.name))[reference.key];
  if (text === undefined && reference.optional !== true) {
    throw new Error(`${kind} ${reference.name} has no ${reference.key}`);
  }
  return text;
}

async function textsOf(api: KubeApi, kind: 'Secret' | 'ConfigMap', name: string): Promise<Texts> {
  const { body } = await api.get<{ data?: Texts }>(named('v1', kind, name));
  const pairs = Object.entries(body.data ?? {});
  if (kind === 'ConfigMap') return Object.fromEntries(pairs);
  return Object.fromEntries(
    pairs.map(([key, text]) => [key, Buffer.from(text, 'base64').toString()]),
  );
}
