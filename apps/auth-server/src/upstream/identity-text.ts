import { PRINTABLE } from '../users/user.js';

const LONGEST = 254;
/** OpenID Connect has 255 ASCII characters (core, section 2), a persistent name of SAML 256 (core, section 8.3.7). */
const LONGEST_SUBJECT = 256;

/** What another provider says of somebody, where it is text that can be shown. */
export const identityText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= LONGEST && PRINTABLE.test(value) ? value : undefined;

/**
 * What names a person at another provider for ever. A number must be exact: above 2^53 two people would have the same one.
 *
 * @throws {Error} for a value that names nobody, or that the database does not keep as it is
 */
export function subjectText(value: unknown): string {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || text.length > LONGEST_SUBJECT) throw new Error(NO_SUBJECT);
  if (!PRINTABLE.test(text) || text.trim() !== text) throw new Error(NO_SUBJECT);
  return text;
}

const NO_SUBJECT = `What names the person must be a whole number below 2^53, or 1 to ${LONGEST_SUBJECT} printable characters.`;
