import { nextTurn } from '../../scheduling/next-turn.js';

/** Entries after which the clock is asked whether others should have a turn. */
const SLICE = 2048;
const SLICE_MS = 10;

const TAB = 9;

/** Another one in each process, so that nobody can choose texts that meet. */
const SEED = Math.trunc(Math.random() * 0x7fffffff);

/** The hash of nothing; `hashed` adds one code unit (FNV-1a on code units, our choice). */
export const NO_HASH = SEED | 0;
export const hashed = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/**
 * Finds lines `key TAB value` of a text by their keys.
 *
 * The text stays as it is: a line costs 16 to 20 bytes more than its characters. O(1) for each look-up.
 */
export class LineIndex {
  /** Code units of keys, ascending, each once. */
  readonly lengths: readonly number[];
  readonly bytes: number;
  readonly #text: string;
  readonly #starts: Int32Array;
  /** By bucket the first of its lines, by line the next; -1 ends. */
  readonly #heads: Int32Array;
  readonly #next: Int32Array;
  readonly #hashes: Int32Array;

  private constructor(text: string, starts: Int32Array, buckets: Buckets) {
    const { hashes, heads, next, lengths } = buckets;
    this.#text = text;
    this.#starts = starts;
    this.#heads = heads;
    this.#next = next;
    this.#hashes = hashes;
    this.lengths = [...lengths].sort((a, b) => a - b);
    // V8 takes one or two bytes for a character.
    this.bytes = 2 * text.length + 3 * starts.byteLength + heads.byteLength;
  }

  /** Gives others their turn every ten milliseconds. Of lines with the same key the first is found. */
  static async of(text: string): Promise<LineIndex> {
    const starts = await lineStarts(text);
    return new LineIndex(text, starts, await bucketsOf(text, starts));
  }

  get count(): number {
    return this.#starts.length;
  }

  /**
   * @param hash of the text from `start` to `end`
   * @returns the number of the line whose key stands there; undefined when there is none
   */
  find(written: string, start: number, end: number, hash: number): number | undefined {
    let line = this.#heads[hash & (this.#heads.length - 1)] ?? -1;
    while (line !== -1) {
      if (this.#hashes[line] === hash && this.#isKey(line, written.slice(start, end))) return line;
      line = this.#next[line] ?? -1;
    }
    return undefined;
  }

  /** Whether a key has this hash: quick, and nearly always the answer is no. */
  holds(hash: number): boolean {
    let line = this.#heads[hash & (this.#heads.length - 1)] ?? -1;
    while (line !== -1 && this.#hashes[line] !== hash) line = this.#next[line] ?? -1;
    return line !== -1;
  }

  /** @returns key and value */
  line(number: number): readonly [string, string] {
    const start = this.#starts[number] ?? 0;
    const tab = this.#text.indexOf('\t', start);
    const end = (this.#starts[number + 1] ?? this.#text.length + 1) - 1;
    return [this.#text.slice(start, tab), this.#text.slice(tab + 1, end)];
  }

  #isKey(line: number, key: string): boolean {
    const start = this.#starts[line] ?? 0;
    return this.#text.charCodeAt(start + key.length) === TAB && this.#text.startsWith(key, start);
  }
}

interface Buckets {
  readonly hashes: Int32Array;
  readonly heads: Int32Array;
  readonly next: Int32Array;
  readonly lengths: ReadonlySet<number>;
}

async function lineStarts(text: string): Promise<Int32Array> {
  let starts = new Int32Array(1024);
  let count = 0;
  const slices = new Slices();
  for (let at = 0; at < text.length; at = text.indexOf('\n', at) + 1 || text.length) {
    if (count === starts.length) starts = enlarged(starts);
    starts[count] = at;
    count += 1;
    if (count % SLICE === 0) await slices.pause();
  }
  return starts.slice(0, count);
}

function enlarged(list: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * list.length);
  larger.set(list);
  return larger;
}

/** From the last line to the first, so that the first is met first. */
async function bucketsOf(text: string, starts: Int32Array): Promise<Buckets> {
  const heads = new Int32Array(2 ** Math.ceil(Math.log2(starts.length + 1))).fill(-1);
  const next = new Int32Array(starts.length);
  const hashes = new Int32Array(starts.length);
  const lengths = new Set<number>();
  const slices = new Slices();
  for (let line = starts.length - 1; line >= 0; line -= 1) {
    const start = starts[line] ?? 0;
    let hash = NO_HASH;
    let at = start;
    for (let unit = text.charCodeAt(at); unit !== TAB; unit = text.charCodeAt(at)) {
      hash = hashed(hash, unit);
      at += 1;
    }
    lengths.add(at - start);
    hashes[line] = hash;
    const bucket = hash & (heads.length - 1);
    next[line] = heads[bucket] ?? -1;
    heads[bucket] = line;
    if (line % SLICE === 0) await slices.pause();
  }
  return { hashes, heads, next, lengths };
}

/** Ends a long stretch of work now and then, so that other requests go on. */
class Slices {
  #sinceMs = performance.now();

  async pause(): Promise<void> {
    if (performance.now() - this.#sinceMs < SLICE_MS) return;
    await nextTurn();
    this.#sinceMs = performance.now();
  }
}
