import {
  custom,
  integer,
  list,
  optional,
  settingsOf,
  type Kind,
} from '@sextant/platform-runtime/config';

const token: Kind<string> = {
  expected: '24 characters or more without spaces',
  parse: (value) => (/^[\x21-\x7e]{24,}$/.test(value) ? value : undefined),
};

/** Who may use the service, and how often. */
export class AccessSettings extends settingsOf({
  serviceToken: optional(
    custom(token, {
      env: 'SERVICE_TOKEN',
      description: 'What other services send to /internal; nobody gets in without it.',
      example: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0',
      secret: true,
    }),
  ),
  unscopedClients: list({
    env: 'UNSCOPED_CLIENTS',
    description: 'Clients of the house: their tokens need no scope notifications.',
    example: 'sextant-direct-login',
    default: ['sextant-direct-login'],
  }),
  rateLimitUser: integer({
    env: 'RATE_LIMIT_USER',
    description: 'Requests that one user may send in a minute.',
    example: '300',
    default: 300,
    min: 1,
  }),
}) {}
