import { integer, list, optional, text, url } from '@sextant/platform-config';
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
    description: 'Audience that access tokens must name.',
    example: 'sextant',
    default: 'sextant',
  }),
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

/** The values of `jwtSettings`, and the scope for which the strict ones of them hold. */
export interface JwtConfig extends StepUpRules {
  readonly authIssuer: string;
  readonly authAudience: string;
  readonly authJwksUrl: string | undefined;
  readonly authEventsToken?: string | undefined;
}
