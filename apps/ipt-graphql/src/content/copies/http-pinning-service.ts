import type { PinningService, RemotePin } from './copies.js';

const TIMEOUT_MS = 15_000;
/** Answers are small; what is larger is not read. */
const MAX_BYTES = 256 * 1024;
/** It is kept, which PostgreSQL does of no NUL, and becomes a part of a path. */
const REQUEST_ID = /^(?!\.{1,2}$)\P{C}{1,1000}$/u;
const STATUSES = ['queued', 'pinning', 'pinned', 'failed'] as const;

export interface PinningServiceOptions {
  readonly baseUrl: string;
  readonly token: string;
  /** Multiaddrs where the service can get the content: those of Kubo, or of this service's gateway. */
  readonly origins: readonly string[];
}

/** A service of the IPFS Pinning Service API, version 1 (https://ipfs.github.io/pinning-services-api-spec/). */
export class HttpPinningService implements PinningService {
  constructor(private readonly options: PinningServiceOptions) {}

  async find(cid: string): Promise<RemotePin | undefined> {
    const query = new URLSearchParams({ cid, status: 'queued,pinning,pinned', limit: '1' });
    const answer = await this.send('GET', `pins?${query.toString()}`);
    const { results } = (answer ?? {}) as { readonly results?: readonly unknown[] };
    if (!Array.isArray(results)) throw new Error('The pinning service listed no results.');
    const [first] = results as readonly unknown[];
    return first === undefined ? undefined : pinOf(first, cid);
  }

  async add(cid: string): Promise<RemotePin> {
    return pinOf(await this.send('POST', 'pins', this.pin(cid)), cid);
  }

  async replace(requestId: string, cid: string): Promise<RemotePin> {
    const path = `pins/${encodeURIComponent(requestId)}`;
    return pinOf(await this.send('POST', path, this.pin(cid)), cid);
  }

  async status(requestId: string, cid: string): Promise<RemotePin | undefined> {
    const answer = await this.send('GET', `pins/${encodeURIComponent(requestId)}`);
    return answer === undefined ? undefined : pinOf(answer, cid);
  }

  private pin(cid: string) {
    const { origins } = this.options;
    return { cid, name: `ipt ${cid}`, origins, meta: { app: 'sextant-ipt-graphql' } };
  }

  /** @returns `undefined` for 404 @throws for any other failure; the token is in no message */
  private async send(method: string, path: string, body?: object): Promise<unknown> {
    const { baseUrl, token } = this.options;
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/${path}`, {
      method,
      // A token goes to the address that was named, and to no other.
      redirect: 'error',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const bytes = await readAtMost(response, MAX_BYTES);
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`The pinning service answered ${response.status}.`);
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown;
  }
}

/** @throws for what is no `PinStatus`, or one of another file */
function pinOf(answer: unknown, cid: string): RemotePin {
  const { requestid, status, pin } = (answer ?? {}) as {
    readonly requestid?: unknown;
    readonly status?: unknown;
    readonly pin?: { readonly cid?: unknown };
  };
  const known = STATUSES.find((each) => each === status);
  if (typeof requestid !== 'string' || !REQUEST_ID.test(requestid) || known === undefined) {
    throw new Error('The pinning service answered with what is no status of a pin.');
  }
  if (pin?.cid !== cid) {
    throw new Error('The pinning service answered with the pin of another file.');
  }
  return { requestId: requestid, status: known };
}

/** @throws when there is more */
export async function readAtMost(response: Response, max: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > max) throw new Error(`More than ${max} bytes were answered.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
