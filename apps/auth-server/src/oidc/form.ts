import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { stringify, type ParsedUrlQueryInput } from 'node:querystring';
import { HTTP_PROBLEMS } from '@sextant/platform-errors';
import type { RequestHandler } from 'express';
import { isInteractionPath } from './interactions.js';
import { isEngineRoute, ROUTES } from './routes.js';

/** The fields of the sign-in page's form; a repeated field is none. */
export interface Form {
  readonly username?: string;
  readonly password?: string;
  readonly consent?: string;
  readonly account?: string;
}

/** The engine's own limit; nothing that the protocol sends is larger. */
const MAX_BYTES = 56 * 1024;
const MAX_FIELDS = 200;

const takesForms = (path: string): boolean =>
  isEngineRoute(path) ||
  isInteractionPath(path) ||
  [ROUTES.tokenAlias, ROUTES.directLogin, ROUTES.directRefresh].some((own) => own === path);

/**
 * Reads form bodies of the protocol's endpoints: the rate limit needs the client's id before the
 * engine sees the request. Repeated fields become lists, which the engine refuses.
 */
export const readForms: RequestHandler = (request, _response, next) => {
  const isForm = request.is('application/x-www-form-urlencoded') !== false;
  if (request.method !== 'POST' || !isForm || !takesForms(request.path)) {
    next();
    return;
  }
  readBody(request)
    .then((body) => {
      request.body = parse(body);
      next();
    })
    .catch(next);
};

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > MAX_BYTES) throw HTTP_PROBLEMS.tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw HTTP_PROBLEMS.tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws {Problem} for what is not UTF-8 or holds NUL, which no parameter of the protocol does */
function parse(body: Buffer): Record<string, string | string[]> {
  if (!isUtf8(body)) throw HTTP_PROBLEMS.invalidEncoding();
  const fields = new URLSearchParams(body.toString('utf8'));
  if (fields.size > MAX_FIELDS) throw HTTP_PROBLEMS.tooLarge();
  const form: Record<string, string | string[]> = Object.create(null) as Record<string, string>;
  for (const [name, value] of fields) {
    if (`${name}${value}`.includes('\0')) throw HTTP_PROBLEMS.badRequest({ message: NUL });
    const known = form[name];
    form[name] = known === undefined ? value : [known, value].flat();
  }
  return form;
}

export const NUL = 'A parameter holds the character NUL.';

/**
 * Lets the engine read a form that was read before: as if it came from the network, with what the
 * mount has changed in it.
 */
export function replayForm(request: IncomingMessage & { body?: unknown }): void {
  const { body } = request;
  if (request.method !== 'POST' || typeof body !== 'object' || body === null) return;
  const bytes = Buffer.from(stringify(body as ParsedUrlQueryInput));
  request.headers['content-length'] = String(bytes.length);
  Object.defineProperty(request, 'readable', { value: true, configurable: true });
  Object.assign(request, { iterator: () => [bytes][Symbol.iterator]() });
}
