import type { Account, Client, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { AUTH_ERRORS } from '../../errors/auth-errors.js';
import { mappedClaims, type ClaimMapping, type MappedPerson } from '../../claims/claim-mapping.js';
import type { GroupAdmin } from '../../groups/group-admin.js';
import { DIRECTORY_AWAY, DirectoryUnavailable } from '../../ldap/directory.js';
import type { Standing } from '../../ldap/standing.js';
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

/** The client's mappings, which are checked where they are stored. */
export const mappingsOf = (client: Client | undefined): readonly ClaimMapping[] =>
  (client?.['claim_mappings'] ?? []) as readonly ClaimMapping[];

/** What mappings can tell of a user. */
export function mappedPerson(user: User, groups: GroupsOf): MappedPerson {
  let names: Promise<readonly string[]> | undefined;
  return {
    attributes: {
      ...user.claims,
      ...{ id: user.id, object_id: user.objectId, username: user.username, email: user.email },
      ...{ is_verified: user.isVerified, academy_id: user.academyId, name: user.name },
      ...{ given_name: user.givenName, family_name: user.familyName, roles: [...rolesOf(user)] },
    },
    groups: () => {
      names ??= groups.of(user.id).then((all) => all.map(({ name }) => name));
      return names;
    },
  };
}

/** Beside the claims of scopes: those that the client's mappings add, which the engine's filter does not know. */
const MAPPED = Symbol('mapped claims');

/** @param clientOf whom the claims are told */
export function accountOf(
  user: User,
  groups: GroupsOf,
  clientOf: () => Client | undefined,
): UserAccount {
  return {
    accountId: user.id,
    user,
    claims: async (use, scope, requested) => {
      const person = mappedPerson(user, groups);
      const mappings = mappingsOf(clientOf());
      return {
        ...userClaims(user),
        roles: [...rolesOf(user)],
        // Read only where they are asked for: every sign-in comes by here.
        ...(scope.split(' ').includes('groups') || 'groups' in requested
          ? { groups: await person.groups() }
          : {}),
        ...(mappings.length === 0
          ? {}
          : { [MAPPED]: await mappedClaims(mappings, person, use as 'id_token' | 'userinfo') }),
      };
    },
  };
}

interface ClaimsPrototype {
  readonly available: { readonly [MAPPED]?: object };
  result: (this: ClaimsPrototype) => Promise<object>;
}

/** The engine tells the claims of scopes and no others: those of mappings are added after its filter, and take precedence. */
export function addMappedClaims(provider: Provider): void {
  const { prototype } = (provider as unknown as { Claims: { prototype: ClaimsPrototype } }).Claims;
  const { result } = prototype;
  prototype.result = async function withMapped(this: ClaimsPrototype) {
    return { ...(await result.call(this)), ...this.available[MAPPED] };
  };
}

interface AccountSources {
  readonly users: Users;
  readonly groups: GroupsOf;
  readonly standing: Pick<Standing, 'of'>;
}

/** Inactive users are nobody, nor are those whom their directory lets in no more: their codes, tokens and sessions stop here at the latest. */
export const findAccount =
  ({ groups, ...sources }: AccountSources) =>
  async (context: KoaContextWithOIDC, id: string): Promise<UserAccount | undefined> => {
    const user = await standingUser(sources, id);
    return user === undefined ? undefined : accountOf(user, groups, () => context.oidc.client);
  };

/** @throws {Problem} `temporarily_unavailable` while a directory does not answer */
export async function standingUser(
  { users, standing }: Omit<AccountSources, 'groups'>,
  id: string,
): Promise<User | undefined> {
  const found = await users.find(id);
  const user = found?.isActive === true ? await standing.of(found).catch(unavailable) : undefined;
  return user?.isActive === true ? user : undefined;
}

/** Nothing is used up by such an answer: whoever asks again goes on. */
function unavailable(error: unknown): never {
  if (!(error instanceof DirectoryUnavailable)) throw error;
  throw AUTH_ERRORS.busy({ message: DIRECTORY_AWAY, cause: error });
}

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
