/**
 * The median of some values, and the interval that it lies in with at least 95 %: by rank, so that one run beside
 * which the machine did something else does not move it. Fewer than six values have no such interval.
 */
export function interval(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const outside = ranksOutside(sorted.length);
  return {
    low: outside === 0 ? -Infinity : sorted[outside - 1],
    median:
      (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) /
      2,
    high: outside === 0 ? Infinity : sorted[sorted.length - outside],
  };
}

/** The largest k for which fewer than k of n tosses of a coin show heads in at most 2.5 %. */
function ranksOutside(n) {
  let probability = 0.5 ** n;
  let sum = 0;
  for (let k = 0; k <= n; k += 1) {
    sum += probability;
    if (sum > 0.025) return k;
    probability *= (n - k) / (k + 1);
  }
  return 0;
}
