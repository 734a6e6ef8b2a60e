import { ANALYSIS_RATE } from '../recordings/cepstra.js';
import { quietestIn, type Span, type SpeechActivity } from './speech-activity.js';

/** A recording whose samples are read as they are needed. */
export interface LongRecording {
  /** The samples from one index to before another; fewer where the recording ends. */
  read(from: number, until: number): Promise<Int16Array>;
}

/** A stretch of a recording in which somebody speaks. */
export interface Stretch {
  readonly pcm: Int16Array;
  /** From the beginning of the recording. */
  readonly startMs: number;
}

export interface StretchOptions {
  readonly activity: SpeechActivity;
  readonly workspace: string;
  readonly signal: AbortSignal;
}

/** Whisper hears thirty seconds, and sherpa-onnx gives it 29.5 of them. */
export const MAX_STRETCH_SECONDS = 28;
const MAX_STRETCH = MAX_STRETCH_SECONDS * ANALYSIS_RATE;
/** So much is looked at for pauses. */
const WINDOW = 60 * ANALYSIS_RATE;
/** Consonants at the edges are quiet. */
const MARGIN = 0.2 * ANALYSIS_RATE;
/** Where nobody pauses it is cut in the last seconds. */
const LAST_SECONDS = 6 * ANALYSIS_RATE;

/**
 * Cuts a recording at pauses into stretches that a recogniser hears to their end. What is silent is in none of them.
 *
 * @throws the signal's reason at the next cut
 */
export async function* stretchesOf(
  recording: LongRecording,
  { activity, workspace, signal }: StretchOptions,
): AsyncGenerator<Stretch> {
  let from = 0;
  for (;;) {
    signal.throwIfAborted();
    const pcm = await recording.read(from, from + WINDOW);
    if (pcm.length === 0) return;
    const spans = await activity.spansOf({ pcm, workspace, signal });
    const isLast = pcm.length < WINDOW;
    const [first] = spans;
    if (first !== undefined && !isLast && first.until >= pcm.length && first.from > MARGIN) {
      // It goes on behind the window, which begins anew with it.
      from += first.from - MARGIN;
      continue;
    }
    const next = firstOf(pcm, spans, isLast);
    if (next === undefined) {
      // Somebody may begin to speak just before the end of what was looked at.
      from += isLast ? pcm.length : Math.max(MARGIN, pcm.length - MARGIN);
      continue;
    }
    yield {
      pcm: pcm.slice(next.from, next.until),
      startMs: ((from + next.from) / ANALYSIS_RATE) * 1000,
    };
    from += next.until;
  }
}

/** As many spans as a recogniser hears at once, with what is quiet around them. */
function firstOf(pcm: Int16Array, spans: readonly Span[], isLast: boolean): Span | undefined {
  const [first, ...others] = spans;
  if (first === undefined) return undefined;
  const from = Math.max(0, first.from - MARGIN);
  let { until } = first;
  let nextFrom = pcm.length;
  for (const span of others) {
    // What is cut off by the end of the window is heard with what follows it.
    const isCutOff = !isLast && span.until >= pcm.length;
    if (isCutOff || span.until + MARGIN - from > MAX_STRETCH) {
      nextFrom = span.from;
      break;
    }
    ({ until } = span);
  }
  if (until - from <= MAX_STRETCH) {
    // Half of the pause at most: the rest belongs to what follows.
    const middle = Math.floor((until + nextFrom) / 2);
    return { from, until: Math.min(until + MARGIN, Math.max(until, middle)) };
  }
  return { from, until: quietestIn(pcm, from + MAX_STRETCH - LAST_SECONDS, from + MAX_STRETCH) };
}
