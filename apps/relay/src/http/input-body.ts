import { timingSafeEqual, createHash } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import express, { type Request, type RequestHandler } from 'express';
import { RELAY_ERRORS } from '../domain/relay-errors.js';

/** Alertmanager drops what is answered with 413, so this is far above what it sends. */
export const MAX_INPUT_BYTES = 16 * 1024 * 1024;

/** Who may post events; nothing set: everybody who can reach the port. */
export interface InputAccess {
  readonly bearerToken?: string | undefined;
  readonly basicUser?: string | undefined;
  readonly basicPassword?: string | undefined;
  /** A certificate that the TLS handshake has verified counts. */
  readonly clientCertificate: boolean;
  /** Of these paths whoever comes by TLS is let in. */
  readonly openByTls: readonly string[];
}

const bodies = new WeakMap<Request, Buffer>();

/** The bytes that `inputBody` has read. */
export const bodyOf = (request: Request): Buffer => bodies.get(request) ?? Buffer.alloc(0);

/** Compares without telling by its time how much of a secret was right. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/**
 * Checks callers of the inputs and reads their bodies as bytes: parsing is the sources' business, and
 * the general parsers refuse bodies that are this large.
 */
export function inputBody(
  takes: (path: string) => boolean,
  access: () => InputAccess,
): RequestHandler {
  const read = express.raw({ type: () => true, limit: MAX_INPUT_BYTES });
  return (request, response, next) => {
    if (request.method !== 'POST' || !takes(request.path)) {
      next();
      return;
    }
    requireAccess(request, access());
    if (!isJson(request.headers['content-type'])) throw RELAY_ERRORS.unsupportedMediaType();
    read(request, response, (error: unknown) => {
      const body: unknown = request.body;
      if (Buffer.isBuffer(body)) bodies.set(request, body);
      request.body = undefined;
      next(error);
    });
  };
}

const JSON_TYPE = /^application\/([\w.+-]+\+)?json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

const isJson = (type: string | undefined): boolean => JSON_TYPE.test(type ?? '');

function requireAccess(request: Request, access: InputAccess): void {
  const { bearerToken, basicPassword, clientCertificate } = access;
  const isOpen = bearerToken === undefined && basicPassword === undefined && !clientCertificate;
  const isKnown = (clientCertificate && hasCertificate(request)) || hasSecret(request, access);
  if (isOpen || isKnown || isOpenByTls(request, access)) return;
  throw RELAY_ERRORS.unauthorized({ headers: { 'WWW-Authenticate': 'Bearer' } });
}

const hasCertificate = ({ socket }: Request): boolean =>
  (socket as Partial<TLSSocket>).authorized === true;

const isOpenByTls = ({ socket, path }: Request, { openByTls }: InputAccess): boolean =>
  (socket as Partial<TLSSocket>).encrypted === true && openByTls.includes(path);

function hasSecret(request: Request, access: InputAccess): boolean {
  const [scheme = '', credentials = ''] = (request.headers.authorization ?? '').split(' ');
  const { bearerToken, basicUser = '', basicPassword } = access;
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return bearerToken !== undefined && isSameSecret(credentials, bearerToken);
    case 'basic':
      return (
        basicPassword !== undefined &&
        isSameSecret(Buffer.from(credentials, 'base64').toString(), `${basicUser}:${basicPassword}`)
      );
    default:
      return false;
  }
}
