import type { IncomingMessage } from 'node:http';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { LANGUAGES } from '../../languages/languages.js';
import { ROUTES } from '../../http/routes.js';
import { OPENID_SCOPES } from '../../scopes/scope.js';
import { isAtCertificateAddress } from './clients/client-certificates.js';
import type { EngineSettings, MutualTls } from './settings.js';

const aliased = new WeakSet<IncomingMessage>();

/** Remembers that a request came to `/oauth/token`, the path of the OIDC configuration. */
export const tokenAliasOf = (request: IncomingMessage): void => void aliased.add(request);

interface ContextPrototype {
  readonly ctx: KoaContextWithOIDC;
  readonly route: string;
  urlFor(name: string, options?: Record<string, unknown>): string;
  clientJwtAuthExpectedAudience: (this: ContextPrototype) => Set<string>;
}

/**
 * The engine knows one path of the token endpoint, callers know two: a DPoP proof names the one
 * that was called (RFC 9449 section 4.3), an assertion may name either. It may also name an endpoint
 * by its alias for clients with certificates, which is the address that such a client calls.
 */
export function advertisedEndpoints(provider: Provider, { base }: Partial<MutualTls> = {}): void {
  const prototype = (
    provider as unknown as { readonly OIDCContext: { readonly prototype: ContextPrototype } }
  ).OIDCContext.prototype;
  const alias = `${provider.issuer}${ROUTES.tokenAlias}`;
  const { clientJwtAuthExpectedAudience } = prototype;
  const toBase = (url: string): string => url.replace(provider.issuer, base ?? provider.issuer);
  // From the issuer, never from the request's Host.
  prototype.urlFor = function urlFor(this: ContextPrototype, name, options) {
    const isAlias = name === 'token' && aliased.has(this.ctx.req);
    const url = isAlias ? alias : provider.urlFor(name, options);
    // The endpoint that is called, as a DPoP proof names it: pages and metadata ask for others.
    const isCalled = name === this.route && isAtCertificateAddress(this.ctx.req);
    return isCalled ? toBase(url) : url;
  };
  prototype.clientJwtAuthExpectedAudience = function audience(this: ContextPrototype) {
    const endpoints = [alias, provider.urlFor('token'), provider.urlFor(this.route)];
    return new Set([
      ...clientJwtAuthExpectedAudience.call(this),
      ...endpoints.flatMap((url) => [url, toBase(url)]),
    ]);
  };
}

/**
 * Makes two documents of the engine's one: RFC 8414's and OpenID Connect Discovery's, with the
 * values that spec 2, part 4.1 gives each of them, and the endpoints that the engine lacks.
 */
export function metadataDocument(
  path: string,
  document: Readonly<Record<string, unknown>>,
  { issuer, mutualTls }: Pick<EngineSettings, 'issuer' | 'mutualTls'>,
): Record<string, unknown> {
  const scopes = document['scopes_supported'] as readonly string[];
  const openid = Object.keys(OPENID_SCOPES);
  const own = scopes.filter((scope) => !openid.includes(scope));
  const isServerMetadata = path === ROUTES.serverMetadata;
  return {
    ...document,
    token_endpoint: `${issuer}${isServerMetadata ? ROUTES.token : ROUTES.tokenAlias}`,
    scopes_supported: isServerMetadata ? [...own, ...openid] : [...openid, ...own],
    check_session_iframe: `${issuer}${ROUTES.sessionIframe}`,
    frontchannel_logout_supported: true,
    frontchannel_logout_session_supported: true,
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    ui_locales_supported: Object.keys(LANGUAGES),
    display_values_supported: ['page', 'popup', 'touch', 'wap'],
    ...(document['backchannel_authentication_endpoint'] === undefined
      ? {}
      : { backchannel_user_code_parameter_supported: false }),
    ...aliasesOf(mutualTls),
    service_documentation: `${issuer}/docs/auth-server`,
  };
}

/** Where clients go that show a certificate (RFC 8705 section 5). */
function aliasesOf({ base }: Partial<MutualTls> = {}): object {
  if (base === undefined) return {};
  return {
    mtls_endpoint_aliases: {
      token_endpoint: `${base}${ROUTES.token}`,
      revocation_endpoint: `${base}${ROUTES.revocation}`,
      introspection_endpoint: `${base}${ROUTES.introspection}`,
      pushed_authorization_request_endpoint: `${base}${ROUTES.pushedAuthorizationRequest}`,
      backchannel_authentication_endpoint: `${base}${ROUTES.backchannelAuthentication}`,
      device_authorization_endpoint: `${base}${ROUTES.deviceAuthorization}`,
      userinfo_endpoint: `${base}${ROUTES.userinfo}`,
    },
  };
}
