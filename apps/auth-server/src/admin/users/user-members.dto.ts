import type { CreateUserDto } from './user.dto.js';

type Details = Omit<CreateUserDto, 'username' | 'email' | 'password'>;

const MEMBERS = {
  name: 'name',
  given_name: 'givenName',
  family_name: 'familyName',
  academy_id: 'academyId',
  roles: 'roles',
  is_admin: 'isAdmin',
  is_verified: 'isVerified',
  claims: 'claims',
} as const;

/** The members that were sent, by the names of the domain. */
export const detailsOf = (details: Details): Record<string, never> =>
  Object.fromEntries(
    Object.entries(details)
      .filter(([, value]: [string, unknown]) => value !== undefined)
      .map(([name, value]) => [MEMBERS[name as keyof typeof MEMBERS], value as never]),
  );
