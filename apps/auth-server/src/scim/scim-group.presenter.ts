import type { Group, GroupMember } from '../groups/groups.js';
import { externalIdOf, groupNameOf, memberIdsOf } from './messages/scim-group-values.js';
import { membersOf } from './messages/scim-operations.js';

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

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
