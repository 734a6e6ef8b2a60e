import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import type { RequestHandler } from 'express';
import { isInteractionPath } from '../../http/routes.js';
import { isEngineRoute, ROUTES } from '../../http/routes.js';

/** The fields of the sign-in page's form; a repeated field is none. */
export interface Form {
  readonly username?: string;
  readonly password?: string;
  readonly consent?: string;
  readonly account?: string;
  /** Another provider to sign in at. */
  readonly upstream?: string;
  /** Of the second step. */
  readonly ticket?: string;
  readonly code?: string;
  /** This browser need not show it again for a while. */
  readonly trust?: string;
  /** Whether the browser can make passkeys, as its script says; of an offered one `never`, `later` or nothing. */
  readonly offer?: string;
  /** What a passkey has answered, as JSON. */
  readonly passkey?: string;
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
 * engine sees the request. It takes the form from `request.body`, as its documentation says it does
 * behind another parser, and says so once in the log. Repeated fields become lists, which it refuses.
 */
export const readForms: RequestHandler = (request, _response, next) => {
  const takes = request.method === 'POST' && takesForms(request.path);
  if (!takes || request.is('application/x-www-form-urlencoded') === false) {
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

/** By events: an iterator over the request costs as much as all the rest of reading it. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > MAX_BYTES) return Promise.reject(HTTP_PROBLEMS.tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) reject(HTTP_PROBLEMS.tooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

export type FormFields = Record<string, string | string[] | undefined>;

/**
 * With the engine's own parser: what is limited by a field here is what the engine reads there.
 *
 * @throws {Problem} for what is not UTF-8 or holds NUL, which no parameter of the protocol does
 */
function parse(body: Buffer): FormFields {
  if (!isUtf8(body)) throw HTTP_PROBLEMS.invalidEncoding();
  const text = body.toString('utf8');
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) throw HTTP_PROBLEMS.tooLarge();
  if (text.includes('%00') || text.includes('\0')) throw HTTP_PROBLEMS.badRequest({ message: NUL });
  return parseQuery(text);
}

/** Changes fields of the request's form, where it has one. */
export function changeForm(request: { readonly body?: unknown }, fields: FormFields): void {
  const { body } = request;
  if (typeof body !== 'object' || body === null) return;
  Object.assign(body, fields);
}

export const NUL = 'A parameter holds the character NUL.';
