import type { TLSSocket } from 'node:tls';
import { activeTraceparent } from '@sextant/platform-runtime/telemetry';
import express, { type Request, type RequestHandler } from 'express';
import type { Gate, Post } from './reception.js';
import { RELAY_ERRORS } from '../http/relay-errors.js';
import { isSameSecret } from '../http/same-secret.js';
import type { RequestHead } from '../sources/http-source.js';
import type { InputAccess } from './input-access.js';
import { BodyBudget } from '../http/body-budget.js';

/** Alertmanager drops what is answered with 413, so this is far above what it sends. */
export const MAX_INPUT_BYTES = 16 * 1024 * 1024;

/** Of bodies that are being read: as much as may wait for the disk (our choice). */
const MAX_READING_BYTES = 128 * 1024 * 1024;

const bodies = new WeakMap<Request, Buffer>();

/** A request whose body `inputBody` has read. */
export const postOf = (request: Request): Post => ({
  path: request.path,
  body: bodies.get(request) ?? Buffer.alloc(0),
  head: headOf(request),
  traceparent: traceparentOf(request),
});

/** Of the span of this request, where it has one: what is sent later refers to it. */
const traceparentOf = ({ headers }: Request): string | undefined => {
  const { traceparent } = headers;
  return activeTraceparent() ?? (typeof traceparent === 'string' ? traceparent : undefined);
};

/** What sources see of a request beside its body. */
const headOf = (request: Request): RequestHead => ({
  headerNames: Object.keys(request.headers),
  header: (name) => request.get(name),
  query: (name) => {
    const value = request.query[name];
    return typeof value === 'string' ? value : undefined;
  },
});

/**
 * Checks callers of the inputs and reads their bodies as bytes: parsing is the sources' business, and
 * the general parsers refuse bodies that are this large.
 */
export function inputBody(
  gateOf: (path: string) => Gate | undefined,
  access: () => InputAccess,
  budget = new BodyBudget(MAX_READING_BYTES, MAX_INPUT_BYTES),
): RequestHandler {
  const read = express.raw({ type: () => true, limit: MAX_INPUT_BYTES });
  return (request, response, next) => {
    const gate = gateOf(request.path);
    const headers = gate === undefined ? undefined : answerToAsking(request, gate);
    if (headers !== undefined) {
      response.set(headers).status(200).end();
      return;
    }
    if (gate === undefined || request.method !== 'POST') {
      next();
      return;
    }
    requireAdmission(request, gate, access);
    let isOver = false;
    const refuse = () => {
      isOver = true;
      next(tooMuch());
    };
    const end = budget.watch(request, refuse);
    read(request, response, (error: unknown) => {
      end();
      if (isOver) return;
      const body: unknown = request.body;
      if (Buffer.isBuffer(body)) bodies.set(request, body);
      request.body = undefined;
      next(error);
    });
  };
}

const tooMuch = () =>
  RELAY_ERRORS.overloaded({
    message: 'Too much is being sent at once. Send it again in a few seconds.',
    headers: { 'Retry-After': '5', Connection: 'close' },
  });

const answerToAsking = (request: Request, { handshake }: Gate) =>
  request.method === 'OPTIONS' ? handshake?.(headOf(request)) : undefined;

/** A sender with credentials of its own shows those, all others the general ones. */
function requireAdmission(request: Request, gate: Gate, access: () => InputAccess): void {
  const isAdmitted = gate.admits?.(headOf(request));
  if (isAdmitted === false) throw unauthorized();
  if (isAdmitted === undefined) requireAccess(request, access());
  const { takesType = isJson } = gate;
  if (!takesType(request.get('content-type') ?? '')) throw RELAY_ERRORS.unsupportedMediaType();
}

const JSON_TYPE = /^application\/([\w.+-]+\+)?json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

const isJson = (type: string): boolean => JSON_TYPE.test(type);

const unauthorized = () => RELAY_ERRORS.unauthorized({ headers: { 'WWW-Authenticate': 'Bearer' } });

function requireAccess(request: Request, access: InputAccess): void {
  const { bearerToken, basicPassword, clientCertificate } = access;
  const isOpen = bearerToken === undefined && basicPassword === undefined && !clientCertificate;
  const isKnown = (clientCertificate && hasCertificate(request)) || hasSecret(request, access);
  if (isOpen || isKnown || isOpenByTls(request, access)) return;
  throw unauthorized();
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
