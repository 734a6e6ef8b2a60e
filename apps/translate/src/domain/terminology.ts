import type { LanguageTag } from './language.js';

/** One term of a glossary: the source is rendered as the target, always. */
export interface GlossaryEntry {
  readonly source: string;
  readonly target: string;
}

/** The entries of one glossary for one pair, as they were when the request came in. */
export interface Dictionary {
  readonly glossaryId: string;
  /** Another one whenever the entries differ: callers may keep under it what they derive from them. */
  readonly version: string;
  readonly entries: readonly GlossaryEntry[];
}

export interface DictionaryRequest {
  readonly owner: string;
  /** The ids that the caller gave, the first wins where two hold the same source. */
  readonly glossaryIds: readonly string[];
  /** Base languages: glossaries know no regional variants. */
  readonly source: LanguageTag;
  readonly target: LanguageTag;
}

/** Finds what glossaries say about a pair. */
export interface Terminology {
  /**
   * @returns one dictionary for each id, in their order
   * @throws {Problem} `glossary_not_found` (404), also for another owner's; `glossary_pair_mismatch` (400)
   *   when one holds no dictionary of this pair
   */
  dictionaries(request: DictionaryRequest): Promise<readonly Dictionary[]>;
}
