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
  readonly trigramCount: number;
}

/** Up to here every segment is compared; above, those that share the largest part of their trigrams. */
const COMPARE_ALL = 256;
const COMPARE_AT_MOST = 200;
/** A trigram that so many segments hold tells them apart too little to be worth the time, */
const COMMON_TRIGRAM = 2000;
/** unless a text has hardly any other. */
const RAREST_TRIGRAMS = 12;
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
  readonly #byTrigram = new Map<string, number[]>();
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
    this.#entries.push({ segment, comparable, trigramCount: trigrams.size });
    this.#bySource.set(segment.source, position);
    for (const trigram of trigrams) {
      const positions = this.#byTrigram.get(trigram);
      if (positions === undefined) this.#byTrigram.set(trigram, [position]);
      else positions.push(position);
    }
  }

  /**
   * Takes at most some ten milliseconds, however many and long the segments are.
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
      if (mostPossible(comparable, other) < least) continue;
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
    const touched = this.#count(trigrams);
    const byLikeness: Entry<S>[][] = [];
    for (const position of touched) {
      const entry = this.#entries[position];
      const shared = this.#shared[position] ?? 0;
      this.#shared[position] = 0;
      if (entry === undefined || mostPossible(comparable, entry.comparable) < threshold) continue;
      const likeness = Math.floor((200 * shared) / (trigrams.size + entry.trigramCount));
      (byLikeness[likeness] ??= []).push(entry);
    }
    return byLikeness.reverse().flat().slice(0, COMPARE_AT_MOST);
  }

  /** Counts shared trigrams. @returns the positions that share one; all of them while they are few */
  #count(trigrams: ReadonlySet<string>): readonly number[] {
    if (this.#shared.length < this.#entries.length) {
      this.#shared = new Uint16Array(2 * this.#entries.length);
    }
    const isSmall = this.#entries.length <= COMPARE_ALL;
    const touched: number[] = isSmall ? [...this.#entries.keys()] : [];
    for (const positions of this.#tellingPostings(trigrams)) {
      for (const position of positions) {
        const shared = this.#shared[position] ?? 0;
        if (shared === 0 && !isSmall) touched.push(position);
        this.#shared[position] = shared + 1;
      }
    }
    return touched;
  }

  /** Where the trigrams stand that tell segments apart: the rare ones, and a few in any case. */
  #tellingPostings(trigrams: ReadonlySet<string>): readonly (readonly number[])[] {
    const postings = [...trigrams].flatMap((trigram) => {
      const positions = this.#byTrigram.get(trigram);
      return positions === undefined ? [] : [positions];
    });
    postings.sort((a, b) => a.length - b.length);
    return postings.filter(
      (positions, rank) => rank < RAREST_TRIGRAMS || positions.length <= COMMON_TRIGRAM,
    );
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

/** The score can not be above what the lengths allow. */
function mostPossible(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 99 : percent(Math.abs(a.length - b.length), longer);
}

function similarity(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 99 : percent(distance(a, b), longer);
}

const percent = (edits: number, length: number): number =>
  Math.min(99, Math.floor(100 * (1 - edits / length)));
