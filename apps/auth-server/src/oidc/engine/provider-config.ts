import { errors, type Client, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { ACR_VALUES } from '../../factors/assurance.js';
import { INTROSPECT_SCOPE } from '../../scopes/scope.js';
import type { SigningKey } from '../../keys/signing-keys.js';
import { ArtifactAdapter } from './artifact-adapter.js';
import { findAccount, SCOPE_CLAIMS } from './claims.js';
import { richAuthorizationRequests } from './clients/authorization-details.js';
import { mutualTls, tlsAuthMethods } from './clients/client-certificates.js';
import { existingGrant } from './grants/first-party-grant.js';
import { backchannelAuthentication } from './grants/backchannel-authentication.js';
import { ClientAdapter } from './clients/client-metadata.js';
import { clientDocuments, DOCUMENT_BYTES, mayFetchSector } from './clients/client-documents.js';
import { EXTRA_CLIENT_METADATA, validateExtra } from './clients/extra-metadata.js';
import { guardedFetch } from './guarded-fetch.js';
import { interactionRules } from './interaction-rules.js';
import { opensApi, type KnownScopes } from './clients/known-scopes.js';
import { isOwnOrigin } from './clients/redirect-addresses.js';
import { deviceFlow, logoutPages, renderError } from './page-sources.js';
import { checkClientAssertion } from './clients/client-assertions.js';
import { checkRequestObject } from './clients/request-objects.js';
import { ROUTES } from '../../http/routes.js';
import { SessionAdapter } from './session-adapter.js';
import { extraTokenClaims } from './token-claims.js';
import { LIFETIMES, type EngineDependencies } from './settings.js';

const CLIENT_AUTH_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
] as const;

const ENGINE_ROUTES = {
  authorization: ROUTES.authorization,
  token: ROUTES.token,
  revocation: ROUTES.revocation,
  introspection: ROUTES.introspection,
  pushed_authorization_request: ROUTES.pushedAuthorizationRequest,
  device_authorization: ROUTES.deviceAuthorization,
  code_verification: ROUTES.codeVerification,
  backchannel_authentication: ROUTES.backchannelAuthentication,
  registration: ROUTES.registration,
  userinfo: ROUTES.userinfo,
  end_session: ROUTES.endSession,
  jwks: ROUTES.jwks,
};

/** Algorithms of the service's own keys. */
const OWN_KEYS: ('RS256' | 'ES256' | 'EdDSA')[] = ['RS256', 'ES256', 'EdDSA'];
const ASYMMETRIC = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;

export interface ConfigurationInput {
  readonly uses: EngineDependencies;
  readonly keys: readonly SigningKey[];
  readonly scopes: KnownScopes;
}

