import { problem, Problem } from '@sextant/platform-http/errors';

/** What is wrong with an access token (RFC 6750 section 3.1). */
export const ACCESS_ERRORS = {
  missing: problem('missing_token', 401, 'Send an access token: Authorization: Bearer <token>.'),
  invalid: problem('invalid_token', 401, 'The access token is not valid or has expired.'),
  insufficientAuthentication: problem(
    'insufficient_user_authentication',
    401,
    'Sign in again, as the header WWW-Authenticate says.',
  ),
  insufficientScope: problem('insufficient_scope', 403, 'The access token lacks a scope.'),
  keysUnavailable: problem(
    'keys_unavailable',
    503,
    'Access tokens cannot be checked just now. Try again later.',
  ),
} as const;

/** Whether somebody has to sign in again: its challenge has to reach the client, whatever else is wrong with tokens. */
export const isStepUp = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'insufficient_user_authentication';
