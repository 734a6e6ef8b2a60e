/** Clocks of two servers differ a little. */
export const SKEW_MS = 60_000;

/**
 * Requires a sign-in at the provider, where the client wants one and not a session.
 *
 * @param signedInMs when the provider says that the person signed in
 * @param freshSinceMs when the person was sent there; absent where a session of the provider is enough
 * @throws {Error} for a session of before
 */
export function requireFresh(signedInMs: number, freshSinceMs: number | undefined): void {
  if (freshSinceMs === undefined || signedInMs + SKEW_MS >= freshSinceMs) return;
  const at = new Date(signedInMs).toISOString();
  throw new Error(`The person signed in at ${at}, before a new sign-in was asked for.`);
}
