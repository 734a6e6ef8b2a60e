import type { Substitution } from './facts.js';
import type { LanguageTag } from '../../languages/language.js';

/** A segment of a translation memory that is like the one asked for. */
export interface MemoryMatch {
  readonly segmentId: string;
  /** As it is stored; equals the one asked for when `score` is 100. */
  readonly source: string;
  /** As it is stored, but for the substitutions. */
  readonly target: string;
  /** Percent, 0 to 100. */
  readonly score: number;
  /** Numbers, placeholders and names that the text has in the place of others. */
  readonly substitutions?: readonly Substitution[];
  /**
   * Whether the text differs from `source` in more than could be repaired: then `target` may say something else, and is
   * offered to people, never used.
   */
  readonly isSuggestion?: true;
}

export interface MemoryRequest {
  readonly owner: string;
  readonly memoryId: string;
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  /** Percent, 0 to 100: matches below are not returned. */
  readonly threshold: number;
  readonly segments: readonly string[];
  /** Ends the search; the promise is then rejected with the signal's reason. */
  readonly signal: AbortSignal;
}

/** Finds earlier translations of segments. */
export abstract class MemoryLookup {
  /**
   * @returns the best match of each segment, in their order; a suggestion only where there is no other
   * @throws {Problem} `translation_memory_not_found` (404), also for another owner's or a target language
   *   that it does not hold; 400 when its source language is another
   */
  abstract match(request: MemoryRequest): Promise<readonly (MemoryMatch | undefined)[]>;
}
