import { scimPatch, type ScimPatch, type ScimResource } from 'scim-patch';
import { SCIM_ERRORS } from '../scim-error.js';
import { byAttribute, isObject, operationsOf, type Operation } from './scim-operations.js';

type LibraryOperation = ScimPatch['Operations'][number];

/** Deeper than any attribute of RFC 7643. */
const DEEPEST = 4;

/**
 * A resource after the operations of RFC 7644 section 3.5.2, with names of attributes in small letters: they are read in
 * any case. Operations on attributes that are not known change nothing.
 *
 * @param known attributes in small letters
 * @throws {Problem} `invalidSyntax`, `invalidValue`, `invalidPath`, `noTarget`
 */
export function patched(resource: object, body: unknown, known: ReadonlySet<string>): object {
  const operations = operationsOf(body)
    .flatMap(byAttribute)
    .map((one) => ({ ...one, path: lowerPath(one.path ?? ''), value: lowered(one.value) }))
    .filter(({ path }) => known.has(attributeOf(path)));
  const copy = lowered(resource) as Record<string, unknown>;
  for (const operation of joined(operations)) {
    if (removesValues(copy, operation)) continue;
    apply(copy, operation);
  }
  return copy;
}

function apply(resource: object, operation: Operation): void {
  const { op, path, value } = operation;
  const given = { op, path, ...(value === undefined ? {} : { value }) } as LibraryOperation;
  try {
    // An empty value unassigns an attribute (RFC 7643 section 2.5).
    const isEmpty = op !== 'remove' && value === undefined;
    const wanted = isEmpty ? ({ op: 'remove', path } as LibraryOperation) : given;
    scimPatch(resource as ScimResource, [wanted], {
      mutateDocument: true,
      treatMissingAsAdd: true,
    });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'An operation is not valid.';
    throw SCIM_ERRORS.invalidValue({ message, cause });
  }
}

/** Of a path such as `emails[type eq "work"].value`, or of another schema: then none. */
const attributeOf = (path: string): string => /^([a-z][\w-]*)(?=[.[\s]|$)/.exec(path)?.[1] ?? '';

/** Values of filters stay as they are, but names of roles, and booleans, which Entra ID writes as text. */
function lowerPath(path: string): string {
  // A directory's names of roles are the same in any case (RFC 7643 section 8.7.1), and kept in small letters.
  const isOfRoles = attributeOf(path.toLowerCase()) === 'roles';
  return path
    .replaceAll(/"(?:[^"\\]|\\.)*"|[^"]+/g, (part) =>
      part.startsWith('"') && !isOfRoles ? part : part.toLowerCase(),
    )
    .replaceAll(/\beq\s+"(true|false)"/gi, (_all, value: string) => `eq ${value.toLowerCase()}`);
}

/** With names of members in small letters. */
function lowered(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((one) => lowered(one, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name.toLowerCase(), lowered(one, depth + 1)]),
  );
}

/**
 * Takes the named values out of a multi-valued attribute: `{"op": "Remove", "path": "roles", "value": [{"value": "x"}]}`.
 *
 * RFC 7644 section 3.5.2.2 has them in a filter of the path; Entra ID sends them in `value`, which would be ignored.
 *
 * @returns whether the operation was one of this kind
 */
function removesValues(resource: Record<string, unknown>, operation: Operation): boolean {
  if (!isRemovalOfValues(operation)) return false;
  const { path, value } = operation;
  const values = resource[path];
  if (!Array.isArray(values)) return false;
  const removed = new Set([value as unknown[]].flat().map(keyOf));
  resource[path] = values.filter((one) => !removed.has(keyOf(one)));
  return true;
}

const isRemovalOfValues = (one: Operation): one is Operation & { readonly path: string } =>
  one.op === 'remove' && one.path !== undefined && one.value !== undefined;

/** Removals from one attribute that follow each other are one: each would look through all values. */
function joined(operations: readonly Operation[]): Operation[] {
  const all: Operation[] = [];
  for (const operation of operations) {
    const last = all.at(-1);
    const isNext = last !== undefined && isRemovalOfValues(last) && isRemovalOfValues(operation);
    if (!isNext || last.path !== operation.path) all.push(operation);
    else all[all.length - 1] = { ...last, value: [last.value, operation.value].flat() };
  }
  return all;
}

/** What a value is known by: its `value` (RFC 7643 section 2.4), in any case, or itself. */
function keyOf(one: unknown): string {
  const value: unknown = isObject(one) && 'value' in one ? one['value'] : one;
  return typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value);
}
