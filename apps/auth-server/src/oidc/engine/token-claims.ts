import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { mappedClaims } from '../../claims/claim-mapping.js';
import type { User } from '../../users/user.js';
import { loadedUser, mappedPerson, mappingsOf, tokenClaims, type GroupsOf } from './claims.js';

/** What access tokens say beyond the protocol's own claims. */
export const extraTokenClaims =
  ({ groups }: { readonly groups: GroupsOf }) =>
  async (context: KoaContextWithOIDC | undefined, token: object): Promise<object> => {
    // Outside of a request of the engine the token brings its claims along.
    const own = token as {
      readonly extra?: Record<string, unknown>;
      readonly accountId?: string;
    };
    const client = context?.oidc.client;
    const user = own.accountId === undefined ? undefined : loadedUser(context);
    const claims =
      user === undefined ? own.extra : { ...tokenClaims(user), ...signInClaims(context) };
    return {
      ...(user === undefined ? {} : await mappedTokenClaims(client, user, groups)),
      ...clientClaims(client),
      ...claims,
    };
  };

/** Of a person's tokens: what the client's mappings add. */
export async function mappedTokenClaims(
  client: Client | undefined,
  user: User,
  groups: GroupsOf,
): Promise<object> {
  const mappings = mappingsOf(client);
  if (mappings.length === 0) return {};
  return mappedClaims(mappings, mappedPerson(user, groups), 'access_token');
}

/** Of all tokens of a client. */
export function clientClaims(client: Client | undefined): object {
  const { workspace, may_act: actor } = (client ?? {}) as Partial<Client>;
  return {
    ...(typeof workspace === 'string' ? { workspace } : {}),
    ...(typeof actor === 'string' ? { may_act: { sub: actor } } : {}),
  };
}

/** How and when the person signed in, from what the token is given out for: a refresh never raises it. */
function signInClaims(context: KoaContextWithOIDC | undefined): object {
  const { AuthorizationCode, DeviceCode, RefreshToken, BackchannelAuthenticationRequest } =
    context?.oidc.entities ?? {};
  const { acr, authTime } = (AuthorizationCode ??
    DeviceCode ??
    RefreshToken ??
    BackchannelAuthenticationRequest ??
    {}) as {
    readonly acr?: string;
    readonly authTime?: number;
  };
  return {
    ...(acr === undefined ? {} : { acr }),
    ...(authTime === undefined ? {} : { auth_time: authTime }),
  };
}
