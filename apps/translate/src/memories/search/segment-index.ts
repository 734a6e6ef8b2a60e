import { distance } from 'fastest-levenshtein';

/** Something that is found by its source text. */
export interface IndexedSegment {
  readonly id: string;
  readonly source: string;
}

export interface SegmentMatch<S extends IndexedSegment> {
  readonly segment: S;
  /** Percent: 100 for the very same text, at most 99 for another. */
  readonly score: number;
}

/** What a segment is worth for a text; undefined for nothing. */
export type Judge<S> = (segment: S, likeness: number) => number | undefined;

interface Entry<S extends IndexedSegment> {
  segment: S;
  readonly comparable: string;
}

/** Up to here every segment is compared; above, those that share the largest part of their trigrams. */
const COMPARE_ALL = 256;
const COMPARE_AT_MOST = 200;
/** A trigram that so many segments hold tells them apart too little to be worth the time, */
const COMMON_TRIGRAM = 2000;
/** unless a text has hardly any other. */
const RAREST_TRIGRAMS = 12;
/** Entries of trigrams that one look-up reads at most, about 5 ms; the rarest trigrams come first. */
const MOST_READ_ENTRIES = 250_000;
/**
 * Pairs of characters that one look-up compares at most, about 20 ms. Segments of usual length never get there; of very
 * long ones only the likeliest are compared.
 */
const MOST_COMPARED_CHARACTERS = 64 * 1024 * 1024;

/**
 * Finds the segment whose source text is most like a given one.
 *
 * The score is the share of characters that need no edit: 100 * (1 - Levenshtein distance / length of the longer text),
 * after case and white space are made alike. Candidates come from an index of trigrams, by Dice's coefficient.
 */
export class SegmentIndex<S extends IndexedSegment> {
  readonly #entries: Entry<S>[] = [];
  readonly #bySource = new Map<string, number>();
  /** By position: characters of the comparable form, and how many trigrams it has. */
  readonly #lengths = new Numbers();
  readonly #trigramCounts = new Numbers();
  readonly #byTrigram = new Map<string, Numbers>();
  /** Shared trigrams by position, all 0 between look-ups. */
  #shared = new Uint16Array(COMPARE_ALL);

  get size(): number {
    return this.#entries.length;
  }

  /** Adds a segment; one with the same source text is replaced. */
  put(segment: S): void {
    const known = this.#entries[this.#bySource.get(segment.source) ?? -1];
    if (known !== undefined) {
      known.segment = segment;
      return;
    }
    const position = this.#entries.length;
    const comparable = comparableForm(segment.source);
    const trigrams = trigramsOf(comparable);
    this.#entries.push({ segment, comparable });
    this.#lengths.push(comparable.length);
    this.#trigramCounts.push(trigrams.size);
    this.#bySource.set(segment.source, position);
    for (const trigram of trigrams) {
      let positions = this.#byTrigram.get(trigram);
      if (positions === undefined) this.#byTrigram.set(trigram, (positions = new Numbers()));
      positions.push(position);
    }
  }

  /**
   * Takes some milliseconds among a million segments of usual length, and at most some ten however long they are.
   *
   * @param threshold percent, 0 to 100
   * @param judge the score of a segment that is not the very same text, given how like it is; undefined leaves it out
   * @returns undefined when none is like enough
   */
  best(
    text: string,
    threshold: number,
    judge: Judge<S> = (_segment, score) => score,
  ): SegmentMatch<S> | undefined {
    const exact = this.#entries[this.#bySource.get(text) ?? -1]?.segment;
    const score = exact && judge(exact, 100);
    if (exact !== undefined && score !== undefined && score >= threshold) {
      return { segment: exact, score };
    }
    return threshold >= 100 ? undefined : this.#mostSimilar(text, threshold, judge);
  }

