import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import { FIRST_PARTY } from '../../../clients/client.js';
import type { Credentials, SignedIn } from '../../../sign-in/sign-in.js';
import type { User } from '../../../users/user.js';
import { accountOf, type GroupsOf } from '../claims.js';
import type { KnownScopes } from '../clients/known-scopes.js';

export interface PasswordGrantDependencies {
  readonly scopes: KnownScopes;
  readonly groups: GroupsOf;
  /** Checks name and password at the direct door. */
  readonly authenticate: (
    context: KoaContextWithOIDC,
    credentials: Credentials,
  ) => Promise<SignedIn | undefined>;
  /** Whether a user who signed in has not been signed out, or deactivated, since then. */
  readonly isStillIn: (user: User) => Promise<boolean>;
}

/** One text for every reason, so that nobody learns which users exist. The engine's own error keeps it to itself. */
const wrongCredentials = () =>
  new errors.CustomOIDCProviderError(
    'invalid_grant',
    'the user name or the password is wrong, a code (otp) is missing or wrong, or there were too many attempts',
  );

/**
 * The direct login of spec 2, part 4.1 (`/auth/token`), for the built-in client alone. There is no ID token, even with the scope
 * `openid`, which opens userinfo. OAuth 2.1 and RFC 9700 section 2.4 leave
 * this grant out; only the built-in first-party client has it.
 */
export function registerPasswordGrant(
  provider: Provider,
  { scopes, groups, authenticate, isStillIn }: PasswordGrantDependencies,
): void {
  const handler = async (context: KoaContextWithOIDC): Promise<void> => {
    if (context.oidc.client?.clientId !== FIRST_PARTY.directLogin) {
      throw new errors.UnauthorizedClient('the client may not use this grant');
    }
    const { username, password, scope, otp } = context.oidc.params as Record<
      string,
      string | undefined
    >;
    if (!username) throw new errors.InvalidRequest("missing required parameter 'username'");
    if (!password) throw new errors.InvalidRequest("missing required parameter 'password'");
    const requested = scopes.resolve(scope?.split(' ').filter(Boolean));
    const entered = await authenticate(context, { username, password, otp });
    if (entered === undefined) throw wrongCredentials();
    const { user, assurance } = entered;
    const refused = [...requested].find((name) => !scopes.mayHave(user, name));
    if (refused !== undefined) {
      throw new errors.InvalidScope('the scope is not for this user', refused);
    }
    const grantId = await issue(provider, context, {
      groups,
      user,
      assurance,
      scope: [...requested].join(' '),
    });
    if (await isStillIn(user)) return;
    await provider.Grant.adapter.destroy(grantId);
    throw wrongCredentials();
  };
  provider.registerGrantType('password', handler, ['username', 'password', 'scope', 'otp']);
}

/** Gives out what the token endpoint would, for a user who has just signed in. */
async function issue(
  provider: Provider,
  context: KoaContextWithOIDC,
  {
    user,
    assurance,
    scope,
    groups,
  }: SignedIn & { readonly scope: string; readonly groups: GroupsOf },
): Promise<string> {
  context.oidc.entity(
    'Account',
    accountOf(user, groups, () => context.oidc.client),
  );
  const grant = new provider.Grant({ accountId: user.id, clientId: FIRST_PARTY.directLogin });
  grant.addOIDCScope(scope);
  const client = context.oidc.client;
  if (client === undefined) throw new errors.InvalidClient('client is invalid');
  const grantId = nameGrant(grant);
  const common = { accountId: user.id, grantId, client, scope, gty: 'password' };
  const authTime = Math.floor(Date.now() / 1000);
  const accessToken = new provider.AccessToken(common);
  const refreshToken = new provider.RefreshToken({ ...common, ...assurance, authTime } as never);
  // What the access token says of the sign-in it has from here, as it has at a refresh.
  context.oidc.entity('RefreshToken', refreshToken);
  context.oidc.entity('AccessToken', accessToken);
  const [access_token, refresh_token] = await Promise.all([
    accessToken.save(),
    refreshToken.save(),
    grant.save(),
  ]);
  const expires_in = accessToken.expiration;
  context.body = { access_token, token_type: 'Bearer', expires_in, refresh_token, scope };
  return grantId;
}

/** Gives a grant its id before it is stored, so that its tokens can be stored with it. */
export function nameGrant(grant: object): string {
  const named = grant as { jti: string; generateTokenId(): string };
  named.jti = named.generateTokenId();
  return named.jti;
}
