import { PowerSpectrum } from '../audio/fft.js';
import {
  COLUMN_HZ,
  COLUMNS,
  isOfWorkspace,
  LOWEST_HZ,
  ROW_SECONDS,
  ROWS,
  type Chips,
} from './chips.js';

/** Of the recordings that marks are looked for in. */
export const DETECTION_RATE = 16_000;
/** 64 ms: long enough to tell the harmonics of most voices from each other, which differ more than the mark does. */
const SIZE = 1024;
const HOP = 160;
const FRAMES_A_ROW = Math.round((ROW_SECONDS * DETECTION_RATE) / HOP);
const PERIOD = ROWS * FRAMES_A_ROW;
const BINS_A_COLUMN = (COLUMN_HZ * SIZE) / DETECTION_RATE;
const FIRST_BIN = (LOWEST_HZ * SIZE) / DETECTION_RATE;

/** Levels around a cell that it is compared with: frames on each side, and columns. */
const AROUND_FRAMES = 15;
const AROUND_COLUMNS = 1;
/** Speech differs more than the mark from place to place: what stands out counts no more than this. */
const MOST_DB = 6;
/** What is so much softer than the loudest is a pause. */
const PAUSE_DB = 55;

/** Where in the period a recording may begin, and how sure that is. */
export interface Found {
  /** In frames. */
  readonly offset: number;
  /** In standard deviations of what a recording without the mark gives. */
  readonly score: number;
}

/** In noise, half of the chips alone do not always tell the place: all of them decide between so many. */
const PLACES = 8;

/** Places in the period at which a recording may begin. */
export const OFFSETS = PERIOD;

/**
 * What is left of a recording when its speech is taken away as far as possible: for each place in the period and each band,
 * how much louder it is than around it. O(samples).
 *
 * @param pcm at `DETECTION_RATE`
 */
export const marksOf = (pcm: Int16Array): Float64Array => folded(outstanding(levelsOf(pcm)));

/**
 * Compares what `marksOf` found with secret chips. Chips that are independent of it give a sum whose standard deviation is
 * that of their weights; its probability of `score` or more is below exp(-score² / 2) (Hoeffding 1963), whatever the recording.
 */
export class MarkedRecording {
  /** For each frame of the period and each column, the level of a chip that begins there. */
  readonly #levels: Float64Array;
  /** For each offset, the square root of what the squares of a workspace's chips add up to: it is the same for all keys. */
  readonly #weights: Float64Array;

  constructor(marks: Float64Array) {
    this.#levels = chipLevels(marks);
    this.#weights = Float64Array.from({ length: OFFSETS }, (_, offset) => this.weight(offset, 2));
  }

  /** Looks for the mark of a workspace, half of all chips: the likeliest places, best first. O(OFFSETS * CHIPS), about a millisecond */
  find(chips: Chips): readonly [Found, ...Found[]] {
    const products = this.workspaceProducts(Float64Array.from(chips));
    const places = Array.from({ length: OFFSETS }, (_, offset) => {
      const weight = this.#weights[offset] ?? 0;
      return { offset, score: weight === 0 ? 0 : (products[offset] ?? 0) / weight };
    });
    const [best = { offset: 0, score: 0 }, ...others] = places
      .toSorted((one, other) => other.score - one.score)
      .slice(0, PLACES);
    return [best, ...others];
  }

  /** How much all chips of a voice are there, at the best of the places. O(PLACES * CHIPS) */
  score(chips: Chips, places: readonly Found[]): number {
    return places.reduce((best, { offset }) => {
      const weight = this.weight(offset, 1);
      return Math.max(best, weight === 0 ? 0 : this.product(chips, offset) / weight);
    }, 0);
  }

