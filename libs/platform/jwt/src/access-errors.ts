import { problem } from '@sextant/platform-errors';

/** What is wrong with an access token (RFC 6750 section 3.1). */
export const ACCESS_ERRORS = {
  missing: problem('missing_token', 401, 'Send an access token: Authorization: Bearer <token>.'),
  invalid: problem('invalid_token', 401, 'The access token is not valid or has expired.'),
  insufficientScope: problem('insufficient_scope', 403, 'The access token lacks a scope.'),
  keysUnavailable: problem(
    'keys_unavailable',
    503,
    'Access tokens cannot be checked just now. Try again later.',
  ),
} as const;
