import {
  custom,
  integer,
  list,
  oneOf,
  optional,
  text,
  toggle,
  url,
  type ConfigOf,
  type Kind,
} from '@sextant/platform-config';
import { eventsSettings } from '@sextant/platform-events';
import { httpSettings } from '@sextant/platform-http';
import { mailSettings } from '@sextant/platform-mail';
import { postgresSettings } from '@sextant/platform-postgres';
import { rateLimitSettings } from '@sextant/platform-rate-limit';
import { accountSettings } from './account-settings.js';
import { machineSettings, origin } from './machine-settings.js';
import { SIGNING_ALGORITHMS } from './keys/signing-keys.js';

const key: Kind<Buffer> = {
  expected: '32 bytes in base64',
  parse: (value) => {
    const bytes = Buffer.from(value, 'base64');
    return bytes.length === 32 && /^[A-Za-z0-9+/_-]{43}=?$/.test(value) ? bytes : undefined;
  },
};

const identity = {
  issuer: optional(
    custom(origin, {
      env: 'ISSUER',
      description:
        'Address under which callers reach the service, the iss of all tokens; http://localhost:PORT if absent.',
      example: 'https://login.example.org',
    }),
  ),
  keyEncryptionKey: custom(key, {
    env: 'KEY_ENCRYPTION_KEY',
    description:
      'Seals signing keys and secrets, signs cookies; `openssl rand -base64 32` makes one.',
    example: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
    secret: true,
  }),
  brandName: text({
    env: 'BRAND_NAME',
    description: 'Name on the sign-in page.',
    example: 'Example School',
    default: 'Sextant',
  }),
  themeFile: optional(
    text({
      env: 'THEME_FILE',
      description: 'CSS file that is added to the pages; the colours are custom properties.',
      example: '/etc/auth-server/theme.css',
    }),
  ),
  bootstrapFile: optional(
    text({
      env: 'BOOTSTRAP_FILE',
      description:
        'JSON file with users, clients and scopes that are stored at start if not there yet.',
      example: '/run/secrets/bootstrap.json',
    }),
  ),
};

/** Where the interfaces of the siblings begin, as `src/resource.ts` of each says. */
const SIBLING_RESOURCES = [
  ...['/v2', '/v3', '/api/notifications', '/v1/audio', '/v1/voices', '/v1/models'],
  ...['/v1/text-to-speech', '/v1/admin', '/graphql', '/ipt', '/relay'],
];

const protocol = {
  accessTokenAlgorithm: oneOf(SIGNING_ALGORITHMS, {
    env: 'ACCESS_TOKEN_ALGORITHM',
    description: 'Signature of access tokens: RS256, ES256 or EdDSA.',
    example: 'ES256',
    default: 'ES256',
  }),
  accessTokenAudience: text({
    env: 'ACCESS_TOKEN_AUDIENCE',
    description: 'The aud of access tokens that name no other resource.',
    example: 'sextant',
    default: 'sextant',
  }),
  resources: list({
    env: 'RESOURCES',
    description:
      'Resource indicators (RFC 8707) that tokens may be asked for; paths are at ISSUER. Those of the siblings if absent.',
    example: '/v2,https://mcp.example.org',
    default: SIBLING_RESOURCES,
  }),
  passwordLogin: toggle({
    env: 'PASSWORD_LOGIN',
    description: 'Serve /auth/token and /auth/refresh; a legacy that OAuth 2.1 forbids.',
    example: 'true',
    default: true,
  }),
  dynamicRegistration: oneOf(['off', 'token', 'open'], {
    env: 'DYNAMIC_REGISTRATION',
    description: 'Who may register clients: nobody, holders of an initial token, or everybody.',
    example: 'token',
    default: 'token',
  }),
  registrationToken: optional(
    text({
      env: 'REGISTRATION_TOKEN',
      description: 'The initial access token of dynamic registration; without one it is off.',
      example: 'b1f0...',
      secret: true,
    }),
  ),
  registrationScopes: optional(
    list({
      env: 'REGISTRATION_SCOPES',
      description:
        'Scopes that clients which register themselves may have beside the default ones and those of OpenID Connect.',
      example: 'translate,audio:speech',
    }),
  ),
  eventsToken: optional(
    text({
      env: 'EVENTS_TOKEN',
      description:
        'What the siblings show (their AUTH_EVENTS_TOKEN) to hear at once of revoked tokens; without one nobody does.',
      example: 'hT7w...',
      secret: true,
    }),
  ),
  upstreamsFile: optional(
    text({
      env: 'UPSTREAMS_FILE',
      description: 'JSON file with other providers at which people may sign in.',
      example: '/run/secrets/upstreams.json',
    }),
  ),
  scimToken: optional(
    text({
      env: 'SCIM_TOKEN',
      description:
        'The token of the directory that fills users and groups by SCIM; without one nobody may.',
      example: 'kq9v...',
      secret: true,
    }),
  ),
  fetchAllow: optional(
    list({
      env: 'FETCH_ALLOW',
      description:
        'Hosts with private addresses that may be called all the same (jwks_uri, back-channel logout, pushed events).',
      example: 'suite.internal:8443',
    }),
  ),
};

