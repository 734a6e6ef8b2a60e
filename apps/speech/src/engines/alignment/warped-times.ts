import { Resampler } from '../../audio/resampler.js';
import { joined } from '../../audio/joined.js';
import { ANALYSIS_RATE, cepstraOf, type Cepstra } from '../../recordings/cepstra.js';

/** Milliseconds between two frames. */
const HOP_MS = 10;
/** Share of the whole by which one recording may be ahead of the other, and the least of it: 0.3 s. */
const BAND = 0.12;
const LEAST_BAND = 30;
/** What a frame costs that has no counterpart of its own: pace changes, but does not jitter. */
const STAY = 0.6;
/** How much loudness counts beside one coefficient. */
const LOUDNESS_WEIGHT = 2;

export interface Sound {
  readonly pcm: Int16Array;
  readonly sampleRate: number;
}

/**
 * Finds moments of one recording in another one of the same text, by another speaker: dynamic time warping of their cepstra.
 * O(frames x band).
 *
 * @param momentsMs rising
 * @returns milliseconds in `spoken`, rising
 * @see H. Sakoe and S. Chiba, "Dynamic programming algorithm optimization for spoken word recognition", IEEE Transactions on
 * Acoustics, Speech, and Signal Processing 26 (1), 1978
 */
export function momentsIn(timed: Sound, spoken: Sound, momentsMs: readonly number[]): number[] {
  const [from, to] = [featuresOf(timed), featuresOf(spoken)];
  if (from.length === 0 || to.length === 0) return momentsMs.map(() => 0);
  const counterpart = path(from, to);
  return momentsMs.map((ms) => {
    const frame = Math.min(from.length - 1, Math.max(0, ms / HOP_MS));
    const [before, after] = [Math.floor(frame), Math.ceil(frame)];
    const low = counterpart[before] ?? 0;
    const high = counterpart[after] ?? low;
    return HOP_MS * (low + (frame - before) * (high - low));
  });
}

/** Every 10 ms, each coefficient with a mean of 0 and a deviation of 1: speakers differ in both. */
function featuresOf({ pcm, sampleRate }: Sound): readonly Float64Array[] {
  const { features, energyDb } = cepstraOf(atAnalysisRate(pcm, sampleRate));
  return normalised(features, energyDb);
}

function atAnalysisRate(pcm: Int16Array, sampleRate: number): Int16Array {
  if (sampleRate === ANALYSIS_RATE) return pcm;
  const resampler = new Resampler(sampleRate, ANALYSIS_RATE);
  return joined([resampler.push(pcm), resampler.end()]);
}

const COEFFICIENTS = 12;

function normalised(
  features: Cepstra['features'],
  energyDb: Cepstra['energyDb'],
): readonly Float64Array[] {
  const size = COEFFICIENTS + 1;
  const rows = features.map((cepstrum, frame) => {
    const row = new Float64Array(size);
    row.set(cepstrum.subarray(0, COEFFICIENTS));
    row[COEFFICIENTS] = energyDb[frame] ?? 0;
    return row;
  });
  for (let at = 0; at < size; at += 1) {
    const mean = rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length;
    const power = rows.reduce((sum, row) => sum + ((row[at] ?? 0) - mean) ** 2, 0) / rows.length;
    const weight = (at === COEFFICIENTS ? LOUDNESS_WEIGHT : 1) / Math.sqrt(power + 1e-9);
    for (const row of rows) row[at] = ((row[at] ?? 0) - mean) * weight;
  }
  return rows;
}

function distance(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2;
  return Math.sqrt(sum);
}

const FROM_BOTH = 0;
const FROM_ROW = 1;
const FROM_COLUMN = 2;

/** @returns for each frame of the one where it is in the other, in frames */
function path(from: readonly Float64Array[], to: readonly Float64Array[]): Float64Array {
  const [rows, columns] = [from.length, to.length];
  const band = Math.max(LEAST_BAND, Math.ceil(BAND * columns));
  const width = 2 * band + 1;
  const steps = new Uint8Array(rows * width);
  const firstOf = (row: number): number => Math.round((row * columns) / rows) - band;
  let above = new Float64Array(width).fill(Infinity);
  for (let row = 0; row < rows; row += 1) {
    const costs = new Float64Array(width).fill(Infinity);
    const shift = row === 0 ? 0 : firstOf(row) - firstOf(row - 1);
    for (let at = 0; at < width; at += 1) {
      const column = firstOf(row) + at;
      if (column < 0 || column >= columns) continue;
      const own = distance(from[row]!, to[column]!);
      const isFirst = row === 0 && column === 0;
      const both = isFirst ? 0 : (above[at + shift - 1] ?? Infinity);
      const up = (above[at + shift] ?? Infinity) + STAY * own;
      const left = (costs[at - 1] ?? Infinity) + STAY * own;
      const least = Math.min(both, up, left);
      costs[at] = least + own;
      const step = least === both ? FROM_BOTH : least === up ? FROM_ROW : FROM_COLUMN;
      steps[row * width + at] = step;
    }
    above = costs;
  }
  return traced({ steps, rows, columns, width, firstOf });
}

interface Steps {
  readonly steps: Uint8Array;
  readonly rows: number;
  readonly columns: number;
  readonly width: number;
  readonly firstOf: (row: number) => number;
}

/** Back from the end: the first of the counterparts of each frame. */
function traced({ steps, rows, columns, width, firstOf }: Steps): Float64Array {
  const counterpart = new Float64Array(rows);
  let row = rows - 1;
  let column = columns - 1;
  while (row >= 0 && column >= 0) {
    counterpart[row] = column;
    const step = steps[row * width + column - firstOf(row)] ?? FROM_BOTH;
    if (step !== FROM_COLUMN) row -= 1;
    if (step !== FROM_ROW) column -= 1;
  }
  return counterpart;
}
