import type { User } from './user.js';

/** Spec 2, part 2, "User (admin listing)", and what the tokens say of a user. */
export const presentUser = (user: User) => ({
  id: user.id,
  username: user.username,
  email: user.email,
  is_active: user.isActive,
  is_admin: user.isAdmin,
  is_verified: user.isVerified,
  created_at: user.createdAt.toISOString(),
  last_login: user.lastLogin?.toISOString() ?? null,
  object_id: user.objectId,
  name: user.name,
  given_name: user.givenName,
  family_name: user.familyName,
  academy_id: user.academyId,
  roles: user.roles,
  group_roles: user.groupRoles,
  claims: user.claims,
  updated_at: user.updatedAt.toISOString(),
});
