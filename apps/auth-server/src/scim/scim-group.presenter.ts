import { isString } from 'class-validator';
import type { Group, GroupMember } from '../groups/groups.js';
import { PRINTABLE } from '../users/user.js';
import { SCIM_ERRORS } from './scim-error.js';
import { isObject, membersOf } from './messages/scim-operations.js';

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const MOST_MEMBERS = 50_000;

/** A group as RFC 7643 section 4.2 has one; `members` is absent where they were not asked for. */
export const presentScimGroup = (
  { id, name, externalId, createdAt, updatedAt }: Group,
  members: readonly GroupMember[] | undefined,
  base: string,
) => ({
  schemas: [GROUP_SCHEMA],
  id,
  ...(externalId === null ? {} : { externalId }),
  displayName: name,
  ...(members === undefined
    ? {}
    : {
        members: members.map((member) => ({
          value: member.id,
          display: member.username,
          type: 'User',
          $ref: `${base}/Users/${member.id}`,
        })),
      }),
  meta: {
    resourceType: 'Group',
    created: createdAt.toISOString(),
    lastModified: updatedAt.toISOString(),
    location: `${base}/Groups/${id}`,
  },
});

export interface WantedGroup {
  readonly name: string;
  readonly externalId: string | null;
  readonly members: readonly string[];
}

/** @throws {Problem} `invalidSyntax`, `invalidValue` */
export function readScimGroup(body: unknown): WantedGroup {
  const read = membersOf(body);
  return {
    name: groupNameOf(read('displayname')),
    externalId: externalIdOf(read('externalid')),
    members: memberIdsOf(read('members') ?? []),
  };
}

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
