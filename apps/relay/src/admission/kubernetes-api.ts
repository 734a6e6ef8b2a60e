import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isObject, type JsonObject } from '../sources/payload.js';
import { linesOf } from '../sources/streams/lines.js';

export interface KubernetesAccess {
  readonly url: string;
  /** A token, or a file that is read anew for each request: clusters renew it. */
  readonly token: string | undefined;
  readonly ca: string | undefined;
}

/** The server's own answer, such as 410 when a resource version is too old. */
export class KubernetesError extends Error {
  override readonly name = 'KubernetesError';

  constructor(readonly status: number) {
    super(`the API server answered ${status}`);
  }
}

const HEADER_MS = 30_000;
const MAX_LIST_BYTES = 256 * 1024 * 1024;

/** As much of the Kubernetes API as watching needs ("Efficient detection of changes"). */
export class KubernetesApi {
  constructor(private readonly access: KubernetesAccess) {}

  /** One page of a list. @throws {KubernetesError} */
  async page(path: string, query: Readonly<Record<string, string>>): Promise<JsonObject> {
    const response = await this.#get(path, query, AbortSignal.timeout(HEADER_MS * 2));
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response) {
      size += (chunk as Buffer).length;
      if (size > MAX_LIST_BYTES) throw new Error('the list is too long');
      chunks.push(chunk as Buffer);
    }
    return objectIn(Buffer.concat(chunks).toString());
  }

  /** What changes, until the server ends it. @throws {KubernetesError} */
  async *watch(
    path: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): AsyncGenerator<JsonObject> {
    const response = await this.#get(path, { ...query, watch: '1' }, signal);
    for await (const line of linesOf(response)) yield objectIn(line);
  }

  async #get(
    path: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const { url, ca } = this.access;
    const address = new URL(`${url}${path}?${new URLSearchParams(query).toString()}`);
    const token = await this.#token();
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = address.protocol === 'https:' ? httpsRequest : httpRequest;
      const own = ca === undefined ? {} : { ca };
      const outgoing = send(address, { ...own, headers, signal }, resolve);
      outgoing.setTimeout(HEADER_MS, () => undefined);
      outgoing.on('error', reject).end();
    });
    if (response.statusCode === 200) return response;
    response.destroy();
    throw new KubernetesError(response.statusCode ?? 0);
  }

  async #token(): Promise<string | undefined> {
    const { token } = this.access;
    return token?.startsWith('/') === true ? (await readFile(token, 'utf8')).trim() : token;
  }
}

/** @throws {Error} for what is no object */
function objectIn(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (isObject(value)) return value;
  throw new Error('the API server sent no object');
}
