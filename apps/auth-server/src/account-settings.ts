import { integer, list, optional, text, toggle, url } from '@sextant/platform-config';

/** What people's accounts must be like, and who makes them. */
export const accountSettings = {
  passwordMinLength: integer({
    env: 'PASSWORD_MIN_LENGTH',
    description: 'Fewest characters of a new password, which must not be easy to guess either.',
    example: '12',
    default: 12,
    min: 8,
    max: 64,
  }),
  passwordBreachUrl: optional(
    url(['http', 'https'], {
      env: 'PASSWORD_BREACH_URL',
      description:
        'Service of leaked passwords that is asked by the first five digits of the SHA-1; none if absent.',
      example: 'https://api.pwnedpasswords.com/range/',
    }),
  ),
  requireFactor: optional(
    list({
      env: 'REQUIRE_FACTOR',
      description:
        'Roles whose holders need a second factor; `admin` stands for administrators. In production administrators if absent; `none` for nobody.',
      example: 'admin,teacher',
      ...(process.env['NODE_ENV'] === 'production' ? { default: ['admin'] } : {}),
    }),
  ),
  accountDeletionDays: integer({
    env: 'ACCOUNT_DELETION_DAYS',
    description: 'Days between the wish of a person to have the account deleted and the deletion.',
    example: '14',
    default: 14,
    max: 365,
  }),
  geoipFile: optional(
    text({
      env: 'GEOIP_FILE',
      description:
        "Database in MaxMind's format that says in which country an address is, for /account and notices by e-mail.",
      example: '/data/GeoLite2-Country.mmdb',
    }),
  ),
  selfRegistration: toggle({
    env: 'SELF_REGISTRATION',
    description: 'Whether people may make accounts by themselves, with an address that they prove.',
    example: 'false',
    default: false,
  }),
  registrationDomains: optional(
    list({
      env: 'REGISTRATION_DOMAINS',
      description: 'Domains of the addresses that people may make accounts with; all if absent.',
      example: 'example.org,example.com',
    }),
  ),
};
