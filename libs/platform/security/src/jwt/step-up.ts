import type { JWTPayload } from 'jose';
import { ACCESS_ERRORS } from './access-errors.js';

/** How people have to have signed in for a scope (RFC 9470). */
export interface StepUpRules {
  /** The scope of administrators of the service; without one nothing more is asked of anybody. */
  readonly adminScope?: string | undefined;
  /** One of these has to be the token's `acr`. */
  readonly authAdminAcr?: readonly string[] | undefined;
  /** Longest time since `auth_time`. */
  readonly authAdminMaxAgeSeconds?: number | undefined;
}

/**
 * Refuses a person's token with the administrators' scope when the sign-in behind it was too weak, or is too long ago. Tokens
 * of clients themselves know no sign-in.
 *
 * @throws {Problem} `insufficient_user_authentication` with the challenge of RFC 9470 section 3
 */
export function requireSignIn(payload: JWTPayload, rules: StepUpRules, nowMs: number): void {
  if (!isAdministrator(payload, rules)) return;
  const isStrong = isStrongEnough(payload, rules);
  if (isStrong && isFreshEnough(payload, rules, nowMs)) return;
  throw ACCESS_ERRORS.insufficientAuthentication({
    headers: { 'WWW-Authenticate': challengeOf(isStrong ? 'newer' : 'stronger', rules) },
  });
}

const SKEW_SECONDS = 5;

const isAdministrator = (
  { scope, sub, client_id: client }: JWTPayload,
  { adminScope }: StepUpRules,
): boolean =>
  adminScope !== undefined &&
  sub !== client &&
  typeof scope === 'string' &&
  scope.split(' ').includes(adminScope);

const isStrongEnough = ({ acr }: JWTPayload, { authAdminAcr: values }: StepUpRules): boolean =>
  values === undefined || (typeof acr === 'string' && values.includes(acr));

const isFreshEnough = (
  { auth_time: signedInAt }: JWTPayload,
  { authAdminMaxAgeSeconds: maxAge }: StepUpRules,
  nowMs: number,
): boolean =>
  maxAge === undefined ||
  (typeof signedInAt === 'number' && nowMs / 1000 - signedInAt <= maxAge + SKEW_SECONDS);

const challengeOf = (
  what: string,
  { authAdminAcr: values, authAdminMaxAgeSeconds: maxAge }: StepUpRules,
): string =>
  [
    'Bearer error="insufficient_user_authentication"',
    `error_description="A ${what} sign-in is required"`,
    ...(values === undefined ? [] : [`acr_values="${values.join(' ')}"`]),
    ...(maxAge === undefined ? [] : [`max_age="${maxAge}"`]),
  ].join(', ');
