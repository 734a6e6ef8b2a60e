import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { HTTP_PROBLEMS } from '../errors/index.js';
import express, { type RequestHandler } from 'express';
import { exceededJsonLimit } from './json-limits.js';

export interface BodyLimits {
  /** Largest JSON or form body, in bytes; larger ones are answered with 413. */
  readonly maxBytes: number;
  /** Paths with a limit of their own; the first that matches counts. */
  readonly byPath?: readonly PathLimit[];
}

export interface PathLimit {
  readonly path: RegExp;
  readonly maxBytes: number;
}

const PERCENT = 0x25;

/** Deeper JSON is an attack on whoever parses it, or walks it recursively as validators do (our choice). */
const MAX_DEPTH = 200;
/** Of bodies of many megabytes, which hold long texts: the smallest values take gigabytes (our choice). */
const JSON_LIMITS = {
  ...{ depth: MAX_DEPTH, values: 1_000_000, members: 500_000 },
  membersOfOne: 100_000,
} as const;

/**
 * Parsers of JSON and form bodies that accept UTF-8 only, and strictly: a byte sequence that is
 * not UTF-8 is refused, where the parsers alone would replace it silently.
 */
export function bodyParsers({ maxBytes, byPath = [] }: BodyLimits): RequestHandler[] {
  const limited = byPath.map(({ path, maxBytes: most }) => ({ path, parsers: parsers(most) }));
  const ordinary = parsers(maxBytes);
  const forPath = (path: string) => limited.find((limit) => limit.path.test(path))?.parsers;
  return Array.from(
    ordinary.keys(),
    (index): RequestHandler =>
      (request, response, next) =>
        (forPath(request.path) ?? ordinary)[index]?.(request, response, next),
  );
}

function parsers(maxBytes: number): readonly RequestHandler[] {
  return [
    express.json({
      limit: maxBytes,
      verify: (_request: IncomingMessage, _response: unknown, body: Buffer, encoding: string) => {
        requireUtf8(body, encoding);
        const exceeded = exceededJsonLimit(body, JSON_LIMITS);
        if (exceeded === 'depth') throw HTTP_PROBLEMS.malformedBody({ message: TOO_DEEP });
        if (exceeded !== undefined) throw HTTP_PROBLEMS.tooLarge({ message: TOO_MUCH[exceeded] });
      },
    }),
    formParser(maxBytes),
  ];
}

const TOO_MUCH = {
  values: `The body has more than ${JSON_LIMITS.values} values.`,
  members: `The body has more than ${JSON_LIMITS.members} members.`,
  membersOfOne: `An object of the body has more than ${JSON_LIMITS.membersOfOne} members.`,
} as const;

const FORM = 'application/x-www-form-urlencoded';
/** Of a form. The most texts that a request to translate has room for (our choice). */
const MAX_PARAMETERS = 65_536;

/** Not `express.urlencoded`: qs copies a repeated parameter's list for each value, which took a minute for 230 bytes of gzip. */
function formParser(maxBytes: number): RequestHandler {
  const read = express.text({
    type: FORM,
    limit: maxBytes,
    verify: (_request: IncomingMessage, _response: unknown, body: Buffer, encoding: string) => {
      requireUtf8(percentDecoded(body), encoding);
      if (parametersIn(body) > MAX_PARAMETERS) throw HTTP_PROBLEMS.tooLarge({ message: TOO_MANY });
    },
  });
  return (request, response, next) => {
    read(request, response, (error?: unknown) => {
      const body: unknown = request.body;
      if (typeof body === 'string' && request.is(FORM)) request.body = formOf(body);
      next(error);
    });
  };
}

const TOO_MANY = `The form has more than ${MAX_PARAMETERS} parameters.`;

const AMPERSAND = 0x26;

function parametersIn(body: Buffer): number {
  let count = 1;
  for (const byte of body) if (byte === AMPERSAND) count += 1;
  return count;
}

/** O(n). Repeated parameters become lists; what has no name is none. */
function formOf(text: string): Readonly<Record<string, unknown>> {
  const parameters = Object.entries(parseQuery(text, '&', '=', { maxKeys: 0 }));
  return Object.fromEntries(parameters.filter(([name]) => name !== ''));
}

const TOO_DEEP = `The body is nested more than ${MAX_DEPTH} levels deep. Send it flatter.`;

function requireUtf8(body: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw HTTP_PROBLEMS.unsupportedMediaType();
  if (!isUtf8(body)) throw HTTP_PROBLEMS.invalidEncoding();
}

/** Separators are ASCII, so the decoded whole is UTF-8 exactly when every name and value is. */
function percentDecoded(body: Buffer): Buffer {
  if (!body.includes(PERCENT)) return body;
  const decoded = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index] ?? 0;
    const escaped =
      byte === PERCENT ? hexValue(body[index + 1]) * 16 + hexValue(body[index + 2]) : NaN;
    const isEscape = !Number.isNaN(escaped);
    decoded[length] = isEscape ? escaped : byte;
    length += 1;
    if (isEscape) index += 2;
  }
  return decoded.subarray(0, length);
}

/** Value of each ASCII hexadecimal digit; bodies of many megabytes are walked with it. */
const HEX_VALUES = Array.from({ length: 128 }, (_, code) => {
  const digit = String.fromCharCode(code);
  return /[0-9A-Fa-f]/.test(digit) ? Number.parseInt(digit, 16) : NaN;
});

const hexValue = (byte: number | undefined): number => HEX_VALUES[byte ?? 127] ?? NaN;
