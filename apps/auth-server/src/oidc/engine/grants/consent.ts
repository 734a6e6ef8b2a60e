import type { Provider } from 'oidc-provider';
import type { User } from '../../../users/user.js';
import { wishOf } from '../clients/authorization-details.js';
import { opensApi, type KnownScopes } from '../clients/known-scopes.js';

export type Grant = InstanceType<Provider['Grant']>;

type Params = Readonly<Record<string, string | undefined>>;

/** What makes grants: the engine, as far as they need it. */
export interface GrantMaker {
  readonly provider: Provider;
  readonly scopes: KnownScopes;
}

export interface Consent {
  readonly params: Params;
  /** The grant that this one is added to, if it is of the same person and client. */
  readonly known: string | Grant | undefined;
  readonly user: User;
}

/**
 * Records what the person allowed; what the person may not have is recorded as refused.
 *
 * @returns the grant's id
 */
export const storeGrant = async (maker: GrantMaker, consent: Consent): Promise<string> =>
  (await grantOf(maker, consent)).save();

/** @returns the grant, which is not stored yet */
export async function grantOf(
  { provider, scopes: available }: GrantMaker,
  { params, known, user }: Consent,
): Promise<Grant> {
  const clientId = params['client_id'] ?? '';
  const found = typeof known === 'string' ? await provider.Grant.find(known) : known;
  const isOwn = found?.accountId === user.id && found.clientId === clientId;
  const grant = isOwn ? found : new provider.Grant({ accountId: user.id, clientId });
  const scopes = (params['scope'] ?? '').split(' ').filter(Boolean);
  const allowed = scopes.filter((scope) => available.mayHave(user, scope));
  grant.addOIDCScope(allowed.join(' '));
  const refused = scopes.filter((scope) => !allowed.includes(scope));
  if (refused.length > 0) grant.rejectOIDCScope(refused.join(' '));
  grant.addOIDCClaims(requestedClaims(params['claims']));
  for (const resource of [params['resource'] ?? []].flat()) {
    grant.addResourceScope(resource, allowed.filter(opensApi).join(' '));
  }
  Object.assign(grant, { rar: limitsOf(grant, params, scopes) });
  return grant;
}

/**
 * Consent without details is for all that its scopes allow, with them for these alone; who was asked about other scopes has said
 * nothing of those that are limited.
 */
function limitsOf(grant: Grant, params: Params, asked: readonly string[]): unknown {
  const wish = wishOf(params);
  if (wish !== undefined) return wish;
  const scopes = grant.getOIDCScope().split(' ').filter(opensApi);
  const isAboutAll = scopes.every((scope) => asked.includes(scope));
  return isAboutAll ? undefined : (grant as { readonly rar?: unknown }).rar;
}

/** The claims that a request names one by one (OpenID Connect Core 1.0 section 5.5). */
export function requestedClaims(claims: string | undefined): string[] {
  if (claims === undefined) return [];
  const { userinfo, id_token } = JSON.parse(claims) as Record<string, object | undefined>;
  return [...new Set([...Object.keys(userinfo ?? {}), ...Object.keys(id_token ?? {})])];
}
