import type { Registration } from './people-store.js';
import { membersOf, own, text, type Members } from '../http/fields.js';
import { isObjectId } from '../access/object-id.js';
import { fieldInvalid, fieldRequired } from '../http/field-errors.js';
import { LIMITS } from '../http/limits.js';

/** The path and the body of `PUT /internal/registrations/:user`. */
export function parseRegistration(user: string, body: unknown): Omit<Registration, 'changedAt'> {
  const members = membersOf(body);
  if (!isObjectId(user)) throw fieldInvalid('user');
  if (own(members, 'academyId') === undefined) throw fieldRequired('academyId');
  const academyId = text(members, 'academyId', LIMITS.id);
  return { user: user.toLowerCase(), academyId, active: parseActive(members) };
}

/** The path and the body of `PUT /api/notifications/registrations/:user`. */
export function parseOwnRegistration(user: string, body: unknown) {
  if (!isObjectId(user)) throw fieldInvalid('user');
  return { user: user.toLowerCase(), active: parseActive(membersOf(body)) };
}

function parseActive(members: Members): boolean {
  const active = own(members, 'active');
  if (active === undefined) throw fieldRequired('active');
  if (typeof active !== 'boolean') throw fieldInvalid('active');
  return active;
}
