import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { User } from '../../users/user.js';
import { wishOf } from '../engine/clients/authorization-details.js';
import type { Engine } from '../engine/engine.js';
import { opensApi } from '../engine/clients/known-scopes.js';

type Params = Readonly<Record<string, string | undefined>>;

/**
 * The grant that another tab has brought about since this page was opened: with a second one the code
 * of that tab would be worth nothing.
 */
export async function grantOfSession(
  { provider }: Engine,
  request: IncomingMessage,
  response: ServerResponse,
  { params }: { readonly params: Params },
): Promise<string | undefined> {
  const session = await provider.Session.get(provider.createContext(request, response));
  return session.authorizations?.[params['client_id'] ?? '']?.grantId;
}

export interface Consent {
  readonly params: Params;
  /** The grant that this one is added to, if it is of the same person and client. */
  readonly known: string | undefined;
  readonly user: User;
}

/**
 * Records what the person allowed; what the person may not have is recorded as refused.
 *
 * @returns the grant's id
 */
export async function storeGrant(
  { provider, scopes: available }: Engine,
  { params, known, user }: Consent,
): Promise<string> {
  const clientId = params['client_id'] ?? '';
  const found = known === undefined ? undefined : await provider.Grant.find(known);
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
  return grant.save();
}

/**
 * Consent without details is for all that its scopes allow, with them for these alone; who was asked about other scopes has said
 * nothing of those that are limited.
 */
function limitsOf(
  grant: InstanceType<Provider['Grant']>,
  params: Params,
  asked: readonly string[],
): unknown {
  const wish = wishOf(params);
  if (wish !== undefined) return wish;
  const scopes = grant.getOIDCScope().split(' ').filter(opensApi);
  const isAboutAll = scopes.every((scope) => asked.includes(scope));
  return isAboutAll ? undefined : (grant as { readonly rar?: unknown }).rar;
}

/** The claims that a request names one by one (OpenID Connect Core 1.0 section 5.5). */
function requestedClaims(claims: string | undefined): string[] {
  if (claims === undefined) return [];
  const { userinfo, id_token } = JSON.parse(claims) as Record<string, object | undefined>;
  return [...new Set([...Object.keys(userinfo ?? {}), ...Object.keys(id_token ?? {})])];
}