const siblings = {
  notificationsUrl: optional(
    url(['http', 'https'], {
      env: 'NOTIFICATIONS_URL',
      description:
        'The notifications service, which is told how people are reached; nobody if absent.',
      example: 'http://notifications',
    }),
  ),
  notificationsToken: optional(
    text({
      env: 'NOTIFICATIONS_TOKEN',
      description: 'Its SERVICE_TOKEN.',
      example: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0',
      secret: true,
    }),
  ),
};

const deadlines = {
  databaseDeadlineMs: integer({
    env: 'DATABASE_DEADLINE_MS',
    description: 'After this a statement of the database is given up, and the request gets 503.',
    example: '5000',
    default: 5000,
    min: 100,
    max: 20_000,
  }),
};

const lifetimes = {
  refreshGraceSeconds: integer({
    env: 'REFRESH_GRACE_SECONDS',
    description: 'Seconds in which a refresh token may be used once more after its first use.',
    example: '10',
    default: 0,
    max: 60,
  }),
  keyLifetimeDays: integer({
    env: 'KEY_LIFETIME_DAYS',
    description: 'Days that a signing key signs before the next one follows.',
    example: '90',
    default: 90,
    min: 1,
    max: 3650,
  }),
  sweepSeconds: integer({
    env: 'SWEEP_SECONDS',
    description: 'Seconds between two sweeps of what has expired.',
    example: '60',
    default: 60,
    min: 1,
    max: 86_400,
  }),
};

const perMinute = (env: string, description: string, value: number) =>
  integer({ env, description, example: String(value), default: value, min: 1, max: 100_000_000 });

const limits = {
  rateLimitIp: perMinute('RATE_LIMIT_IP', 'Requests a minute of one address.', 100),
  // Not `rateLimitToken`: the log would take it for a token and blank it.
  rateLimitTokens: perMinute(
    'RATE_LIMIT_TOKEN',
    'Requests a minute of one client at the token endpoints.',
    20,
  ),
  rateLimitAdmin: perMinute(
    'RATE_LIMIT_ADMIN',
    'Requests a minute of one user at the admin endpoints.',
    60,
  ),
  rateLimitScim: perMinute('RATE_LIMIT_SCIM', 'Requests a minute of the directory at /scim.', 1000),
  loginFreeAttempts: integer({
    env: 'LOGIN_FREE_ATTEMPTS',
    description: 'Wrong passwords of one account from one address before waits begin.',
    example: '5',
    default: 5,
    min: 1,
    max: 1000,
  }),
  loginsRunning: integer({
    env: 'LOGINS_RUNNING',
    description: 'Passwords that are checked at the same time; each takes 19 MiB and 10 ms.',
    example: '2',
    default: 2,
    min: 1,
    max: 64,
  }),
};

/** The settings of auth-server. */
export const settings = {
  ...httpSettings({ port: 3002 }),
  ...postgresSettings,
  ...rateLimitSettings,
  ...eventsSettings,
  ...identity,
  ...protocol,
  ...machineSettings,
  ...siblings,
  ...deadlines,
  ...accountSettings,
  ...mailSettings,
  ...lifetimes,
  ...limits,
};

export type AuthServerConfig = ConfigOf<typeof settings>;

/** @throws never: with port 0 the issuer must be given, which tests do */
export const issuerOf = ({ issuer, port }: Pick<AuthServerConfig, 'issuer' | 'port'>): string =>
  issuer ?? `http://localhost:${port}`;
