import { SCIM_ERRORS } from '../scim-error.js';

export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const MOST_OPERATIONS = 1000;
/** Parsers of paths take the square of their length. */
const LONGEST_PATH = 500;
/** Attributes of RFC 7643 are not as deep. */
const DEEPEST = 8;
const SHARED = /__proto__|\bconstructor\b|\bprototype\b/i;
const OPERATIONS = ['add', 'remove', 'replace'] as const;
/** Of attributes of the core schemas (RFC 7643 section 4). */
const CORE_PREFIX = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;

/** One change of a PATCH request (RFC 7644 section 3.5.2). */
export interface Operation {
  readonly op: (typeof OPERATIONS)[number];
  /** Without the prefix of a core schema. */
  readonly path: string | undefined;
  readonly value: unknown;
}

type Members = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @returns reads a member, whose name is given in small letters
 * @throws {Problem} `invalidSyntax` for what is no object
 */
export function membersOf(body: unknown): (name: string) => unknown {
  if (!isObject(body)) throw SCIM_ERRORS.invalidSyntax();
  const byName = new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => byName.get(name);
}

/** Names of attributes may have the schema before them (RFC 7644 section 3.10). */
export const withoutCoreSchema = (path: string): string => path.replace(CORE_PREFIX, '');

/**
 * The operations of a PATCH request; their names and members in any case, as Entra ID sends them.
 *
 * @throws {Problem} `invalidSyntax`, `invalidValue`, `invalidPath`, `noTarget`
 */
export function operationsOf(body: unknown): readonly Operation[] {
  const read = membersOf(body);
  const schemas: unknown = read('schemas');
  const all = read('operations');
  const isPatch = Array.isArray(schemas) && schemas.some(isPatchSchema);
  if (!isPatch || !Array.isArray(all) || all.length === 0 || all.length > MOST_OPERATIONS) {
    throw SCIM_ERRORS.invalidSyntax({
      message: `A change has schemas ["${PATCH_SCHEMA}"] and 1 to ${MOST_OPERATIONS} Operations.`,
    });
  }
  return all.map(operationOf);
}

const isPatchSchema = (schema: unknown): boolean =>
  typeof schema === 'string' && schema.toLowerCase() === PATCH_SCHEMA.toLowerCase();

function operationOf(raw: unknown): Operation {
  const read = membersOf(raw);
  const op = nameOf(read('op'));
  const path = pathOf(read('path'));
  const value = read('value') ?? undefined;
  if (namesIn(value).some(isHostile)) throw SCIM_ERRORS.invalidPath();
  // RFC 7644 section 3.5.2.2: "If 'path' is unspecified, the operation fails with HTTP status code 400 and a 'scimType' error code of 'noTarget'."
  if (op === 'remove' && path === undefined) throw SCIM_ERRORS.noTarget();
  return { op, path, value };
}

function nameOf(given: unknown): Operation['op'] {
  const name = typeof given === 'string' ? given.toLowerCase() : undefined;
  const op = OPERATIONS.find((one) => one === name);
  if (op !== undefined) return op;
  throw SCIM_ERRORS.invalidSyntax({ message: 'op is add, remove or replace.' });
}

function pathOf(given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'string' || isHostile(given)) throw SCIM_ERRORS.invalidPath();
  return withoutCoreSchema(given);
}

/** Names of members are read as paths too. */
function namesIn(value: unknown, depth = 0): string[] {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap((one) => namesIn(one, depth + 1))];
}

/** Whether it leads to what all objects of this process have in common, or is no path of a resource. */
const isHostile = (path: string): boolean => path.length > LONGEST_PATH || SHARED.test(path);

/** An operation without a path is one for each attribute of its value (RFC 7644 section 3.5.2.1). */
export function byAttribute(operation: Operation): readonly Operation[] {
  const { op, path, value } = operation;
  if (path !== undefined) return [operation];
  if (!isObject(value)) {
    throw SCIM_ERRORS.invalidSyntax({
      message: 'An operation without path has an object as value.',
    });
  }
  return Object.entries(value).map(([name, one]) => ({
    op,
    path: withoutCoreSchema(name),
    value: one ?? undefined,
  }));
}
