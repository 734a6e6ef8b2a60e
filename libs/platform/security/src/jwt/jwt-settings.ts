import { integer, list, optional, text, url, settingsOf } from '@sextant/platform-runtime/config';
import type { StepUpRules } from './step-up.js';

/** Whose access tokens an app accepts. */
export const jwtSettings = {
  authIssuer: url(['http', 'https'], {
    env: 'AUTH_ISSUER',
    description: 'Issuer of the access tokens: the public address of auth-server.',
    example: 'https://login.example.org',
    developmentDefault: 'http://localhost:8080',
  }),
  authAudience: text({
    env: 'AUTH_AUDIENCE',
    description: 'Audience that access tokens name, if not a resource of the service itself.',
    example: 'sextant',
    default: 'sextant',
  }),
  authResourceBase: optional(
    url(['http', 'https'], {
      env: 'AUTH_RESOURCE_BASE',
      description:
        'Public address of the service, if not that of AUTH_ISSUER; with its paths the audience of tokens for it alone (RFC 9728).',
      example: 'https://api.example.org',
    }),
  ),
  authJwksUrl: optional(
    url(['http', 'https'], {
      env: 'AUTH_JWKS_URL',
      description:
        'Where the key set is fetched, if not at AUTH_ISSUER: an address inside the cluster.',
      example: 'http://auth-server/.well-known/jwks.json',
    }),
  ),
  authEventsToken: optional(
    text({
      env: 'AUTH_EVENTS_TOKEN',
      description:
        'The EVENTS_TOKEN of auth-server, which then tells at once of revoked tokens; without it they are believed until they expire.',
      example: 'hT7w...',
      secret: true,
    }),
  ),
  authCertificateHeader: optional(
    text({
      env: 'AUTH_CERTIFICATE_HEADER',
      description:
        'Header in which TRUSTED_PROXIES name the certificate of the client, for tokens that are bound to one (RFC 8705); without it they are refused.',
      example: 'ssl-client-cert',
    }),
  ),
  authAdminAcr: optional(
    list({
      env: 'AUTH_ADMIN_ACR',
      description:
        "What the acr of a person's token with the administrators' scope may be; others are told to step up (RFC 9470).",
      example: 'urn:sextant:mfa,urn:sextant:passkey',
    }),
  ),
  authAdminMaxAgeSeconds: optional(
    integer({
      env: 'AUTH_ADMIN_MAX_AGE_SECONDS',
      description:
        "Longest time since people with the administrators' scope signed in; then they have to again (RFC 9470).",
      example: '3600',
      min: 60,
      max: 31_536_000,
    }),
  ),
};

/** The values of `jwtSettings`, and what the service adds of itself. */
export interface JwtConfig extends StepUpRules {
  readonly authIssuer: string;
  readonly authAudience: string;
  /** Where the service's resources are; at the issuer's address if absent. */
  readonly authResourceBase?: string | undefined;
  readonly authJwksUrl: string | undefined;
  /** In which a proxy names the client's certificate; without it tokens that are bound to one are refused. */
  readonly authCertificateHeader?: string | undefined;
  readonly authEventsToken?: string | undefined;
  /** `paths` of the service's `ProtectedResource`: tokens for them alone are accepted too. */
  readonly resourcePaths?: readonly string[];
}

/** The values of `jwtSettings`, for injection. */
export class JwtSettings extends settingsOf(jwtSettings) {}
