import { setImmediate as turn } from 'node:timers/promises';
import { HOP_MS, shapeOf } from './sound-shape.js';

/** Share of the whole by which one recording may be ahead of the other, and the least of it: 0.3 s. */
const BAND = 0.12;
const LEAST_BAND = 30;
/** What a frame costs that has no counterpart of its own: pace changes, but does not jitter. */
const STAY = 0.6;

export interface Sound {
  readonly pcm: Int16Array;
  readonly sampleRate: number;
}

/**
 * Between two words voices of Piper and Kokoro have a sign, 48 ms of the sound with Piper's joe, which espeak-ng does not have: a
 * word begins behind it (measured beside the durations that the model itself decides on).
 */
const BETWEEN_WORDS_MS = 42;

/**
 * Finds words of one recording in another one of the same text, by another speaker: dynamic time warping of what they sound
 * like. A word that begins after a pause begins where sound does. O(frames x band).
 *
 * @param startsMs of the words in `timed`, rising
 * @returns milliseconds in `spoken`, rising
 * @see H. Sakoe and S. Chiba, "Dynamic programming algorithm optimization for spoken word recognition", IEEE Transactions on
 * Acoustics, Speech, and Signal Processing 26 (1), 1978
 */
export async function wordsIn(
  timed: Sound,
  spoken: Sound,
  startsMs: readonly number[],
): Promise<readonly number[]> {
  const [one, other] = [new Loudness(timed), new Loudness(spoken)];
  const from = await shapeOf(one.audible, timed.sampleRate);
  const to = await shapeOf(other.audible, spoken.sampleRate);
  if (from.length === 0 || to.length === 0) return startsMs.map(() => other.beginMs);
  const counterpart = await path(from, to);
  return startsMs.map((ms) => {
    const frame = Math.min(from.length - 1, Math.max(0, (ms - one.beginMs) / HOP_MS));
    const [before, after] = [Math.floor(frame), Math.ceil(frame)];
    const low = counterpart[before] ?? 0;
    const high = counterpart[after] ?? low;
    const found = other.beginMs + HOP_MS * (low + (frame - before) * (high - low));
    return found > other.beginMs ? other.soundAfter(found, BETWEEN_WORDS_MS) : found;
  });
}

/** Root mean square below which nothing is heard. */
const SILENCE = 100;
const STEP_MS = 5;

/** Where a recording is heard. */
class Loudness {
  readonly #isHeard: readonly boolean[];
  readonly beginMs: number;
  readonly #endMs: number;
  /** Without the silence before and after it. */
  readonly audible: Int16Array;

  constructor({ pcm, sampleRate }: Sound) {
    const step = Math.round((sampleRate * STEP_MS) / 1000);
    this.#isHeard = Array.from({ length: Math.floor(pcm.length / step) }, (_none, at) =>
      isHeard(pcm.subarray(at * step, (at + 1) * step)),
    );
    const first = Math.max(0, this.#isHeard.indexOf(true));
    const last = this.#isHeard.lastIndexOf(true);
    this.beginMs = first * STEP_MS;
    this.#endMs = (last + 1) * STEP_MS;
    this.audible = pcm.subarray(first * step, (last + 1) * step);
  }

  /** A while later; behind the pause where there is one in between. */
  soundAfter(ms: number, whileMs: number): number {
    const [first, end] = [ms, ms + whileMs].map((each) => Math.floor(each / STEP_MS));
    const pause = this.#isHeard.slice(first, end).indexOf(false);
    if (pause < 0) return Math.min(ms + whileMs, this.#endMs);
    const behind = this.#isHeard.indexOf(true, (first ?? 0) + pause);
    return behind < 0 ? this.#endMs : Math.max(ms, behind * STEP_MS);
  }
}

function isHeard(samples: Int16Array): boolean {
  let power = 0;
  for (const sample of samples) power += sample * sample;
  return Math.sqrt(power / samples.length) > SILENCE;
}

function distance(one: Float64Array, other: Float64Array | undefined): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += ((one[at] ?? 0) - (other?.[at] ?? 0)) ** 2;
  return Math.sqrt(sum);
}

/** Others have their turn after some two milliseconds. */
const ROWS_A_TURN = 32;
const FROM_BOTH = 0;
const FROM_ROW = 1;
const FROM_COLUMN = 2;

/** @returns for each frame of the one where it is in the other, in frames */
async function path(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
): Promise<Float64Array> {
  const [rows, columns] = [from.length, to.length];
  const band = Math.max(LEAST_BAND, Math.ceil(BAND * columns));
  const width = 2 * band + 1;
  const steps = new Uint8Array(rows * width);
  const firstOf = (row: number): number => Math.round((row * columns) / rows) - band;
  let above = new Float64Array(width).fill(Infinity);
  // Both begin together.
  above[band - 1] = 0;
  for (const [row, frame] of from.entries()) {
    if (row % ROWS_A_TURN === ROWS_A_TURN - 1) await turn();
    const first = firstOf(row);
    const shift = row === 0 ? 0 : first - firstOf(row - 1);
    const costs = new Float64Array(width).fill(Infinity);
    for (let at = Math.max(0, -first); at < width && first + at < columns; at += 1) {
      const own = distance(frame, to[first + at]);
      const both = above[at + shift - 1] ?? Infinity;
      const up = (above[at + shift] ?? Infinity) + STAY * own;
      const left = (costs[at - 1] ?? Infinity) + STAY * own;
      costs[at] = Math.min(both, up, left) + own;
      steps[row * width + at] = stepOf(both, up, left);
    }
    above = costs;
  }
  return traced({ steps, rows, columns, width, firstOf });
}

const stepOf = (both: number, up: number, left: number): number =>
  both <= up && both <= left ? FROM_BOTH : up <= left ? FROM_ROW : FROM_COLUMN;

interface Steps {
  readonly steps: Uint8Array;
  readonly rows: number;
  readonly columns: number;
  readonly width: number;
  readonly firstOf: (row: number) => number;
}

/** Back from the end: the middle of the counterparts of each frame. */
function traced({ steps, rows, columns, width, firstOf }: Steps): Float64Array {
  const counterpart = new Float64Array(rows);
  let row = rows - 1;
  let column = columns - 1;
  let last = column;
  while (row >= 0 && column >= 0) {
    counterpart[row] = (column + last) / 2;
    const step = steps[row * width + column - firstOf(row)] ?? FROM_BOTH;
    if (step !== FROM_ROW) column -= 1;
    if (step === FROM_COLUMN) continue;
    row -= 1;
    last = column;
  }
  return counterpart;
}
