import { adapted } from './facts.js';
import { baseLanguage, type LanguageTag } from '../../languages/language.js';
import type { MemoryMatch } from './memory-lookup.js';
import { SegmentIndex } from './segment-index.js';

/** A segment as it is searched. */
export interface MemorySegment {
  readonly id: string;
  readonly source: string;
  readonly targets: readonly { readonly language: LanguageTag; readonly text: string }[];
}

/** What is looked for in a memory. */
export interface MemoryQuery {
  /** As it was given to `put`. */
  readonly memory: number;
  readonly texts: readonly string[];
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  /** Percent, 0 to 100: matches below are not returned. */
  readonly threshold: number;
}

/** Who asks, and how long. */
export interface MemoryAsker {
  /** Owners have their turns one after the other, however much one of them asks for. */
  readonly owner: string;
  /** Ends the search; the promise is then rejected with the signal's reason. A request has one. */
  readonly signal: AbortSignal;
}

/** Holds memories, and searches them beside everything else. */
export abstract class MemorySearcher {
  /** Adds segments to a memory, which begins with its first ones; one with the same source is replaced. */
  abstract put(
    memory: number,
    segments: readonly MemorySegment[],
  ): Promise<{ readonly size: number }>;
  abstract forget(memory: number): void;
  /**
   * @returns the best match of each text, in their order; none for those that there was no time for
   * @throws {Problem} `engine_unavailable` when the searcher has ended, and with it what it held
   */
  abstract match(
    query: MemoryQuery,
    asker: MemoryAsker,
  ): Promise<readonly (MemoryMatch | undefined)[]>;
  /** Grows when what was held is lost. */
  abstract readonly generation: number;
  abstract close(): Promise<void>;
}

/** The work of a searcher, in one thread. */
export class MemorySearch {
  readonly #memories = new Map<number, SegmentIndex<MemorySegment>>();

  /** @returns how many segments the memory has now */
  put(memory: number, segments: readonly MemorySegment[]): number {
    const index = this.#memories.get(memory) ?? new SegmentIndex<MemorySegment>();
    this.#memories.set(memory, index);
    for (const segment of segments) index.put(segment);
    return index.size;
  }

  forget(memory: number): void {
    this.#memories.delete(memory);
  }

  /** @throws {Error} for a memory that it does not hold */
  match(text: string, query: Omit<MemoryQuery, 'texts'>): MemoryMatch | undefined {
    const index = this.#memories.get(query.memory);
    if (index === undefined) throw new Error(`Memory ${query.memory} is not held.`);
    return bestMatch(index, text, query);
  }
}

/** A translation that can be used goes before one that is more like, but says something else. */
function bestMatch(
  index: SegmentIndex<MemorySegment>,
  text: string,
  { source, target, threshold }: Omit<MemoryQuery, 'texts'>,
): MemoryMatch | undefined {
  let suggestion: MemoryMatch | undefined;
  const best = index.best(text, threshold, (segment, likeness) => {
    const stored = targetFor(segment, target);
    if (stored === undefined) return undefined;
    const pair = { source: segment.source, target: stored };
    if (adapted(text, pair, { source, target }) !== undefined) return likeness;
    if (likeness > (suggestion?.score ?? -1)) {
      suggestion = { segmentId: segment.id, ...pair, score: likeness, isSuggestion: true };
    }
    return undefined;
  });
  const stored = best && targetFor(best.segment, target);
  if (best === undefined || stored === undefined) return suggestion;
  const pair = { source: best.segment.source, target: stored };
  const made = adapted(text, pair, { source, target });
  const substitutions = made?.substitutions ?? [];
  return {
    segmentId: best.segment.id,
    ...pair,
    target: made?.target ?? stored,
    score: best.score,
    ...(substitutions.length === 0 ? {} : { substitutions }),
  };
}

/** The wanted variant, else another one of the same language. */
function targetFor({ targets }: MemorySegment, wanted: LanguageTag): string | undefined {
  const exact = targets.find(({ language }) => language === wanted);
  return (exact ?? targets.find(({ language }) => isCompatible(language, wanted)))?.text;
}

/** Whether a translation into the one language serves for the other. */
export const isCompatible = (held: LanguageTag, wanted: LanguageTag): boolean =>
  baseLanguage(held) === baseLanguage(wanted);
