import { ANALYSIS_RATE } from './cepstra.js';

/** Half of the samples are enough for a pitch, and take a quarter of the time. */
const STEP = 2;
const RATE = ANALYSIS_RATE / STEP;
const WINDOW = Math.round(RATE * 0.04);
const HOP = Math.round(RATE * 0.02);
const MIN_HZ = 60;
const MAX_HZ = 400;
/** Correlation with itself a period later from which a frame counts as voiced. */
const VOICED = 0.6;

export interface Pitch {
  /** In hertz; 0 when nothing is voiced. */
  readonly medianHz: number;
  readonly lowHz: number;
  readonly highHz: number;
  readonly voicedSeconds: number;
}

/** Fundamental frequency by normalised autocorrelation (Rabiner 1977), every 20 ms. O(n) with lags up to 1/60 s. */
export function pitchOf(samples: Int16Array): Pitch {
  const half = Float64Array.from(
    { length: Math.floor(samples.length / STEP) },
    (_, index) => ((samples[index * STEP] ?? 0) + (samples[index * STEP + 1] ?? 0)) / 2,
  );
  const found: number[] = [];
  const longest = Math.ceil(RATE / MIN_HZ);
  for (let at = 0; at + WINDOW + longest < half.length; at += HOP) {
    const hz = periodAt(half, at);
    if (hz !== undefined) found.push(hz);
  }
  const sorted = found.toSorted((a, b) => a - b);
  const share = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  return {
    medianHz: share(0.5),
    lowHz: share(0.1),
    highHz: share(0.9),
    voicedSeconds: (found.length * HOP) / RATE,
  };
}

const AUDIBLE = 100;

function periodAt(samples: Float64Array, at: number): number | undefined {
  const own = energy(samples, at);
  if (Math.sqrt(own / WINDOW) < AUDIBLE) return undefined;
  const correlations: number[] = [];
  const shortest = Math.floor(RATE / MAX_HZ);
  for (let lag = shortest; lag <= RATE / MIN_HZ; lag += 1) {
    let sum = 0;
    for (let n = 0; n < WINDOW; n += 1) {
      sum += (samples[at + n] ?? 0) * (samples[at + n + lag] ?? 0);
    }
    correlations.push(sum / Math.sqrt(own * energy(samples, at + lag) + 1));
  }
  const best = Math.max(...correlations);
  if (best < VOICED) return undefined;
  // Twice the period fits nearly as well: the shortest that does is the period.
  const first = correlations.findIndex(
    (value, index) =>
      value > 0.9 * best &&
      value >= (correlations[index - 1] ?? -1) &&
      value >= (correlations[index + 1] ?? -1),
  );
  return first < 0 ? undefined : RATE / (shortest + first);
}

function energy(samples: Float64Array, at: number): number {
  let sum = 0;
  for (let n = 0; n < WINDOW; n += 1) sum += (samples[at + n] ?? 0) ** 2;
  return sum;
}
