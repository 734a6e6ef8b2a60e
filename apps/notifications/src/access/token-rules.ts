import type { TokenAccess } from '@sextant/platform-security/jwt';
import type { Caller } from './caller.js';
import { LIMITS } from '../http/limits.js';
import { isText } from '../http/fields.js';
import { ACCESS_ERRORS } from './access-errors.js';
import { isObjectId } from './object-id.js';

/** What a client needs to act for a user here. */
const SCOPE = 'notifications';
/** What auth-server gives to administrators alone. */
export const ADMIN_SCOPE = 'notifications:admin';

/** Whom a token names, if it is a user's: with names that can be stored and that make a room. */
export function callerOfAccess(access: TokenAccess | undefined): Caller | undefined {
  const person = access?.person;
  if (person === undefined || !isObjectId(person.user)) return undefined;
  const names = [person.userId, person.userName, person.academyId];
  if (!names.every((name) => isText(name, LIMITS.id))) return undefined;
  return { ...person, user: person.user.toLowerCase() };
}

/**
 * Lets a client act for its user here only if it was given the scope. The clients of the house are
 * the users themselves: they need none.
 *
 * @throws {Problem} `permission_denied`
 */
export function requireScopeOf(access: TokenAccess, unscopedClients: readonly string[]): void {
  if (access.scopes.has(SCOPE) || unscopedClients.includes(access.clientId)) return;
  throw insufficientScope(SCOPE);
}

/** RFC 6750, section 3.1. */
export const insufficientScope = (scope: string) =>
  ACCESS_ERRORS.permissionDenied({
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
