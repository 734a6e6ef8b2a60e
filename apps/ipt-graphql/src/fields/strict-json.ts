import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { visit } from 'jsonc-parser';
import { IPT_ERRORS } from '../errors/ipt-errors.js';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Deeper documents are an attack on whoever walks them (our choice). */
const MAX_DEPTH = 32;

/**
 * Parses what will become a hashed document. JSON that would not come back as it was is refused: integers
 * beyond 2^53 - 1, lone surrogates (RFC 8785, sections 3.2.2.2 and 3.2.2.3) and names that an object has twice (RFC 7493,
 * I-JSON, section 2.3).
 *
 * @throws {Problem} `INVALID_INPUT`
 */
export function parseObject(text: string, name: string): JsonObject {
  const value = parse(text, name);
  if (!isObject(value))
    throw IPT_ERRORS.invalidInput({ message: `${name} must be a JSON object.` });
  refuseRepeats(text, name);
  refuseLosses(value, name);
  return value;
}

/** The one byte sequence that stands for a value (RFC 8785), in UTF-8. */
export function canonicalBytes(value: JsonObject): Uint8Array {
  return Buffer.from(canonicalize(value) ?? 'null', 'utf8');
}

/** SHA-256 as 64 lower-case hexadecimal digits. */
export const sha256Hex = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string, name: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw IPT_ERRORS.invalidInput({ message: `${name} is not JSON.`, cause: error });
  }
}

/** `JSON.parse` keeps the last of them, and nobody would learn which one was signed. */
function refuseRepeats(text: string, name: string): void {
  const names: Set<string>[] = [];
  const enter = (): void => {
    if (names.push(new Set()) > MAX_DEPTH) throw tooDeep();
  };
  const leave = (): void => void names.pop();
  const onObjectProperty = (property: string): void => {
    const ofObject = names.at(-1);
    if (ofObject?.has(property) === true) {
      const message = `${name}: an object has the member "${property.slice(0, 100)}" twice.`;
      throw IPT_ERRORS.invalidInput({ message });
    }
    ofObject?.add(property);
  };
  visit(text, {
    ...{ onObjectBegin: enter, onObjectEnd: leave, onArrayBegin: enter, onArrayEnd: leave },
    onObjectProperty,
  });
}

const tooDeep = () => IPT_ERRORS.invalidInput({ message: 'The JSON is nested too deeply.' });

function refuseLosses(value: Json, path: string, depth = 0): void {
  if (depth > MAX_DEPTH) throw tooDeep();
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw IPT_ERRORS.invalidInput({
      message: `${path}: numbers beyond 2^53 lose digits; write it as a string.`,
    });
  }
  if (typeof value === 'string') requireWellFormed(value, path);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    requireWellFormed(name, path);
    refuseLosses(member, `${path}.${name}`, depth + 1);
  }
}

function requireWellFormed(text: string, path: string): void {
  if (text.isWellFormed() && !text.includes('\0')) return;
  throw IPT_ERRORS.invalidInput({ message: `${path}: the text holds half a character or a NUL.` });
}
