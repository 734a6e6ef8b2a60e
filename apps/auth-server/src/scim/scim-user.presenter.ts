import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { Group } from '../groups/groups.js';
import type { DirectoryUser, ProvisionedUser } from './provisioning.js';
import { SCIM_ERRORS } from './scim-error.js';
import { shown } from './messages/scim-attributes.js';
import { isObject, membersOf } from './messages/scim-operations.js';
import { ScimUserDto } from './scim-user.dto.js';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** A user as RFC 7643 section 4.1 has one. */
export const presentScimUser = (
  { user, userName, externalId, roleNames }: ProvisionedUser,
  groups: readonly Group[],
  base: string,
) => ({
  schemas: [USER_SCHEMA],
  id: user.id,
  ...(externalId === null ? {} : { externalId }),
  userName,
  name: {
    formatted: user.name,
    ...(user.givenName === null ? {} : { givenName: user.givenName }),
    ...(user.familyName === null ? {} : { familyName: user.familyName }),
  },
  displayName: user.name,
  active: user.isActive,
  emails: [{ value: user.email, type: 'work', primary: true }],
  roles: roleNames.map((value) => ({ value })),
  groups: groups.map(({ id, name }) => ({
    value: id,
    display: name,
    $ref: `${base}/Groups/${id}`,
  })),
  meta: {
    resourceType: 'User',
    created: user.createdAt.toISOString(),
    lastModified: user.updatedAt.toISOString(),
    location: `${base}/Users/${user.id}`,
  },
});

/** Attributes that a directory may set here, in small letters. */
export const USER_ATTRIBUTES_SET: ReadonlySet<string> = new Set([
  ...['username', 'externalid', 'name', 'displayname', 'active', 'emails', 'roles', 'password'],
]);

/**
 * A user as a PATCH finds one. The name as a whole is not there: it follows the parts of the name unless the PATCH sets
 * it, by `displayName` or by `name.formatted`.
 */
export function patchableScimUser(entry: ProvisionedUser, base: string): object {
  const whole = presentScimUser(entry, [], base);
  return shown(whole, { excludedAttributes: 'displayName,name.formatted' });
}

/**
 * What a directory wants a user to be. Attributes that this service has no place for are left out
 * (RFC 7643 section 2.1), names of attributes are read in any case.
 *
 * @throws {Problem} `invalidSyntax`, `invalidValue`
 */
export function readScimUser(body: unknown): DirectoryUser {
  const read = membersOf(body);
  const name = isObject(read('name')) ? membersOf(read('name')) : () => undefined;
  const dto = plainToInstance(ScimUserDto, {
    userName: read('username'),
    externalId: optional(read('externalid')),
    email: primaryOf(read('emails')) ?? addressIn(read('username')),
    name: optional(read('displayname')) ?? optional(name('formatted')),
    givenName: optional(name('givenname')),
    familyName: optional(name('familyname')),
    active: booleanOf(read('active')),
    roles: valuesOf(read('roles')),
    password: optional(read('password')),
  });
  const [error] = validateSync(dto, { stopAtFirstError: true });
  if (error !== undefined) {
    const [message] = Object.values(error.constraints ?? {});
    throw SCIM_ERRORS.invalidValue(message === undefined ? {} : { message });
  }
  const { active: isActive, externalId = null, ...rest } = dto;
  return { ...rest, externalId, isActive } as DirectoryUser;
}

const optional = (value: unknown): unknown => (value === null || value === '' ? undefined : value);

/** Entra ID sends booleans as text. */
const booleanOf = (value: unknown): unknown =>
  typeof value === 'string' && /^(true|false)$/i.test(value)
    ? value.toLowerCase() === 'true'
    : optional(value);

/** The last primary one: what is added as primary takes the place of the one before (RFC 7644 section 3.5.2). */
function primaryOf(emails: unknown): unknown {
  const list = (Array.isArray(emails) ? emails : [emails]) as unknown[];
  const values = list.filter(isObject).map(membersOf);
  const primary = values.findLast((read) => booleanOf(read('primary')) === true);
  return (primary ?? values[0])?.('value');
}

const addressIn = (userName: unknown): unknown =>
  typeof userName === 'string' && userName.includes('@') ? userName : undefined;

function valuesOf(list: unknown): unknown[] | undefined {
  if (list === undefined || list === null) return undefined;
  const all = (Array.isArray(list) ? list : [list]) as unknown[];
  return all.map((one) => (isObject(one) ? membersOf(one)('value') : one));
}
