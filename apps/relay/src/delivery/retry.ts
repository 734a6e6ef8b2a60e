/** When something that failed is tried again. */
export interface RetryPolicy {
  readonly baseMs: number;
  readonly maxMs: number;
  /** A delivery that is older than this goes to the dead letters instead. */
  readonly giveUpAfterMs: number;
}

/** From 0 to 1, without 1. */
export type Dice = () => number;

/**
 * Full jitter: anything between nothing and the exponential bound, so that those who failed together
 * do not come back together (Brooker, "Exponential Backoff and Jitter", 2015). A time that the target
 * named is the least.
 *
 * @param attempts how often it has failed, 1 or more
 */
export function retryDelayMs(
  { baseMs, maxMs }: Pick<RetryPolicy, 'baseMs' | 'maxMs'>,
  attempts: number,
  { afterMs = 0, dice = Math.random }: { readonly afterMs?: number; readonly dice?: Dice } = {},
): number {
  const boundMs = Math.min(maxMs, baseMs * 2 ** Math.min(attempts - 1, 30));
  const jitterMs = Math.floor(dice() * boundMs);
  return afterMs > 0 ? afterMs + Math.floor(jitterMs / 10) : jitterMs;
}
