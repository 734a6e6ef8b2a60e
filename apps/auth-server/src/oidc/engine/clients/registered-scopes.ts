import { Provider, type Client } from 'oidc-provider';
import type { Client as StoredClient } from '../../../clients/client.js';
import { OPENID_SCOPES } from '../../../scopes/scope.js';
import type { KnownScopes } from './known-scopes.js';

/** Set when an administrator decides about the scopes of a client that registered itself: then they are these and no others. */
export const SCOPES_GIVEN = 'scopes_given';

/** Whether nobody but the client itself has said what it may have. */
export const decidesItself = (metadata: Readonly<Record<string, unknown>>): boolean =>
  metadata['client_id_issued_at'] !== undefined && metadata[SCOPES_GIVEN] !== true;

/** What everybody may register for. */
export const registrable = (scopes: KnownScopes): string[] =>
  scopes.names.filter((name) => scopes.isForEverybody(name));

/**
 * The scopes of a client that registered itself: those that it named, and those of OpenID Connect, of which each person is asked;
 * all that it could have named where it named none (RFC 7591 section 2).
 */
export const registeredScopes = (
  { scopes }: Pick<StoredClient, 'scopes'>,
  known: KnownScopes,
): readonly string[] =>
  scopes.length === 0
    ? registrable(known)
    : [...new Set([...scopes, ...Object.keys(OPENID_SCOPES)])];

/** Whether the request, or what it redeems, is for one place (RFC 8707). */
function isForResource(): boolean {
  const { oidc } = Provider.ctx ?? {};
  if (oidc === undefined) return false;
  const { AuthorizationCode, DeviceCode, RefreshToken, BackchannelAuthenticationRequest } =
    oidc.entities as unknown as Readonly<
      Record<string, { readonly resource?: unknown } | undefined>
    >;
  const source =
    AuthorizationCode ?? DeviceCode ?? RefreshToken ?? BackchannelAuthenticationRequest;
  return (oidc.params?.['resource'] ?? source?.resource) !== undefined;
}

/**
 * Lets a client that registered itself ask for the scopes of the resource that it names: a program finds out which these are when a
 * service tells it (`insufficient_scope`, RFC 9728), after it has registered. It could as well register anew.
 */
export function widenForResources(client: Client, known: KnownScopes): void {
  const own = client.scope?.split(' ').filter(Boolean) ?? [];
  const narrow = own.join(' ');
  const wide = [...new Set([...own, ...registrable(known)])].join(' ');
  Object.defineProperty(client, 'scope', {
    configurable: true,
    enumerable: true,
    get: () => (isForResource() ? wide : narrow),
  });
}
