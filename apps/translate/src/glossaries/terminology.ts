import type { LanguageTag } from '../languages/language.js';

/** One term of a glossary: the source is rendered as the target, always. */
export interface GlossaryEntry {
  readonly source: string;
  readonly target: string;
}

/** The entries of a dictionary as one text. */
export interface DictionaryText {
  /** Another one whenever the entries or their languages differ: callers keep under it what they derive. */
  readonly version: string;
  /** Lines `source TAB target`, at least one. */
  readonly text: string;
}

/** One glossary for one pair, as it was when the request came in. */
export interface Dictionary {
  readonly glossaryId: string;
  readonly version: string;
  /**
   * Reads the entries: those of `version` or, if they have been changed since, newer ones.
   *
   * @throws {Problem} `glossary_not_found`, `glossary_dictionary_not_found`
   */
  load(): Promise<DictionaryText>;
}

export interface DictionaryRequest {
  readonly owner: string;
  /** The ids that the caller gave, the first wins where two hold the same source. */
  readonly glossaryIds: readonly string[];
  /** Base languages: glossaries know no regional variants. */
  readonly source: LanguageTag;
  readonly target: LanguageTag;
}

/** Finds what glossaries say about a pair. Reads no entries before they are asked for. */
export abstract class Terminology {
  /**
   * @returns one dictionary for each id, in their order
   * @throws {Problem} `glossary_not_found` (404), also for another owner's; `glossary_pair_mismatch` (400)
   *   when one holds no dictionary of this pair
   */
  abstract dictionaries(request: DictionaryRequest): Promise<readonly Dictionary[]>;
}
