/** Clocks of two servers differ a little. */
export const SKEW_MS = 60_000;

/** When somebody must have signed in at the provider to count. */
export interface Freshness {
  /** When the person was sent there; absent where a session of the provider is enough. */
  readonly freshSinceMs: number | undefined;
  readonly nowMs: number;
}

/**
 * When a session of the provider began that stands for a sign-in here: it is as old here as there, or a client that looks for a recent
 * sign-in would take it for one.
 *
 * @param signedInMs when the provider says that the person signed in
 * @returns `undefined` for a new sign-in, and for a time that nobody can have signed in at
 */
export function sessionStart(
  signedInMs: number,
  { freshSinceMs, nowMs }: Freshness,
): number | undefined {
  const isEarlier = freshSinceMs === undefined && signedInMs > 0 && signedInMs < nowMs;
  return isEarlier ? signedInMs : undefined;
}

/**
 * Requires a sign-in at the provider, where the client wants one and not a session.
 *
 * @param signedInMs when the provider says that the person signed in
 * @throws {Error} for a session of before, and for a time that is still to come: of such a provider nobody knows how old its sessions are
 */
export function requireFresh(signedInMs: number, { freshSinceMs, nowMs }: Freshness): void {
  if (freshSinceMs === undefined) return;
  if (signedInMs + SKEW_MS >= freshSinceMs && signedInMs - SKEW_MS <= nowMs) return;
  const at = Math.abs(signedInMs) < LATEST_MS ? new Date(signedInMs).toISOString() : 'no time';
  throw new Error(
    signedInMs > nowMs
      ? `The person signed in at ${at}, which is in the future.`
      : `The person signed in at ${at}, before a new sign-in was asked for.`,
  );
}

/** That a date can be (ECMA-262, section 21.4.1.1). */
const LATEST_MS = 8.64e15;
