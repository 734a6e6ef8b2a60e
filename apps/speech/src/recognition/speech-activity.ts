import { ANALYSIS_RATE } from '../recordings/cepstra.js';

/** Where somebody speaks, in samples. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export interface ActivityRequest {
  /** Mono, 16,000 samples a second; a minute at most. */
  readonly pcm: Int16Array;
  /** Whose turn it is. */
  readonly workspace: string;
  readonly signal: AbortSignal;
}

/** Tells speech from silence. */
export abstract class SpeechActivity {
  /** In order, without overlap. */
  abstract spansOf(request: ActivityRequest): Promise<readonly Span[]>;
}

/** Frames of 20 ms. */
const FRAME = ANALYSIS_RATE / 50;
/** Root mean square of what nobody hears: -60 dB of full scale. */
const SILENCE = 33;
/** What is louder than the quietest tenth by so much is speech: 10 dB. */
const ABOVE_NOISE = 3;
/** And, where nothing is quiet, what is no quieter than the loudest twentieth by more than 12 dB, if that is loud: -41 dB. */
const BELOW_PEAK = 0.25;
const LOUD = 300;
/** Shorter pauses are within words. */
const MIN_PAUSE_FRAMES = 15;
const MIN_SPEECH_FRAMES = 3;

/** By loudness against the recording's own noise: nothing has to be installed for it. O(n log n). */
export class LoudnessActivity implements SpeechActivity {
  spansOf({ pcm }: ActivityRequest): Promise<readonly Span[]> {
    const levels = levelsOf(pcm);
    const threshold = thresholdOf(levels);
    return Promise.resolve(
      spansAbove(levels, threshold).map(({ from, until }) => ({
        from: from * FRAME,
        until: Math.min(pcm.length, until * FRAME),
      })),
    );
  }
}

/** Root mean square of each frame. */
export function levelsOf(pcm: Int16Array): Float32Array {
  const levels = new Float32Array(Math.ceil(pcm.length / FRAME));
  for (let frame = 0; frame < levels.length; frame += 1) {
    const end = Math.min(pcm.length, (frame + 1) * FRAME);
    let power = 0;
    for (let at = frame * FRAME; at < end; at += 1) power += (pcm[at] ?? 0) ** 2;
    levels[frame] = Math.sqrt(power / (end - frame * FRAME));
  }
  return levels;
}

/** Above which a frame is speech. */
function thresholdOf(levels: Float32Array): number {
  const sorted = levels.toSorted();
  const quiet = sorted[Math.floor(sorted.length * 0.1)] ?? 0;
  const loud = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  return speechLevel(quiet, loud);
}

/** Above which sound is speech, beside this noise and this loudest sound. */
export const speechLevel = (noise: number, peak: number): number =>
  Math.max(SILENCE, Math.min(ABOVE_NOISE * noise, Math.max(LOUD, BELOW_PEAK * peak)));

function spansAbove(levels: Float32Array, threshold: number): Span[] {
  const spans: { from: number; until: number }[] = [];
  for (const [frame, level] of levels.entries()) {
    if (level <= threshold) continue;
    const last = spans.at(-1);
    if (last !== undefined && frame - last.until < MIN_PAUSE_FRAMES) last.until = frame + 1;
    else spans.push({ from: frame, until: frame + 1 });
  }
  return spans.filter(({ from, until }) => until - from >= MIN_SPEECH_FRAMES);
}

/** The quietest frame of a stretch, in samples: where it is cut if nobody pauses. */
export function quietestIn(pcm: Int16Array, from: number, until: number): number {
  const levels = levelsOf(pcm.subarray(from, until));
  let quietest = 0;
  for (const [frame, level] of levels.entries()) {
    if (level < (levels[quietest] ?? Infinity)) quietest = frame;
  }
  return Math.min(until, from + quietest * FRAME + FRAME / 2);
}
