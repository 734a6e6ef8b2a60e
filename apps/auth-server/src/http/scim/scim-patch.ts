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
    return scimPatch(copy, (body as ScimPatch).Operations, { mutateDocument: true });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'An operation is not valid.';
    throw SCIM_ERRORS.invalidValue({ message, cause });
  }
}

/** Members of a value are read as paths too. */
function pathsIn(operation: unknown): string[] {
  const { path, value } = (operation ?? {}) as Readonly<Record<string, unknown>>;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return [...(typeof path === 'string' ? [path] : []), ...(isObject ? Object.keys(value) : [])];
}

/** Whether it leads to what all objects of this process have in common, or is no path of a resource. */
const isHostile = (path: string): boolean => path.length > LONGEST_PATH || SHARED.test(path);
