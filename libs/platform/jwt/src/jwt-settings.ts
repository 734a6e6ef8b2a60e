import { optional, text, url } from '@sextant/platform-config';

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
};

/** The values of `jwtSettings`. */
export interface JwtConfig {
  readonly authIssuer: string;
  readonly authAudience: string;
  readonly authJwksUrl: string | undefined;
  readonly authEventsToken?: string | undefined;
}
