import { problem } from '@sextant/platform-http/errors';

/** The errors of the admin API and the first-party doors; the protocol's own are RFC 6749's. */
export const AUTH_ERRORS = {
  /** One answer for an unknown user, a wrong password, an inactive and a locked account. */
  badCredentials: problem(
    'invalid_grant',
    401,
    'The user name or the password is wrong, a code (otp) is missing or wrong, or there were too many attempts. Check them, or wait a few minutes.',
  ),
  noToken: problem('invalid_token', 401, 'Send an access token: Authorization: Bearer <token>.'),
  badToken: problem('invalid_token', 401, 'The access token is unknown, expired or revoked.'),
  notAdmin: problem('access_denied', 403, 'This needs an administrator.'),
  busy: problem('temporarily_unavailable', 503, 'Too many people sign in just now. Try again.'),
  invalid: problem('invalid_request', 422, 'The request is not valid.'),
  clientNotFound: problem('not_found', 404, 'No such client.'),
  scopeNotFound: problem('not_found', 404, 'No such scope.'),
  userNotFound: problem('not_found', 404, 'No such user.'),
  groupNotFound: problem('not_found', 404, 'No such group.'),
  groupExists: problem('invalid_request', 409, 'A group of this name exists.'),
  unknownMember: problem('invalid_request', 400, 'A member of the group is no user.'),
  sessionNotFound: problem('not_found', 404, 'No such session.'),
  scopeExists: problem('invalid_request', 422, 'A scope of this name exists.'),
  userExists: problem('invalid_request', 422, 'This user name or e-mail address is taken.'),
  rotatedTooOften: problem(
    'invalid_request',
    422,
    'These keys were rotated three times within the hour. Wait until the oldest one is taken out.',
  ),
  wrongCode: problem(
    'invalid_request',
    422,
    'This code is wrong. Look at the clock of the device: the code is of this half minute.',
  ),
  badPasskey: problem('invalid_request', 422, 'This passkey cannot be used here. Try again.'),
  wrongPassword: problem(
    'invalid_request',
    422,
    'The password is wrong, or there were too many attempts.',
  ),
  tooManyFactors: problem('invalid_request', 422, 'There are too many already. Remove one first.'),
  factorNotFound: problem('not_found', 404, 'There is no such factor.'),
  adminCredentials: problem(
    'invalid_request',
    422,
    'The password and the address of an administrator are changed by administrators alone.',
  ),
  localAdmin: problem(
    'invalid_request',
    422,
    'A directory changes and locks no administrator whom it has not made. An administrator does so here.',
  ),
  foreignHash: problem(
    'invalid_request',
    422,
    'password_hash is of no known form, or costs too much to check. Accepted: argon2, bcrypt, scrypt, PBKDF2, Firebase, phpass and SHA-crypt.',
  ),
  adminDeletion: problem(
    'invalid_request',
    422,
    'You are an administrator. Let another one take that right from you first.',
  ),
  weakPassword: problem('invalid_request', 422, 'The password is too easy to guess.'),
  namesAsPassword: problem(
    'invalid_request',
    422,
    'The password is too easy to guess. It is little more than names.',
  ),
  leakedPassword: problem(
    'invalid_request',
    422,
    'This password has appeared in a data breach. Choose another one.',
  ),
  invalidUserName: problem(
    'invalid_request',
    422,
    'A user name has 1 to 64 letters, digits, ., _ or -.',
  ),
  mixedUserName: problem(
    'invalid_request',
    422,
    'username must not mix letters of several scripts.',
  ),
  invalidName: problem(
    'invalid_request',
    422,
    'A name has at most 100 characters that can be printed.',
  ),
  invalidLink: problem(
    'invalid_request',
    400,
    'This link has expired or was used already. Ask for a new one.',
  ),
  foreignApproval: problem(
    'access_denied',
    403,
    'This request is for another account. Sign out here, then open the link in the mail again.',
  ),
  noMail: problem('invalid_request', 422, 'There is no e-mail here: SMTP_URL is not set.'),
  forged: problem('invalid_request', 400, 'This form is not the one that was shown. Start again.'),
  streamNotFound: problem('not_found', 404, 'There is no such stream. Open a new one.'),
  upstreamNotFound: problem('not_found', 404, 'There is no such provider.'),
  foreignAnswer: problem(
    'invalid_request',
    400,
    'This answer is of another browser, or it was used already. Start again.',
  ),
  notForwarded: problem(
    'access_denied',
    403,
    'Only a proxy of TRUSTED_PROXIES may ask here, for a host of FORWARD_HOSTS, with X-Forwarded-Proto (https where ISSUER has it), -Host and -Uri.',
  ),
  adminScope: problem(
    'invalid_request',
    422,
    'The scope admin cannot be deactivated, and scopes of administrators and introspect cannot be defaults.',
  ),
  lastAdmin: problem('invalid_request', 422, 'This is the last administrator. Make another first.'),
  publicClient: problem(
    'invalid_request',
    400,
    'This client has no secret: it is public, or it signs with a key of its own.',
  ),
  declaredSecret: problem(
    'invalid_request',
    422,
    'This client needs a client_secret. Declare one by {"env": NAME} or {"file": PATH}.',
  ),
  unknownScope: problem('invalid_scope', 422, 'A scope is not known.'),
  rateLimited: problem('rate_limit_exceeded', 429, 'Too many requests.'),
} as const;
