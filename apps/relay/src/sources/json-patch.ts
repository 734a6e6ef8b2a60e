import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from './payload.js';

/** One step of a JSON Patch (RFC 6902, section 4). */
export interface PatchStep {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
}

/** RFC 6901, section 3. */
const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * The steps from one object to another. Lists that differ are replaced whole: a smaller patch would
 * say less about what was meant. O(size of both).
 */
export function jsonPatch(from: JsonObject, to: JsonObject, path = ''): PatchStep[] {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort();
  return names.flatMap((name) => {
    const at = `${path}/${escapePointer(name)}`;
    if (!Object.hasOwn(to, name)) return [{ op: 'remove', path: at }];
    if (!Object.hasOwn(from, name)) return [{ op: 'add', path: at, value: to[name] }];
    return changed(from[name], to[name], at);
  });
}

function changed(from: unknown, to: unknown, path: string): PatchStep[] {
  if (isObject(from) && isObject(to)) return jsonPatch(from, to, path);
  return isDeepStrictEqual(from, to) ? [] : [{ op: 'replace', path, value: to }];
}
