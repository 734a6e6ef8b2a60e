/** Lengths in samples of 24 kHz: 40 ms are two periods of the lowest voice. */
const FRAME = 960;
const HOP = FRAME / 2;
/** How far a frame may be moved so that it fits what is there: 10 ms, a period of a voice of 100 Hz. */
const TOLERANCE = 240;
/** Of the samples that are compared. */
const STEP = 4;

/** Half a period of a cosine: two of them that overlap by half add up to one. */
const WINDOW = Float32Array.from(
  { length: FRAME },
  (_none, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / FRAME),
);

export interface Stretched {
  readonly samples: Float32Array<ArrayBuffer>;
  /** Where in the speech it ends. */
  readonly end: number;
  /** Where the wave goes on: near the end. */
  readonly natural: number;
}

export interface Asked {
  /** In samples. */
  readonly from: number;
  /** Of the piece before; absent for one that begins anew. */
  readonly natural?: number | undefined;
  /** 0.5 to 2. */
  readonly speed: number;
  /** Samples of the answer, about. */
  readonly most: number;
}

/**
 * Changes the pace of a stretch of speech and leaves its pitch: frames are laid over each other closer or further apart than
 * they were, each moved to where it continues the wave before it. O(samples).
 *
 * @see W. Verhelst and M. Roelands, "An overlap-add technique based on waveform similarity (WSOLA)", ICASSP 1993
 */
export function stretched(
  speech: Float32Array,
  { from, natural = from, speed, most }: Asked,
): Stretched {
  if (speed === 1) {
    const end = Math.min(speech.length, from + most);
    return { samples: speech.slice(from, end), end, natural: end };
  }
  const wanted = Math.min(most, Math.ceil((speech.length - from) / speed));
  const frames = Math.max(1, Math.ceil(wanted / HOP));
  const sum = new Float32Array(frames * HOP + HOP);
  let continued = natural;
  for (let frame = 0; frame < frames; frame += 1) {
    const asked = from + Math.round(frame * HOP * speed);
    const start = frame === 0 ? natural : nearest(speech, continued, asked);
    add(sum, speech, { to: frame * HOP, start, isFirst: frame === 0 });
    continued = start + HOP;
  }
  const end = Math.min(speech.length, from + Math.round(frames * HOP * speed));
  return { samples: sum.slice(0, frames * HOP), end, natural: continued };
}

/** The place near the asked one whose wave is most like the one that would have come. */
function nearest(speech: Float32Array, natural: number, asked: number): number {
  let best = asked;
  let most = -Infinity;
  const first = Math.max(0, asked - TOLERANCE);
  for (let start = first; start <= asked + TOLERANCE; start += STEP) {
    let likeness = 0;
    for (let at = 0; at < HOP; at += STEP) {
      likeness += (speech[natural + at] ?? 0) * (speech[start + at] ?? 0);
    }
    if (likeness > most) [best, most] = [start, likeness];
  }
  return best;
}

interface Laid {
  readonly to: number;
  readonly start: number;
  /** Nothing lies before it: it does not fade in. */
  readonly isFirst: boolean;
}

function add(sum: Float32Array, speech: Float32Array, { to, start, isFirst }: Laid): void {
  for (let at = 0; at < FRAME && to + at < sum.length; at += 1) {
    const weight = isFirst && at < HOP ? 1 : (WINDOW[at] ?? 0);
    sum[to + at] = (sum[to + at] ?? 0) + weight * (speech[start + at] ?? 0);
  }
}