  #mostSimilar(text: string, threshold: number, judge: Judge<S>): SegmentMatch<S> | undefined {
    const comparable = comparableForm(text);
    let best: SegmentMatch<S> | undefined;
    let least = threshold;
    let compared = 0;
    for (const { segment, comparable: other } of this.#candidates(comparable, threshold)) {
      if (mostPossible(comparable.length, other.length) < least) continue;
      const likeness = similarity(comparable, other);
      const score = likeness < least ? undefined : judge(segment, likeness);
      if (score !== undefined && score >= least) {
        best = { segment, score };
        least = score + 1;
      }
      compared += comparable.length * other.length;
      if (compared > MOST_COMPARED_CHARACTERS) break;
    }
    return best;
  }

  /** Those of a possible length, the likeliest first. */
  #candidates(comparable: string, threshold: number): readonly Entry<S>[] {
    const trigrams = trigramsOf(comparable);
    const byLikeness: number[][] = [];
    for (const position of this.#count(trigrams)) {
      const shared = this.#shared[position] ?? 0;
      this.#shared[position] = 0;
      if (mostPossible(comparable.length, this.#lengths.at(position)) < threshold) continue;
      const count = trigrams.size + this.#trigramCounts.at(position);
      const likeness = Math.floor((200 * shared) / count);
      const alike = byLikeness[likeness];
      if (alike === undefined) byLikeness[likeness] = [position];
      else if (alike.length < COMPARE_AT_MOST) alike.push(position);
    }
    const likeliest = byLikeness.reverse().flat().slice(0, COMPARE_AT_MOST);
    return likeliest.flatMap((position) => this.#entries[position] ?? []);
  }

  /** Counts shared trigrams. @returns the positions that share one; all of them while they are few */
  #count(trigrams: ReadonlySet<string>): readonly number[] {
    if (this.#shared.length < this.#entries.length) {
      this.#shared = new Uint16Array(2 * this.#entries.length);
    }
    const isSmall = this.#entries.length <= COMPARE_ALL;
    const touched: number[] = isSmall ? [...this.#entries.keys()] : [];
    let unread = MOST_READ_ENTRIES;
    for (const positions of this.#tellingPostings(trigrams)) {
      for (const position of positions.first(unread)) {
        const shared = this.#shared[position] ?? 0;
        if (shared === 0 && !isSmall) touched.push(position);
        this.#shared[position] = shared + 1;
      }
      unread -= Math.min(unread, positions.length);
    }
    return touched;
  }

  /** Where the trigrams stand that tell segments apart: the rare ones, and a few in any case; the rarest first. */
  #tellingPostings(trigrams: ReadonlySet<string>): readonly Numbers[] {
    const postings = [...trigrams].flatMap((trigram) => this.#byTrigram.get(trigram) ?? []);
    postings.sort((a, b) => a.length - b.length);
    return postings.filter(
      (positions, rank) => rank < RAREST_TRIGRAMS || positions.length <= COMMON_TRIGRAM,
    );
  }
}

/** Whole numbers in four bytes each, outside of the garbage collector's way. */
class Numbers {
  #numbers = new Uint32Array(4);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Uint32Array(2 * this.#length);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = number;
    this.#length += 1;
  }

  at(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  first(count: number): Uint32Array {
    return this.#numbers.subarray(0, Math.min(count, this.#length));
  }
}

/** Case and white space are not what a translator would call a difference. */
const comparableForm = (text: string): string =>
  text.normalize('NFC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();

function trigramsOf(text: string): ReadonlySet<string> {
  const padded = ` ${text} `;
  const trigrams = new Set<string>();
  for (let index = 0; index + 3 <= padded.length; index += 1) {
    trigrams.add(padded.slice(index, index + 3));
  }
  return trigrams;
}

/** The score of texts of these lengths can not be above. */
function mostPossible(a: number, b: number): number {
  const longer = Math.max(a, b);
  return longer === 0 ? 99 : percent(Math.abs(a - b), longer);
}

function similarity(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 99 : percent(distance(a, b), longer);
}

const percent = (edits: number, length: number): number =>
  Math.min(99, Math.floor(100 * (1 - edits / length)));
