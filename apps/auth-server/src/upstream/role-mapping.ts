import { ROLE } from '../users/user.js';

/** Roles by the group of the provider that brings them. */
export type RoleMapping = Readonly<Record<string, readonly string[]>>;

/** All roles that a mapping decides about: it takes them away as well. */
export const governedBy = (mapping: RoleMapping): ReadonlySet<string> =>
  new Set(Object.values(mapping).flat());

export const rolesOf = (mapping: RoleMapping, groups: readonly string[]): readonly string[] => [
  ...new Set(
    groups.flatMap((group) => (Object.hasOwn(mapping, group) ? (mapping[group] ?? []) : [])),
  ),
];

/** @returns what is wrong with a mapping */
export function complaintAboutRoles(
  mapping: Readonly<Record<string, unknown>>,
): string | undefined {
  const wrong = Object.entries(mapping).find(
    ([, roles]) =>
      !Array.isArray(roles) || !roles.every((role) => typeof role === 'string' && ROLE.test(role)),
  );
  return wrong === undefined ? undefined : `roles: ${wrong[0]}: must be a list of names of roles`;
}
