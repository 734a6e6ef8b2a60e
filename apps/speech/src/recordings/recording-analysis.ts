import { ANALYSIS_RATE, framesOf, type Frames } from './cepstra.js';
import { pitchOf, type Pitch } from './pitch.js';
import { voicePrintOf, type VoicePrint } from './voice-print.js';

/** What is measured of an uploaded recording. */
export interface RecordingAnalysis {
  readonly durationSeconds: number;
  /** Share of samples at the ends of the scale. */
  readonly clippedShare: number;
  /** Level of speech over that of the pauses, in dB. */
  readonly signalToNoiseDb: number;
  readonly pitch: Pitch;
  /** Mean level of each mel band, in dB. */
  readonly spectrumDb: readonly number[];
  /** Vowels a second of speech, which are nearly syllables. */
  readonly syllablesPerSecond: number;
  /** Nothing where there is too little speech. */
  readonly voice: VoicePrint | undefined;
  /** Of the first and the second half of the speech, to see whether one speaker speaks. */
  readonly halves: readonly (VoicePrint | undefined)[];
}

const FULL_SCALE = 32_700;

/** @param pcm mono, 16,000 samples a second */
export function analysisOf(pcm: Int16Array): RecordingAnalysis {
  const frames = framesOf(pcm);
  const middle = Math.floor(frames.features.length / 2);
  return {
    durationSeconds: pcm.length / ANALYSIS_RATE,
    clippedShare: clipped(pcm) / Math.max(1, pcm.length),
    signalToNoiseDb: signalToNoise(frames),
    pitch: pitchOf(pcm),
    spectrumDb: frames.spectrumDb,
    syllablesPerSecond: syllableRate(frames),
    voice: voicePrintOf(frames.features),
    halves: [frames.features.slice(0, middle), frames.features.slice(middle)].map(voicePrintOf),
  };
}

function clipped(pcm: Int16Array): number {
  let count = 0;
  for (const sample of pcm) if (Math.abs(sample) >= FULL_SCALE) count += 1;
  return count;
}

function signalToNoise({ energyDb }: Frames): number {
  const sorted = energyDb.toSorted();
  const share = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  return share(0.9) - share(0.05);
}

/** Peaks of vowels that stand 3 dB out of a curve smoothed over 70 ms, within 25 dB of the loudest. */
function syllableRate({ vowelDb, energyDb, floorDb }: Frames): number {
  const smooth = vowelDb.map((_, index) => {
    const near = vowelDb.subarray(Math.max(0, index - 3), index + 4);
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  });
  const least = (smooth.toSorted()[Math.floor(smooth.length * 0.95)] ?? 0) - 25;
  const speech = energyDb.reduce((sum, level) => sum + (level > floorDb ? 1 : 0), 0);
  return speech === 0 ? 0 : (peaksOf(smooth, least) * 100) / speech;
}

function peaksOf(curve: Float64Array, least: number): number {
  let peaks = 0;
  let low = Infinity;
  let high = -Infinity;
  for (const level of curve) {
    low = Math.min(low, level);
    if (level > low + 3 && level > least) high = Math.max(high, level);
    if (high - level > 3) {
      peaks += 1;
      high = -Infinity;
      low = level;
    }
  }
  return peaks;
}
