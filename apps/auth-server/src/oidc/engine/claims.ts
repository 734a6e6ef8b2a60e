import type { Account, KoaContextWithOIDC } from 'oidc-provider';
import type { GroupAdmin } from '../../groups/group-admin.js';
import { rolesOf, type User, type Users } from '../../users/user.js';

/** The claims of each scope (OpenID Connect Core 1.0 section 5.4; spec 2, part 4.1). */
export const SCOPE_CLAIMS = {
  // How and when somebody signed in belongs into every ID token.
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: [
    'name',
    'given_name',
    'family_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
  ],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
  roles: ['roles'],
  groups: ['groups'],
};

/** Scopes whose claims are in the ID token too: applications that ask for them decide by them what somebody may. */
const IN_ID_TOKEN = ['roles', 'groups'];

/** What OpenID Connect tells of a user; absent claims are left out. */
export const userClaims = (user: User) => ({
  ...user.claims,
  sub: user.id,
  name: user.name,
  preferred_username: user.username,
  ...(user.givenName === null ? {} : { given_name: user.givenName }),
  ...(user.familyName === null ? {} : { family_name: user.familyName }),
  email: user.email,
  email_verified: user.isVerified,
  updated_at: Math.floor(user.updatedAt.getTime() / 1000),
});

/** What the sibling services need to know of a user, in every access token (our choice). */
export const tokenClaims = (user: User) => ({
  user: user.objectId,
  userId: user.username,
  userName: user.name,
  academyId: user.academyId,
  roles: [...rolesOf(user)],
});

export interface UserAccount extends Account {
  readonly user: User;
}

/** Which groups somebody is in. */
export type GroupsOf = Pick<GroupAdmin, 'of'>;

export function accountOf(user: User, groups: GroupsOf): UserAccount {
  return {
    accountId: user.id,
    user,
    claims: async (_use, scope, requested) => ({
      ...userClaims(user),
      roles: [...rolesOf(user)],
      // Read only where they are asked for: every sign-in comes by here.
      ...(scope.split(' ').includes('groups') || 'groups' in requested
        ? { groups: (await groups.of(user.id)).map(({ name }) => name) }
        : {}),
    }),
  };
}

/** Inactive users are nobody: their codes, tokens and sessions stop here at the latest. */
export const findAccount =
  ({ users, groups }: { readonly users: Users; readonly groups: GroupsOf }) =>
  async (_context: KoaContextWithOIDC, id: string): Promise<UserAccount | undefined> => {
    const user = await users.find(id);
    return user?.isActive === true ? accountOf(user, groups) : undefined;
  };

/** The user of the request, when the engine has loaded it already. */
export const loadedUser = (context: KoaContextWithOIDC | undefined): User | undefined =>
  (context?.oidc.entities.Account as UserAccount | undefined)?.user;

/**
 * The claims of the scopes in the ID token as well, as if the client had asked for each (OpenID Connect Core 1.0 section 5.5): those of
 * all scopes for clients that never ask userinfo, roles and groups for all.
 */
export function withIdTokenClaims(
  requested: unknown,
  scopes: readonly string[],
  isWhole: boolean,
): unknown {
  const asked = (typeof requested === 'string' ? JSON.parse(requested) : {}) as {
    readonly id_token?: object;
  };
  const names = Object.entries(SCOPE_CLAIMS).flatMap(([scope, claims]) =>
    scope !== 'openid' && scopes.includes(scope) && (isWhole || IN_ID_TOKEN.includes(scope))
      ? claims
      : [],
  );
  if (names.length === 0) return requested;
  const own = Object.fromEntries(names.map((name) => [name, null]));
  return JSON.stringify({ ...asked, id_token: { ...own, ...asked.id_token } });
}
