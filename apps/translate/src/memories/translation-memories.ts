import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import { baseLanguage, type LanguageTag } from '../languages/language.js';
import { LoadedMemories } from './loaded-memories.js';
import { MAX_MEMORIES, MAX_MEMORY_SEGMENTS, MEMORY_ERRORS } from './memory-errors.js';
import type { MemoryLookup, MemoryMatch, MemoryRequest } from './search/memory-lookup.js';
import { MemorySearchSettings } from './search/memory-search.settings.js';
import { isCompatible, MemorySearcher } from './search/memory-search.js';
import { formatTmx, parseTmx, type TmxDocument, type TmxUnit } from './tmx.js';
import {
  TranslationMemoryStore,
  type Concordance,
  type ConcordanceRequest,
  type MemoryChange,
  type SegmentPage,
  type SegmentPageRequest,
  type SourceSegment,
  type TranslationMemory,
} from './translation-memory.js';

export interface TmxImport {
  readonly owner: string;
  readonly name: string;
  readonly tmx: Uint8Array;
  /** A memory that has this id is taken for the same import, made before. A new one if absent. */
  readonly id?: string;
}

export interface ConcordanceQuery extends Omit<ConcordanceRequest, 'memoryIds'> {
  readonly owner: string;
  /** Of the memories; all if absent. */
  readonly source?: LanguageTag | undefined;
  readonly target?: LanguageTag | undefined;
}

export interface ImportedMemory {
  readonly memory: TranslationMemory;
  readonly skippedSegments: number;
}

/** Makes, changes and finds translation memories, and searches them for translation. */
@Injectable()
export class TranslationMemories implements MemoryLookup, OnApplicationShutdown {
  readonly #loaded: LoadedMemories;

  constructor(
    private readonly store: TranslationMemoryStore,
    private readonly searcher: MemorySearcher,
    private readonly clock: Clock,
    private readonly ids: Ids,
    settings: MemorySearchSettings,
  ) {
    this.#loaded = new LoadedMemories(store, searcher, settings.mostLoaded);
  }

  /** Segments that are ready to be searched now. */
  get loadedSegments(): number {
    return this.#loaded.segmentCount;
  }

  /**
   * Stores a TMX document as a new memory.
   *
   * @throws {Problem} `tmx_malformed`, `translation_memory_empty`, `translation_memory_full`,
   *   `translation_memory_quota_exceeded`
   */
  async import({ owner, name, tmx, id = this.ids.next() }: TmxImport): Promise<ImportedMemory> {
    const { sourceLanguage, units, skippedUnits } = requireUnits(await parseTmx(tmx));
    const known = await this.store.find(owner, id);
    if (known !== undefined) return { memory: known, skippedSegments: skippedUnits };
    const now = new Date(this.clock.nowMs());
    const isStored = await this.store.insert(
      { id, owner, name, sourceLanguage, segments: units, now },
      MAX_MEMORIES,
    );
    if (!isStored) throw MEMORY_ERRORS.tooMany();
    return { memory: await this.get(owner, id), skippedSegments: skippedUnits };
  }

  /** @param page from 0 */
  list(owner: string, page: number, pageSize: number) {
    return this.store.page(owner, page * pageSize, pageSize);
  }

  /** @throws {Problem} `translation_memory_not_found` */
  async get(owner: string, id: string): Promise<TranslationMemory> {
    return found(await this.store.find(owner, id));
  }

  /** @throws {Problem} `translation_memory_not_found` */
  async delete(owner: string, id: string): Promise<void> {
    if (!(await this.store.delete(owner, id))) throw MEMORY_ERRORS.notFound();
  }

  /**
   * Renames a memory, or takes in corrections: the next translation uses them.
   *
   * @throws {Problem} `translation_memory_not_found`, `translation_memory_full`
   */
  async change(owner: string, id: string, change: MemoryChange): Promise<TranslationMemory> {
    const now = new Date(this.clock.nowMs());
    return found(await this.store.change(owner, id, change, now));
  }

  /** @throws {Problem} `translation_memory_not_found` */
  async segments(
    owner: string,
    id: string,
    request: Omit<SegmentPageRequest, 'memoryId'>,
  ): Promise<SegmentPage & { readonly memory: TranslationMemory }> {
    const memory = await this.get(owner, id);
    return { memory, ...(await this.store.segments({ ...request, memoryId: memory.id })) };
  }

  /** Finds where words were used, and how they were translated, in all memories that have the languages. */
  async concordance({ owner, source, target, ...asked }: ConcordanceQuery): Promise<{
    readonly found: Concordance;
    readonly memories: ReadonlyMap<string, TranslationMemory>;
  }> {
    const { memories: all } = await this.store.page(owner, 0, MAX_MEMORIES);
    const searched = all.filter(
      ({ sourceLanguage, targetLanguages }) =>
        (source === undefined || sourceLanguage === baseLanguage(source)) &&
        (target === undefined || targetLanguages.some((each) => isCompatible(each, target))),
    );
    const memoryIds = searched.map(({ id }) => id);
    const found = await this.store.concordance({ ...asked, memoryIds });
    return { found, memories: new Map(searched.map((memory) => [memory.id, memory])) };
  }

  /** The whole memory as TMX, in pieces. @throws {Problem} `translation_memory_not_found` */
  async export(owner: string, id: string): Promise<AsyncIterable<string>> {
    const memory = await this.get(owner, id);
    return formatTmx(memory.sourceLanguage, unitsOf(this.store.changedSince(memory.id, 0)));
  }

  async match(request: MemoryRequest): Promise<readonly (MemoryMatch | undefined)[]> {
    const memory = await this.get(request.owner, request.memoryId);
    if (memory.sourceLanguage !== baseLanguage(request.source)) throw MEMORY_ERRORS.sourceDiffers();
    if (!memory.targetLanguages.some((language) => isCompatible(language, request.target))) {
      throw MEMORY_ERRORS.targetMissing();
    }
    const { owner, segments: texts, source, target, threshold, signal } = request;
    return this.#loaded.with(memory, (handle) =>
      this.searcher.match({ memory: handle, texts, source, target, threshold }, { owner, signal }),
    );
  }

  /** Searches under way fail. */
  onApplicationShutdown(): Promise<void> {
    return this.searcher.close();
  }
}

async function* unitsOf(pieces: AsyncIterable<readonly SourceSegment[]>): AsyncGenerator<TmxUnit> {
  for await (const segments of pieces) {
    for (const { source, targets } of segments) {
      yield { source, targets: new Map(targets.map(({ language, text }) => [language, text])) };
    }
  }
}

function requireUnits(document: TmxDocument): TmxDocument {
  if (document.units.length === 0) throw nothingIn(document);
  if (document.units.length > MAX_MEMORY_SEGMENTS) throw MEMORY_ERRORS.full();
  return document;
}

const nothingIn = ({ languages, sourceLanguage }: TmxDocument): Error =>
  MEMORY_ERRORS.empty({
    message:
      languages.length === 0
        ? 'Bad request. Reason: No segment to store. The file has no texts.'
        : `Bad request. Reason: No segment to store. The file has texts in ${languages.map((code) => JSON.stringify(code)).join(', ')}; none of them has a translation beside its text in "${sourceLanguage}", which the file calls its source language.`,
  });

function found(memory: TranslationMemory | undefined): TranslationMemory {
  if (memory === undefined) throw MEMORY_ERRORS.notFound();
  return memory;
}
