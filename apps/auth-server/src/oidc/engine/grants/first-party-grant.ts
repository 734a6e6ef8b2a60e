import type { KoaContextWithOIDC } from 'oidc-provider';
import { isFirstParty } from '../../../clients/client.js';
import { isTrustedAddress } from '../../../clients/first-party.js';
import type { UserAccount } from '../claims.js';
import { activeClient } from '../clients/client-metadata.js';
import type { KnownScopes } from '../clients/known-scopes.js';
import type { EngineDependencies } from '../settings.js';
import { grantOf, requestedClaims, type Grant } from './consent.js';

type Params = Readonly<Record<string, string | undefined>>;

type Uses = Pick<EngineDependencies, 'clients' | 'settings'>;

/**
 * Whose request it is: one of the operator's own pages at an address that is nobody else's; in the name of such a page at
 * another address, where anybody may be; or that of another client.
 */
async function askerOf(
  { clients, settings }: Uses,
  { client_id: clientId = '', redirect_uri: redirectUri }: Params,
): Promise<'own' | 'in-its-name' | 'other'> {
  if (isFirstParty(clientId)) return 'own';
  if ((await activeClient(clients, clientId))?.isFirstParty !== true) return 'other';
  const isOwn = redirectUri !== undefined && isTrustedAddress(redirectUri, settings.issuer);
  return isOwn ? 'own' : 'in-its-name';
}

export const isOwnRequest = async (uses: Uses, params: Params): Promise<boolean> =>
  (await askerOf(uses, params)) === 'own';

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
    const asker = isAsked ? 'other' : await askerOf(uses, paramsOf(context));
    if (asker === 'own') return ownGrant(context, scopes, found);
    // What the page got without a question is nobody else's.
    return asker === 'in-its-name' ? undefined : found;
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
  const [granted, refused] = [grant.getOIDCScope(), grant.getRejectedOIDCScope()];
  const isKnown = (name: string) => (isAllowed(name) ? granted : refused).split(' ').includes(name);
  const known = grant.getOIDCClaimsEncountered();
  const asked = scope.split(' ').filter(Boolean);
  return (
    asked.every((name) => isKnown(name)) &&
    requestedClaims(claims).every((name) => known.includes(name))
  );
}
