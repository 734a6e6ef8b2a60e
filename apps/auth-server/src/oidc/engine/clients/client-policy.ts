import { isDeepStrictEqual } from 'node:util';
import { errors, type Client, type ClientMetadata, type KoaContextWithOIDC } from 'oidc-provider';
import { FIRST_PARTY } from '../../../clients/client.js';
import { CIBA, TOKEN_EXCHANGE } from './grant-types.js';
import type { KnownScopes } from './known-scopes.js';

/**
 * What no client may be, whoever makes it, and what clients may not give themselves.
 *
 * @param context of a registration, or of the change of one; absent for all other clients
 * @throws {errors.InvalidClientMetadata}
 */
export function checkClient(
  metadata: ClientMetadata,
  context: KoaContextWithOIDC | undefined,
  scopes: KnownScopes,
): void {
  checkGrants(metadata);
  if (metadata.token_endpoint_auth_method === 'none') checkPublic(metadata);
  if ((metadata.redirect_uris ?? []).some(isUnsafe)) {
    throw new errors.InvalidRedirectUri('redirect_uris must hold no user information and no *');
  }
  if (context !== undefined) checkRegistration(metadata, context, scopes);
}

function checkGrants({ grant_types: grants = [], ...metadata }: ClientMetadata): void {
  if (grants.includes('password') && metadata.client_id !== FIRST_PARTY.directLogin) {
    throw new errors.InvalidClientMetadata('grant_types must not hold password');
  }
  if (grants.includes(TOKEN_EXCHANGE) && metadata['token_exchange'] !== true) {
    throw new errors.InvalidClientMetadata('token_exchange is given by an administrator');
  }
}

/** Without a secret anybody is this client (RFC 6749 section 4.4). */
function checkPublic({ grant_types: grants = [], ...metadata }: ClientMetadata): void {
  if (grants.includes('client_credentials')) {
    throw new errors.InvalidClientMetadata('client_credentials needs client authentication');
  }
  if (metadata['token_exchange'] === true) {
    throw new errors.InvalidClientMetadata('token_exchange needs client authentication');
  }
  if (grants.includes(CIBA)) {
    throw new errors.InvalidClientMetadata('ciba needs client authentication');
  }
  if (metadata['require_pkce'] === false) {
    throw new errors.InvalidClientMetadata('public clients need PKCE');
  }
}

/** A name before the host hides it from people; a wildcard is compared to the letter and misleads. */
const isUnsafe = (uri: unknown): boolean => {
  if (typeof uri !== 'string' || !URL.canParse(uri)) return false; // the engine refuses it
  const { username, password, host } = new URL(uri);
  return username !== '' || password !== '' || host.includes('*') || uri.includes('*');
};

/** What of a client's metadata an administrator alone decides. */
export const GIVEN = [
  ...['id_token_claims', 'access_token_lifetime', 'refresh_token_lifetime'],
  ...['token_exchange', 'may_act', 'require_pkce', 'claim_mappings'],
];

function checkRegistration(
  metadata: ClientMetadata,
  context: KoaContextWithOIDC,
  scopes: KnownScopes,
): void {
  if (JSON.stringify(metadata).includes(String.raw`\u0000`)) {
    throw new errors.InvalidClientMetadata('a member holds the character NUL');
  }
  checkGiven(metadata, context.oidc.entities.Client);
  // What an administrator has given to the client since it was registered stays its own.
  const own = context.oidc.entities.Client?.scope?.split(' ') ?? [];
  const refused = (metadata.scope ?? '')
    .split(' ')
    .find((name) => name !== '' && !scopes.isForEverybody(name) && !own.includes(name));
  if (refused !== undefined) {
    throw new errors.InvalidClientMetadata(`scope must not hold ${refused}`);
  }
}

/** What only administrators give: a change leaves it as it is. */
function checkGiven(metadata: ClientMetadata, own: Client | undefined): void {
  // Whose workspace it is an administrator decides; a client would name that of somebody else.
  if (metadata['workspace'] !== own?.['workspace']) {
    throw new errors.InvalidClientMetadata('workspace is given by an administrator');
  }
  // How much a client is trusted with, likewise.
  const given = GIVEN.find((name) => !isDeepStrictEqual(metadata[name], own?.[name]));
  if (given !== undefined) {
    throw new errors.InvalidClientMetadata(`${given} is given by an administrator`);
  }
  // Whom it may have asked by e-mail, likewise.
  if (metadata.grant_types?.includes(CIBA) === true && own?.grantTypeAllowed(CIBA) !== true) {
    throw new errors.InvalidClientMetadata('ciba is given by an administrator');
  }
}
