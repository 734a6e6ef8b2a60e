import { integer, optional, settingsOf, url } from '@sextant/platform-runtime/config';

/** What passwords must be like, and how guessing is slowed down. */
export class PasswordSettings extends settingsOf({
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
}) {}
