import { custom, integer, list, settingsOf, type Kind } from '@sextant/platform-runtime/config';

const token: Kind<string> = {
  expected: '24 characters or more without spaces',
  parse: (value) => (/^[\x21-\x7e]{24,}$/.test(value) ? value : undefined),
};

/** Who may use the service, and how often. */
export class AccessSettings extends settingsOf({
  serviceToken: custom(
    token,
    'SERVICE_TOKEN',
    'What other services send to /internal; nobody gets in without it.',
    { example: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0', secret: true },
  ),
  unscopedClients: list(
    'UNSCOPED_CLIENTS',
    'Clients of the house: their tokens need no scope notifications.',
    { default: ['sextant-direct-login'] },
  ),
  rateLimitUser: integer('RATE_LIMIT_USER', 'Requests that one user may send in a minute.', {
    default: 300,
    min: 1,
  }),
}) {}