/** oidc-provider's configuration: what spec 2 wants of it. */
export function providerConfiguration({ uses, keys, scopes }: ConfigurationInput): Configuration {
  const { settings, sealer } = uses;
  return {
    adapter: adapterFactory(uses, scopes),
    jwks: { keys: keys.map(({ privateJwk }) => privateJwk) },
    routes: ENGINE_ROUTES,
    cookies: {
      keys: [sealer.derive('cookies').toString('base64url')],
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    responseTypes: ['code'],
    scopes: scopes.names,
    claims: SCOPE_CLAIMS,
    clientAuthMethods: [...CLIENT_AUTH_METHODS, ...tlsAuthMethods(settings.mutualTls)],
    clientBasedCORS: mayCallFromBrowser,
    // Spec 2, parts 4.1 and 4.2: it is required, also of a client that has one only.
    allowOmittingSingleRegisteredRedirectUri: false,
    assertJwtClientAuthClaimsAndHeader: checkClientAssertion(uses),
    // FAPI 2.0 Security Profile, section 5.3.2.1: the clocks of others may be 10 seconds ahead.
    clockTolerance: 10,
    conformIdTokenClaims: true,
    features: features(uses, scopes),
    ...tokenRules(uses),
    ...interactionRules(uses, scopes),
    findAccount: findAccount(uses),
    loadExistingGrant: existingGrant(uses, scopes),
    extraClientMetadata: { properties: EXTRA_CLIENT_METADATA, validator: validateExtra(scopes) },
    extraTokenClaims: extraTokenClaims(uses),
    fetch: guardedFetch(settings.fetchAllow, uses.unit),
    sectorIdentifierUriValidate: mayFetchSector,
    fetchResponseBodyLimits: {
      ...{ jwks_uri: 65_536, sector_identifier_uri: 65_536 },
      'client_id metadata document': DOCUMENT_BYTES,
    },
    renderError: renderError(uses),
  } as Configuration;
}

/** Pages of a client may call from its own origins, and only where no secret is sent. */
const mayCallFromBrowser = (context: KoaContextWithOIDC, origin: string, client: Client): boolean =>
  (context.oidc.route === 'userinfo' || client.clientAuthMethod === 'none') &&
  isOwnOrigin(origin, client.redirectUris ?? []);

function adapterFactory(uses: EngineDependencies, known: KnownScopes) {
  const { artifacts, journal } = uses;
  const clients = new ClientAdapter({
    ...uses,
    known,
    onChange: (type, clientId) => journal.record({ type, actor: clientId, subject: clientId }),
    onRemoved: async (clientId) => {
      await artifacts.removeOfClient(clientId);
      await journal.record({ type: 'client.deactivated', actor: clientId, subject: clientId });
    },
  });
  return (kind: string) => {
    if (kind === 'Client') return clients;
    return kind === 'Session' ? new SessionAdapter(uses) : new ArtifactAdapter(kind, uses);
  };
}

function features(uses: EngineDependencies, scopes: KnownScopes): Configuration['features'] {
  const { registration } = uses.settings;
  return {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    ciba: backchannelAuthentication(uses),
    claimsParameter: { enabled: true },
    clientCredentials: { enabled: true },
    clientIdMetadataDocument: clientDocuments({
      ...{ clients: uses.clients, scopes, fetches: uses.documentFetches },
      hosts: uses.settings.clientDocuments,
    }),
    deviceFlow: deviceFlow(uses),
    dPoP: { enabled: true },
    fapi: { enabled: true, profile: fapiProfile as never },
    introspection: { enabled: true, allowedPolicy: mayIntrospect(uses) },
    jwtIntrospection: { enabled: true },
    jwtResponseModes: { enabled: true },
    jwtUserinfo: { enabled: true },
    mTLS: mutualTls(uses.settings.mutualTls),
    pushedAuthorizationRequests: { enabled: true },
    registration: {
      enabled: registration.kind !== 'off',
      initialAccessToken: registration.kind === 'token' ? registration.token : false,
    },
    registrationManagement: { enabled: registration.kind !== 'off' },
    requestObjects: { enabled: true, assertJwtClaimsAndHeader: checkRequestObject },
    // Its types tie it to the experimental issuance of credentials.
    richAuthorizationRequests: richAuthorizationRequests as never,
    resourceIndicators: resourceIndicators(uses),
    revocation: { enabled: true, allowedPolicy: mayRevoke },
    rpInitiatedLogout: { enabled: true, ...logoutPages(uses) },
    userinfo: { enabled: true },
  };
}

/** Tokens are for one place where they are asked for so (RFC 8707). */
const resourceIndicators = ({
  settings: { resources },
}: EngineDependencies): NonNullable<Configuration['features']>['resourceIndicators'] => ({
  enabled: true,
  defaultResource: () => undefined,
  useGrantedResource: () => true,
  getResourceServerInfo: (_context, resource, client) => {
    if (!resources.includes(resource)) throw new errors.InvalidTarget();
    return {
      scope: (client.scope ?? '').split(' ').filter(opensApi).join(' '),
      audience: resource,
      accessTokenTTL: LIFETIMES.accessToken,
      // Opaque for the engine: `access-tokens.ts` gives it out as a signed JWT that is kept.
      accessTokenFormat: 'opaque',
    };
  },
});

/** A client may be held to the FAPI 2.0 security profile; `fapi_profile` of its metadata says so. */
const fapiProfile = (_context: KoaContextWithOIDC, client?: Client): string | undefined =>
  client?.['fapi_profile'] === '2.0' ? '2.0' : undefined;

/** A client's own tokens; those of others are refused aloud (RFC 7009 section 2.1). */
function mayRevoke(
  _context: KoaContextWithOIDC,
  client: Client,
  token: { readonly clientId?: string | undefined },
): boolean {
  if (token.clientId === client.clientId) return true;
  throw new errors.InvalidRequest('the token belongs to another client');
}

/** A client's own tokens; those of others only for clients that have the scope `introspect`. */
const mayIntrospect =
  ({ users }: Pick<EngineDependencies, 'users'>) =>
  async (
    _context: KoaContextWithOIDC,
    client: Client,
    token: { readonly clientId?: string | undefined; readonly accountId?: string | undefined },
  ): Promise<boolean> => {
    const isOwn = token.clientId === client.clientId;
    const hasScope = client.scope?.split(' ').includes(INTROSPECT_SCOPE) === true;
    if (!isOwn && (client.clientAuthMethod === 'none' || !hasScope)) return false;
    // Of somebody who is deactivated no token is worth anything, however it came about.
    return token.accountId === undefined || (await users.find(token.accountId))?.isActive === true;
  };

/** In seconds: what an administrator has given the client, else ours. */
export function lifetimeOf(client: Client | undefined, member: string, otherwise: number): number {
  const own = client?.[member];
  return typeof own === 'number' ? own : otherwise;
}

function tokenRules({ grace }: EngineDependencies): Partial<Configuration> {
  return {
    acrValues: [...ACR_VALUES],
    pkce: {
      // An administrator may waive it for one client that cannot, and has a secret at least.
      required: (context, client) =>
        client['require_pkce'] !== false ||
        client.clientAuthMethod === 'none' ||
        context.oidc.isFapi('2.0') !== undefined,
    },
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    // FAPI 2.0 Security Profile, section 5.3.2.1: its refresh tokens are bound to the client's key.
    rotateRefreshToken: async (context) => {
      await grace.repeatIfLate(context);
      return context.oidc.isFapi('2.0') === undefined;
    },
    ttl: lifetimes(),
    enabledJWA: {
      // No none, and no HS256 where the sender's key would be a secret of which we keep a digest.
      clientAuthSigningAlgValues: [...ASYMMETRIC, 'HS256'],
      idTokenSigningAlgValues: ['RS256', 'HS256', 'ES256', 'EdDSA'],
      requestObjectSigningAlgValues: [...ASYMMETRIC],
      userinfoSigningAlgValues: OWN_KEYS,
      authorizationSigningAlgValues: OWN_KEYS,
      introspectionSigningAlgValues: OWN_KEYS,
      dPoPSigningAlgValues: ['ES256', 'EdDSA', 'Ed25519'],
    },
  };
}

const lifetimes = (): Configuration['ttl'] => ({
  AccessToken: (_context, _token, client) =>
    lifetimeOf(client, 'access_token_lifetime', LIFETIMES.accessToken),
  AuthorizationCode: LIFETIMES.authorizationCode,
  ClientCredentials: (_context, _token, client) =>
    lifetimeOf(client, 'access_token_lifetime', LIFETIMES.accessToken),
  BackchannelAuthenticationRequest: ({ oidc }) => {
    const asked = Number(oidc.params?.['requested_expiry'] ?? LIFETIMES.deviceCode);
    return Math.min(asked, LIFETIMES.deviceCode);
  },
  DeviceCode: LIFETIMES.deviceCode,
  Grant: LIFETIMES.grant,
  IdToken: LIFETIMES.idToken,
  Interaction: LIFETIMES.interaction,
  RefreshToken: (_context, _token, client) =>
    lifetimeOf(client, 'refresh_token_lifetime', LIFETIMES.refreshToken),
  Session: LIFETIMES.session,
});
