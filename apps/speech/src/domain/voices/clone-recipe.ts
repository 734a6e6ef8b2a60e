import { BAND_HZ } from '../recordings/cepstra.js';
import type { RecordingAnalysis } from '../recordings/recording.js';
import { espeakLanguage } from './catalogue.js';

/** What imitates a speaker with espeak-ng. */
export interface ParametricClone {
  readonly engineVoice: string;
  /** File of the voice variant. */
  readonly variant: string;
  /** Factor of the pace. */
  readonly rate: number;
}

/** Measured with the same methods on espeak-ng's `en-us`, reading the Harvard sentences at its own pace. */
const BASE = { syllablesPerSecond: 5.0, tiltDb: 2.5, medianHz: 99 } as const;
/** Setting of `pitch` in a variant for one hertz of median: measured on `en-us`, `pitch 180 260` is 225 Hz. */
const PITCH_PER_HZ = 100 / 102;

/**
 * Imitates pitch, range, pace, and colour of a speaker: `pitch` and `formant` set the size of the speaker, `tone` how bright
 * the voice is (espeak-ng, docs/voices.md). It remains a synthetic voice and no likeness.
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
      ...formants(medianHz),
      tone(analysis.spectrumDb),
      '',
    ].join('\n'),
    rate: between(analysis.syllablesPerSecond / BASE.syllablesPerSecond, 0.7, 1.4),
  };
}

/** espeak-ng takes letters and digits in names of variants. */
export const variantName = (id: string): string => `c${id.replaceAll('-', '')}`;

const between = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/** Smaller speakers have higher voices and higher formants: a fifth more for an octave (Peterson and Barney 1952). */
function formants(medianHz: number): string[] {
  const octaves = Math.log2(between(medianHz, 60, 400) / BASE.medianHz);
  const percent = Math.round(between(100 * 1.17 ** octaves, 85, 126));
  return [1, 2, 3, 4, 5].map((number) => `formant ${number} ${percent} 100 100`);
}

/** Level of the highs against the lows decides how much of the spectrum's upper part is kept. */
function tone(spectrumDb: readonly number[]): string {
  const tiltDb = mean(spectrumDb, (hz) => hz > 1500) - mean(spectrumDb, (hz) => hz < 1000);
  const highs = Math.round(between(120 + (tiltDb + BASE.tiltDb) * 8, 50, 220));
  return `tone 600 170 1200 ${Math.round((170 + highs) / 2)} 2000 ${highs}`;
}

function mean(spectrumDb: readonly number[], isIn: (hz: number) => boolean): number {
  const levels = spectrumDb.filter((_, band) => isIn(BAND_HZ[band] ?? 0));
  return levels.reduce((sum, level) => sum + level, 0) / Math.max(1, levels.length);
}
