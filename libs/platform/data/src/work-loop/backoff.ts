/** A tenth more or less, so that replicas which started together do not all ask at the same moment. */
export const jittered = (ms: number): number => ms * (0.9 + 0.2 * Math.random());

/**
 * The pause after so many failures in a row: it doubles, up to the longest, half of it by chance ("equal jitter").
 *
 * @param failures 1 after the first
 */
export function backoffMs(
  failures: number,
  { pollMs, longestPauseMs }: { readonly pollMs: number; readonly longestPauseMs: number },
): number {
  const ms = Math.min(longestPauseMs, pollMs * 2 ** Math.min(failures - 1, 20));
  return ms / 2 + (ms / 2) * Math.random();
}
