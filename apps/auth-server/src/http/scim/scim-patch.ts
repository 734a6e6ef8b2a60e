import { patchBodyValidation, scimPatch, type ScimPatch, type ScimResource } from 'scim-patch';
import { SCIM_ERRORS } from './scim-error.js';

const MOST_OPERATIONS = 1000;

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
  try {
    patchBodyValidation(body as ScimPatch);
    const copy = structuredClone(resource) as T & ScimResource;
    return scimPatch(copy, (body as ScimPatch).Operations, { mutateDocument: true });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'An operation is not valid.';
    throw SCIM_ERRORS.invalidValue({ message, cause });
  }
}
