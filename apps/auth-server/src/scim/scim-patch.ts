import { patchBodyValidation, scimPatch, type ScimPatch, type ScimResource } from 'scim-patch';
import { SCIM_ERRORS } from './scim-error.js';

const MOST_OPERATIONS = 1000;
/** What reads paths takes the square of their length. */
const LONGEST_PATH = 500;
const SHARED = /__proto__|\bconstructor\b|\bprototype\b/;

/**
 * A resource after the operations of RFC 7644 section 3.5.2.
 *
 * @throws {Problem} `invalidSyntax`, `invalidValue`
 */
export function patched<T extends object>(resource: T, body: unknown): T {
  const operations = (body as { readonly Operations?: unknown } | undefined)?.Operations;
  if (!Array.isArray(operations) || operations.length > MOST_OPERATIONS) {
    throw SCIM_ERRORS.invalidSyntax();
  }
  if (operations.flatMap(pathsIn).some(isHostile)) {
    throw SCIM_ERRORS.invalidValue({ message: 'A path is not valid.' });
  }
  try {
    patchBodyValidation(body as ScimPatch);
    const copy = structuredClone(resource) as T & ScimResource;
    for (const operation of joined((body as ScimPatch).Operations)) {
      const isDone = removesValues(copy as Record<string, unknown>, operation);
      if (!isDone)
        scimPatch(copy, [operation as ScimPatch['Operations'][number]], { mutateDocument: true });
    }
    return copy;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'An operation is not valid.';
    throw SCIM_ERRORS.invalidValue({ message, cause });
  }
}

/**
 * Takes the named values out of a multi-valued attribute: `{"op": "Remove", "path": "members", "value": [{"value": id}]}`.
 *
 * RFC 7644 section 3.5.2.2 has them in a filter of the path; Entra ID sends them in `value`, which would be ignored.
 *
 * @returns whether the operation was one of this kind
 */
function removesValues(resource: Record<string, unknown>, operation: Operation): boolean {
  if (!isRemovalOfValues(operation)) return false;
  const { path, value } = operation;
  const attribute = path.replace(SCHEMA_PREFIX, '').toLowerCase();
  const name = Object.keys(resource).find((one) => one.toLowerCase() === attribute);
  if (name === undefined || !Array.isArray(resource[name])) return false;
  const removed = new Set([value].flat().map(keyOf));
  resource[name] = resource[name].filter((one) => !removed.has(keyOf(one)));
  return true;
}

interface Operation {
  readonly op: string;
  readonly path?: unknown;
  readonly value?: unknown;
}

/** Of attributes of the core schemas and of the enterprise extension (RFC 7643 section 7). */
const SCHEMA_PREFIX =
  /^urn:ietf:params:scim:schemas:(?:core|extension:enterprise):2\.0:(?:User|Group):/i;

const isRemovalOfValues = (one: Operation): one is Operation & { readonly path: string } =>
  one.op.toLowerCase() === 'remove' && typeof one.path === 'string' && one.value !== undefined;

/** Removals from one attribute that follow each other are one: each would look through the whole group. */
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
  const value: unknown =
    typeof one === 'object' && one !== null && 'value' in one ? one.value : one;
  return typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value);
}

/** Members of a value are read as paths too. */
function pathsIn(operation: unknown): string[] {
  const { path, value } = (operation ?? {}) as Readonly<Record<string, unknown>>;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return [...(typeof path === 'string' ? [path] : []), ...(isObject ? Object.keys(value) : [])];
}

/** Whether it leads to what all objects of this process have in common, or is no path of a resource. */
const isHostile = (path: string): boolean => path.length > LONGEST_PATH || SHARED.test(path);
