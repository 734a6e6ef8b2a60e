import type { KoaContextWithOIDC } from 'oidc-provider';
import { isFirstParty } from '../../../clients/client.js';
import { isTrustedAddress } from '../../../clients/first-party.js';
import type { UserAccount } from '../claims.js';
import { activeClient } from '../clients/client-metadata.js';
import type { KnownScopes } from '../clients/known-scopes.js';
import type { EngineDependencies } from '../settings.js';
import { grantOf, requestedClaims, type Grant } from './consent.js';

type Params = Readonly<Record<string, string | undefined>>;

/** Whether a request is one of the operator's own pages, at an address that is nobody else's. */
export async function isOwnRequest(
  { clients, settings }: Pick<EngineDependencies, 'clients' | 'settings'>,
  { client_id: clientId = '', redirect_uri: redirectUri }: Params,
): Promise<boolean> {
  if (isFirstParty(clientId)) return true;
  if (redirectUri === undefined || !isTrustedAddress(redirectUri, settings.issuer)) return false;
  return (await activeClient(clients, clientId))?.isFirstParty === true;
}

/**
 * The grant of a request: what the person has allowed, and for the operator's own pages what they ask for. `prompt=consent`
 * asks there too, and so do details that narrow scopes.
 */
export const existingGrant =
  (uses: EngineDependencies, scopes: KnownScopes) =>
  async (context: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { oidc } = context;
    const found = await allowedGrant(context);
    const isAsked = oidc.result?.consent !== undefined || oidc.prompts.has('consent');
    if (isAsked || !(await isOwnRequest(uses, paramsOf(context)))) return found;
    return ownGrant(context, scopes, found);
  };

const paramsOf = ({ oidc }: KoaContextWithOIDC): Params => ({ ...oidc.params }) as Params;

/** What the person has allowed just now or earlier in this session. */
async function allowedGrant({ oidc }: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { result, session, client, provider } = oidc;
  const grantId = result?.consent?.grantId ?? session?.grantIdFor(client?.clientId ?? '');
  return grantId === undefined ? undefined : provider.Grant.find(grantId);
}

async function ownGrant(
  context: KoaContextWithOIDC,
  scopes: KnownScopes,
  found: Grant | undefined,
): Promise<Grant> {
  const { account, provider } = context.oidc;
  const { user } = account as UserAccount;
  const params = paramsOf(context);
  const isAllowed = (scope: string) => scopes.mayHave(user, scope);
  if (found !== undefined && isEnough(found, params, isAllowed)) return found;
  // Somebody may have got a role since it was refused for want of it.
  if (found !== undefined) Object.assign(found, { rejected: undefined });
  const grant = await grantOf({ provider, scopes }, { params, known: found, user });
  await grant.save();
  return grant;
}

/** Whether a grant says of everything that is asked for what is true at this moment. */
function isEnough(
  grant: Grant,
  { scope = '', claims, resource }: Params,
  isAllowed: (scope: string) => boolean,
): boolean {
  if (resource !== undefined) return false;
  const granted = grant.getOIDCScope().split(' ');
  const known = grant.getOIDCClaimsEncountered();
  const asked = scope.split(' ').filter(Boolean);
  return (
    asked.every((name) => granted.includes(name) === isAllowed(name)) &&
    requestedClaims(claims).every((name) => known.includes(name))
  );
}
