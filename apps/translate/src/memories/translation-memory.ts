import type { LanguageTag } from '../languages/language.js';

/** A translation of a segment into one language. */
export interface TargetSegment {
  readonly id: string;
  readonly language: LanguageTag;
  readonly text: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface SourceSegment {
  readonly id: string;
  readonly source: string;
  readonly targets: readonly TargetSegment[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface TranslationMemory {
  readonly id: string;
  readonly name: string;
  readonly sourceLanguage: LanguageTag;
  /** Sorted. */
  readonly targetLanguages: readonly LanguageTag[];
  readonly segmentCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Grows with each change. */
  readonly revision: number;
}

/** A translation to be stored: one with the same source and language is replaced. */
export interface SegmentInput {
  readonly source: string;
  readonly targets: ReadonlyMap<LanguageTag, string>;
}

export interface NewMemory {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly sourceLanguage: LanguageTag;
  readonly segments: readonly SegmentInput[];
  readonly now: Date;
}

export interface SegmentPageRequest {
  readonly memoryId: string;
  /** Of the last segment of the page before; 0 for the first page. */
  readonly afterPosition: number;
  readonly size: number;
  readonly filter?: { readonly text: string; readonly isCaseSensitive: boolean } | undefined;
}

export interface SegmentPage {
  readonly segments: readonly SourceSegment[];
  /** Where the next page starts; undefined on the last one. */
  readonly nextPosition?: number | undefined;
}

/** What changed a memory, or is to. */
export interface MemoryChange {
  readonly name?: string | undefined;
  readonly segments?: readonly SegmentInput[] | undefined;
}

/** Where a search goes on. */
export interface ConcordancePlace {
  readonly memoryId: string;
  readonly position: number;
}

/** Words that are looked for in several memories. */
export interface ConcordanceRequest {
  readonly memoryIds: readonly string[];
  /** All of them stand in a segment's source, or in one of its translations; capitals do not matter. */
  readonly words: readonly string[];
  readonly after?: ConcordancePlace | undefined;
  readonly size: number;
}

export interface Concordance {
  readonly segments: readonly { readonly memoryId: string; readonly segment: SourceSegment }[];
  /** Undefined when all is searched; else there may be more, even if nothing was found so far. */
  readonly next?: ConcordancePlace | undefined;
}

/** Where memories are kept. Everything is seen by its owner only. */
export abstract class TranslationMemoryStore {
  /** @returns false when the owner holds `limit` memories already; nothing is stored then */
  abstract insert(memory: NewMemory, limit: number): Promise<boolean>;
  /** Oldest first, with the number of all. */
  abstract page(
    owner: string,
    offset: number,
    limit: number,
  ): Promise<{ readonly memories: readonly TranslationMemory[]; readonly total: number }>;
  abstract find(owner: string, id: string): Promise<TranslationMemory | undefined>;
  abstract delete(owner: string, id: string): Promise<boolean>;
  /**
   * Changes a memory atomically.
   *
   * @returns undefined when there is none
   * @throws {Problem} `translation_memory_full` when it would hold more segments than it may
   */
  abstract change(
    owner: string,
    id: string,
    change: MemoryChange,
    now: Date,
  ): Promise<TranslationMemory | undefined>;
  abstract segments(request: SegmentPageRequest): Promise<SegmentPage>;
  abstract concordance(request: ConcordanceRequest): Promise<Concordance>;
  /** Segments that were changed after a revision, in their order, in pieces. */
  abstract changedSince(
    memoryId: string,
    revision: number,
  ): AsyncIterable<readonly SourceSegment[]>;
}
