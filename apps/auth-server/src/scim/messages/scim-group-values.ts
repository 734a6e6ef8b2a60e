import { PRINTABLE } from '../../users/user.js';
import { SCIM_ERRORS } from '../scim-error.js';
import { isObject, membersOf } from './scim-operations.js';

const MOST_MEMBERS = 50_000;

const isString = (value: unknown): value is string => typeof value === 'string';

/** @throws {Problem} `invalidValue` */
export function groupNameOf(name: unknown): string {
  if (!isString(name) || name.length > 200 || !PRINTABLE.test(name)) {
    throw SCIM_ERRORS.invalidValue({ message: 'displayName has 1 to 200 printable characters.' });
  }
  return name;
}

/** @throws {Problem} `invalidValue` */
export function externalIdOf(externalId: unknown = null): string | null {
  if (externalId !== null && (!isString(externalId) || externalId.length > 200)) {
    throw SCIM_ERRORS.invalidValue({ message: 'externalId is a text of at most 200 characters.' });
  }
  return externalId;
}

/**
 * The ids of users, each in an object as `value`, or bare.
 *
 * @throws {Problem} `invalidValue`
 */
export function memberIdsOf(members: unknown): readonly string[] {
  const list = (Array.isArray(members) ? members : [members]) as unknown[];
  const ids = list.map((one) => (isObject(one) ? membersOf(one)('value') : one));
  if (ids.length > MOST_MEMBERS || !ids.every(isString)) {
    throw SCIM_ERRORS.invalidValue({
      message: `members are at most ${MOST_MEMBERS} objects with the id of a user as value.`,
    });
  }
  return ids.map((id) => id.toLowerCase());
}
