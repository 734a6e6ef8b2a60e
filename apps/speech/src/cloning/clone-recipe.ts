import { BAND_HZ } from '../recordings/cepstra.js';
import type { RecordingAnalysis } from '../recordings/recording-analysis.js';
import { espeakLanguage } from '../languages/espeak-languages.js';

/** What imitates a speaker with espeak-ng. */
export interface ParametricClone {
  readonly engineVoice: string;
  /** File of the voice variant. */
  readonly variant: string;
  /** Factor of the pace. */
  readonly rate: number;
}

/** Measured with the same methods on espeak-ng's `en-us` at its own pace. */
const BASE = { syllablesPerSecond: 5.0, tiltDb: 6.3, medianHz: 99 } as const;
/** Setting of `pitch` in a variant for one hertz of median: measured on `en-us`, `pitch 180 260` is 225 Hz. */
const PITCH_PER_HZ = 100 / 102;

/**
 * Imitates pitch, range, pace, and colour of a speaker (espeak-ng, docs/voices.md). It remains a synthetic voice and no likeness.
 */
export function parametricClone(
  id: string,
  locale: string,
  analysis: RecordingAnalysis,
): ParametricClone {
  const name = variantName(id);
  const { medianHz, lowHz, highHz } = analysis.pitch;
  const centre = between(medianHz, 60, 400) * PITCH_PER_HZ;
  const width = between((highHz - lowHz) * PITCH_PER_HZ, 10, 160);
  const low = Math.round(between(centre - width * 0.45, 40, 400));
  const high = Math.round(centre + width * 0.55);
  return {
    engineVoice: `${espeakLanguage(locale) ?? 'en-us'}+${name}`,
    variant: [
      'language variant',
      `name ${name}`,
      `pitch ${low} ${high}`,
      ...formants(medianHz, tiltOf(analysis.spectrumDb) - BASE.tiltDb),
      '',
    ].join('\n'),
    rate: between(analysis.syllablesPerSecond / BASE.syllablesPerSecond, 0.8, 1.3),
  };
}

/** espeak-ng takes letters and digits in names of variants. */
export const variantName = (id: string): string => `c${id.replaceAll('-', '')}`;

const between = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/**
 * Smaller speakers have higher voices and higher formants: 17 % more for an octave (after Peterson and Barney 1952). The
 * upper formants are as loud as the speaker's highs are against the lows.
 */
function formants(medianHz: number, tiltDb: number): string[] {
  const octaves = Math.log2(between(medianHz, 60, 400) / BASE.medianHz);
  const place = Math.round(between(100 * 1.17 ** octaves, 85, 126));
  const height = Math.round(between(100 * 10 ** (tiltDb / 20), 25, 160));
  return [100, Math.round((100 + height) / 2), height, height, height].map(
    (level, index) => `formant ${index + 1} ${place} ${level} 100`,
  );
}

/** Level of the highs over the lows, in dB. */
const tiltOf = (spectrumDb: readonly number[]): number =>
  mean(spectrumDb, (hz) => hz > 1500) - mean(spectrumDb, (hz) => hz < 1000);

function mean(spectrumDb: readonly number[], isIn: (hz: number) => boolean): number {
  const levels = spectrumDb.filter((_, band) => isIn(BAND_HZ[band] ?? 0));
  return levels.reduce((sum, level) => sum + level, 0) / Math.max(1, levels.length);
}
