import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { Manifest } from '../kubernetes-schemas.js';

export interface KubeAnswer<Body = unknown> {
  readonly status: number;
  readonly body: Body;
}

interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

export interface ApiAddress {
  readonly port: number;
  readonly token: string;
  /** Its certificate, which it makes at its start. */
  readonly ca: () => string;
}

const APPLY = 'application/apply-patch+yaml';
const MERGE = 'application/merge-patch+json';
const MANAGER = 'sextant-tests';

/** The API server's REST interface, as far as tests use it ("Kubernetes API Concepts"). */
export class KubeApi {
  readonly #resources = new Map<string, Promise<readonly Resource[]>>();

  constructor(private readonly address: ApiAddress) {}

  /** @param body an object goes as JSON */
  async ask<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    type = 'application/json',
  ): Promise<KubeAnswer<Body>> {
    const { port, token, ca } = this.address;
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const options = { host: '127.0.0.1', port, path, method, headers, ca: ca(), agent: false };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asking = request(options, resolve).on('error', reject);
      asking.end(body === undefined ? undefined : JSON.stringify(body));
    });
    let text = '';
    for await (const piece of answer.setEncoding('utf8')) text += String(piece);
    const isJson = answer.headers['content-type']?.startsWith('application/json') === true;
    return { status: answer.statusCode ?? 0, body: (isJson ? JSON.parse(text) : text) as Body };
  }

  /** Server-side apply with strict validation, as `kubectl apply --server-side --validate=strict` does it. */
  async apply(
    manifest: Manifest,
    options: { readonly dryRun?: boolean } = {},
  ): Promise<KubeAnswer> {
    const query = new URLSearchParams({
      fieldManager: MANAGER,
      fieldValidation: 'Strict',
      force: 'true',
      ...(options.dryRun === true ? { dryRun: 'All' } : {}),
    });
    return this.ask('PATCH', `${await this.pathOf(manifest)}?${query.toString()}`, manifest, APPLY);
  }

  async create(
    manifest: Manifest,
    options: { readonly dryRun?: boolean } = {},
  ): Promise<KubeAnswer> {
    const path = (await this.pathOf(manifest)).replace(/\/[^/]*$/, '');
    const query = `fieldValidation=Strict${options.dryRun === true ? '&dryRun=All' : ''}`;
    return this.ask('POST', `${path}?${query}`, manifest);
  }

  /** @param part a sub-resource such as `/scale` */
  async patch(manifest: Manifest, change: object, part = ''): Promise<KubeAnswer> {
    return this.ask('PATCH', `${await this.pathOf(manifest)}${part}`, change, MERGE);
  }

  async delete(manifest: Manifest): Promise<KubeAnswer> {
    return this.ask('DELETE', await this.pathOf(manifest), { gracePeriodSeconds: 0 });
  }

  async get<Body>(manifest: Manifest): Promise<KubeAnswer<Body>> {
    return this.ask<Body>('GET', await this.pathOf(manifest));
  }

  /** Whether it knows the kind; those of operators it does not. */
  async knows({ apiVersion, kind }: Manifest): Promise<boolean> {
    return (await this.#resourcesOf(apiVersion)).some((resource) => resource.kind === kind);
  }

  /** One of its own metrics, summed over its labels; 0 if it has not counted yet. */
  async metric(name: string): Promise<number> {
    const { body } = await this.ask<string>('GET', '/metrics');
    const values = body.split('\n').filter((line) => /^\w+/.exec(line)?.[0] === name);
    return values.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  /** @throws {Error} for a kind that it does not know */
  async pathOf({ apiVersion, kind, metadata }: Manifest): Promise<string> {
    const resources = await this.#resourcesOf(apiVersion);
    const found = resources.find((one) => one.kind === kind && !one.name.includes('/'));
    if (found === undefined) throw new Error(`${apiVersion} has no ${kind}`);
    const place = found.namespaced ? `/namespaces/${metadata.namespace ?? 'default'}` : '';
    return `${groupPath(apiVersion)}${place}/${found.name}/${metadata.name}`;
  }

  #resourcesOf(apiVersion: string): Promise<readonly Resource[]> {
    const known = this.#resources.get(apiVersion);
    if (known !== undefined) return known;
    const asked = this.ask<{ resources?: Resource[] }>('GET', groupPath(apiVersion)).then(
      ({ body }) => body.resources ?? [],
    );
    this.#resources.set(apiVersion, asked);
    return asked;
  }
}

const groupPath = (apiVersion: string) =>
  apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
