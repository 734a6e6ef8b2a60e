import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export const TOKEN = 'a-token-of-the-pinning-service';

interface Pin {
  readonly cid: string;
  readonly requestid: string;
  status: string;
}

/**
 * A service of the IPFS Pinning Service API 1.0.0, which refuses what its document does not have
 * (https://ipfs.github.io/pinning-services-api-spec/), and a trustless gateway beside it.
 */
export class PinningStub {
  readonly pins: Pin[] = [];
  /** `POST`s, new ones and replacements. */
  readonly posted: string[] = [];
  readonly replaced: string[] = [];
  /** Requests that the document does not allow. */
  readonly violations: string[] = [];
  /** What new pins are. */
  status = 'pinned';
  /** Answers all requests instead. */
  answer: ((response: ServerResponse) => void) | undefined;
  /** Called when a pin is noted, before it is answered. */
  onPosted: (() => void) | undefined;
  /** What the gateway makes of a block. */
  spoil: (bytes: Buffer) => Buffer = (bytes) => bytes;
  /** Where the content is. */
  contentUrl = '';
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => {
      this.violations.push(String(error));
      response.writeHead(500).end();
    });
  });

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stub');
    if (pathname.startsWith('/ipfs/')) {
      await this.#gateway(pathname, searchParams, response);
      return;
    }
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      response.writeHead(401).end('{"error":{"reason":"UNAUTHORIZED"}}');
      return;
    }
    const body = request.method === 'POST' ? await json(request) : undefined;
    if (this.answer !== undefined) {
      this.answer(response);
      return;
    }
    const [, , id] = /^\/v1\/pins(\/([^/]+))?$/.exec(pathname) ?? [];
    if (!pathname.startsWith('/v1/pins')) this.violations.push(pathname);
    if (body !== undefined) this.#post(id, body, response);
    else if (id === undefined) this.#list(searchParams, response);
    else this.#one(id, response);
  }

  async #gateway(pathname: string, query: URLSearchParams, response: ServerResponse) {
    if (query.get('format') !== 'raw') this.violations.push(`gateway ${query.toString()}`);
    const answer = await fetch(`${this.contentUrl}${pathname}?format=raw`);
    response.writeHead(answer.status).end(this.spoil(Buffer.from(await answer.arrayBuffer())));
  }

  #post(replaced: string | undefined, body: unknown, response: ServerResponse): void {
    const { cid } = body as Record<string, unknown>;
    if (!isPin(body)) this.violations.push(JSON.stringify(body));
    if (replaced !== undefined) {
      this.replaced.push(replaced);
      this.pins.splice(
        this.pins.findIndex(({ requestid }) => requestid === replaced),
        1,
      );
    }
    this.posted.push(String(cid));
    const pin = { cid: String(cid), requestid: `pin-${this.posted.length}`, status: this.status };
    this.pins.push(pin);
    this.onPosted?.();
    response.writeHead(202, { 'content-type': 'application/json' }).end(textOf(pin));
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const statuses = query.get('status')?.split(',') ?? ['pinned'];
    const cids = query.get('cid')?.split(',') ?? [];
    const found = this.pins.filter(
      ({ cid, status }) => cids.includes(cid) && statuses.includes(status),
    );
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"count":${found.length},"results":[${found.slice(0, 1).map(textOf).join()}]}`);
  }

  #one(id: string, response: ServerResponse): void {
    const pin = this.pins.find(({ requestid }) => requestid === id);
    response.writeHead(pin === undefined ? 404 : 200).end(pin === undefined ? '{}' : textOf(pin));
  }
}

/** `PinStatus`. */
const textOf = ({ cid, requestid, status }: Pin): string =>
  JSON.stringify({
    ...{ requestid, status, created: '2026-01-01T00:00:00Z' },
    ...{ pin: { cid }, delegates: [] },
  });

/** `Pin`, with the members that the service sends. */
function isPin(body: unknown): boolean {
  const { cid, name, origins, meta, ...others } = body as Record<string, unknown>;
  const isMeta = Object.values(meta as object).every((value) => typeof value === 'string');
  const isOrigins =
    Array.isArray(origins) && origins.length <= 20 && new Set(origins).size === origins.length;
  const isName = typeof name === 'string' && name.length <= 255;
  return (
    typeof cid === 'string' && isName && isOrigins && isMeta && Object.keys(others).length === 0
  );
}
