import { integer, settingsOf, url } from '@sextant/platform-runtime/config';

/** What passwords must be like, and how guessing is slowed down. */
export class PasswordSettings extends settingsOf({
  passwordMinLength: integer(
    'PASSWORD_MIN_LENGTH',
    'Fewest characters of a new password, which must not be easy to guess either.',
    { default: 12, min: 8, max: 64 },
  ),
  passwordBreachUrl: url(
    ['http', 'https'],
    'PASSWORD_BREACH_URL',
    'Service of leaked passwords that is asked by the first five digits of the SHA-1; none if absent.',
    { example: 'https://api.pwnedpasswords.com/range/' },
  ),
  loginFreeAttempts: integer(
    'LOGIN_FREE_ATTEMPTS',
    'Wrong passwords of one account from one address before waits begin.',
    { default: 5, min: 1, max: 1000 },
  ),
  loginsRunning: integer(
    'LOGINS_RUNNING',
    'Passwords that are checked at the same time; each takes 19 MiB and 10 ms.',
    { default: 2, min: 1, max: 64 },
  ),
}) {}