  private weight(offset: number, step: Step): number {
    let sum = 0;
    for (let row = 0; row < ROWS; row += 1) {
      const at = placeOf(row, offset);
      for (let column = first(row, step); column < COLUMNS; column += step) {
        sum += (this.#levels[at + column] ?? 0) ** 2;
      }
    }
    return Math.sqrt(sum);
  }

  private product(chips: Chips, offset: number): number {
    let sum = 0;
    for (let row = 0; row < ROWS; row += 1) {
      const at = placeOf(row, offset);
      for (let column = 0; column < COLUMNS; column += 1) {
        sum += (this.#levels[at + column] ?? 0) * (chips[row * COLUMNS + column] ?? 0);
      }
    }
    return sum;
  }

  /**
   * Of the workspace's chips, at every place. Plain loops, and four sums side by side, none of which waits for another: this is
   * done for each key of a thousand.
   */
  private workspaceProducts(chips: Float64Array): Float64Array {
    const levels = this.#levels;
    const products = new Float64Array(OFFSETS);
    for (let offset = 0; offset < OFFSETS; offset += 4) {
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let row = 0; row < ROWS; row += 1) {
        const chip = row * COLUMNS;
        const [inA, inB] = [placeOf(row, offset), placeOf(row, offset + 1)];
        const [inC, inD] = [placeOf(row, offset + 2), placeOf(row, offset + 3)];
        for (let column = first(row, 2); column < COLUMNS; column += 2) {
          const sign = chips[chip + column] ?? 0;
          a += (levels[inA + column] ?? 0) * sign;
          b += (levels[inB + column] ?? 0) * sign;
          c += (levels[inC + column] ?? 0) * sign;
          d += (levels[inD + column] ?? 0) * sign;
        }
      }
      products.set([a, b, c, d], offset);
    }
    return products;
  }
}

/** Where the levels of a row begin in a recording that begins at this place. */
const placeOf = (row: number, offset: number): number =>
  ((row * FRAMES_A_ROW + offset) % PERIOD) * COLUMNS;

/** All chips (1), or those of the workspace (2), which are every other one. */
type Step = 1 | 2;
const first = (row: number, step: Step): number => (step === 1 || isOfWorkspace(row, 0) ? 0 : 1);

function chipLevels(marks: Float64Array): Float64Array {
  return Float64Array.from({ length: PERIOD * COLUMNS }, (_, from) => {
    let level = 0;
    for (let frame = 0; frame < FRAMES_A_ROW; frame += 1) {
      level += marks[(from + frame * COLUMNS) % (PERIOD * COLUMNS)] ?? 0;
    }
    return level;
  });
}

/** Levels of all bands in decibels, frame by frame. */
function levelsOf(pcm: Int16Array): Float64Array[] {
  const spectrum = new PowerSpectrum(SIZE);
  const window = Float64Array.from(
    { length: SIZE },
    (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / SIZE),
  );
  const frames: Float64Array[] = [];
  for (let start = 0; start + SIZE <= pcm.length; start += HOP) {
    const power = spectrum.of(window.map((weight, index) => weight * (pcm[start + index] ?? 0)));
    frames.push(Float64Array.from({ length: COLUMNS }, (_, column) => levelIn(power, column)));
  }
  return frames;
}

function levelIn(power: Float64Array, column: number): number {
  const from = FIRST_BIN + column * BINS_A_COLUMN;
  let sum = 0;
  for (let bin = from; bin < from + BINS_A_COLUMN; bin += 1)
    sum += Math.log10((power[bin] ?? 0) + 1);
  return (10 * sum) / BINS_A_COLUMN;
}

/** How much each place stands out of what is around it in time and frequency; pauses do not. */
function outstanding(levels: readonly Float64Array[]): Float64Array[] {
  const loudest = levels.reduce((most, frame) => Math.max(most, ...frame), 0);
  const inTime = levels.map((frame, at) => {
    const from = Math.max(0, at - AROUND_FRAMES);
    const around = levels.slice(from, at + AROUND_FRAMES + 1);
    return frame.map(
      (level, column) =>
        level - around.reduce((sum, each) => sum + (each[column] ?? 0), 0) / around.length,
    );
  });
  return inTime.map((frame, at) =>
    frame.map((level, column) => {
      if ((levels[at]?.[column] ?? 0) < loudest - PAUSE_DB) return 0;
      const around = frame.subarray(
        Math.max(0, column - AROUND_COLUMNS),
        column + AROUND_COLUMNS + 1,
      );
      const mean = around.reduce((sum, each) => sum + each, 0) / around.length;
      return Math.max(-MOST_DB, Math.min(MOST_DB, level - mean));
    }),
  );
}

/** All periods of a recording on top of each other. */
function folded(frames: readonly Float64Array[]): Float64Array {
  const period = new Float64Array(PERIOD * COLUMNS);
  for (const [at, frame] of frames.entries()) {
    const row = (at % PERIOD) * COLUMNS;
    for (let column = 0; column < COLUMNS; column += 1) {
      period[row + column] = (period[row + column] ?? 0) + (frame[column] ?? 0);
    }
  }
  return period;
}
