import type { Clock, Ids } from '@sextant/platform-clock';
import { LRUCache } from 'lru-cache';
import { adapted, keepsFixed } from './facts.js';
import { baseLanguage, type LanguageTag } from './language.js';
import { MAX_MEMORIES, MAX_MEMORY_SEGMENTS, MEMORY_ERRORS } from './memory-errors.js';
import type { MemoryLookup, MemoryMatch, MemoryRequest } from './memory-lookup.js';
import { SegmentIndex } from './segment-index.js';
import { formatTmx, parseTmx, type TmxDocument, type TmxUnit } from './tmx.js';
import type {
  MemoryChange,
  SegmentPage,
  SegmentPageRequest,
  SourceSegment,
  TranslationMemory,
  TranslationMemoryStore,
} from './translation-memory.js';
import { nextTurn } from './next-turn.js';

export interface TranslationMemoriesDependencies {
  readonly store: TranslationMemoryStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A memory that was searched lately. */
interface LoadedMemory {
  readonly index: SegmentIndex<SourceSegment>;
  readonly revision: number;
}

export interface TmxImport {
  readonly owner: string;
  readonly name: string;
  readonly tmx: Uint8Array;
  /** A memory that has this id is taken for the same import, made before. A new one if absent. */
  readonly id?: string;
}

export interface ImportedMemory {
  readonly memory: TranslationMemory;
  readonly skippedSegments: number;
}

/** Segments of all memories that are kept ready to be searched. */
const LOADED_SEGMENTS = 500_000;
/** Milliseconds of searching after which other requests get their turn. */
const TURN_MS = 10;

/** Makes, changes and finds translation memories, and searches them for translation. */
export class TranslationMemories implements MemoryLookup {
  readonly #loaded: LRUCache<string, LoadedMemory>;
  readonly #loading = new Map<string, Promise<LoadedMemory>>();

  /** @param mostLoaded segments of all memories that are kept ready to be searched */
  constructor(
    private readonly uses: TranslationMemoriesDependencies,
    mostLoaded = LOADED_SEGMENTS,
  ) {
    this.#loaded = new LRUCache({
      maxSize: mostLoaded,
      sizeCalculation: ({ index }) => index.size + 1,
    });
  }

  /** Segments that are ready to be searched now. */
  get loadedSegments(): number {
    return [...this.#loaded.values()].reduce((sum, { index }) => sum + index.size, 0);
  }

  /**
   * Stores a TMX document as a new memory.
   *
   * @throws {Problem} `tmx_malformed`, `translation_memory_empty`, `translation_memory_full`,
   *   `translation_memory_quota_exceeded`
   */
  async import({
    owner,
    name,
    tmx,
    id = this.uses.ids.next(),
  }: TmxImport): Promise<ImportedMemory> {
    const { sourceLanguage, units, skippedUnits } = requireUnits(await parseTmx(tmx));
    const known = await this.uses.store.find(owner, id);
    if (known !== undefined) return { memory: known, skippedSegments: skippedUnits };
    const now = new Date(this.uses.clock.nowMs());
    const isStored = await this.uses.store.insert(
      { id, owner, name, sourceLanguage, segments: units, now },
      MAX_MEMORIES,
    );
    if (!isStored) throw MEMORY_ERRORS.tooMany();
    return { memory: await this.get(owner, id), skippedSegments: skippedUnits };
  }

  /** @param page from 0 */
  list(owner: string, page: number, pageSize: number) {
    return this.uses.store.page(owner, page * pageSize, pageSize);
  }

  /** @throws {Problem} `translation_memory_not_found` */
  async get(owner: string, id: string): Promise<TranslationMemory> {
    return found(await this.uses.store.find(owner, id));
  }

  /** @throws {Problem} `translation_memory_not_found` */
  async delete(owner: string, id: string): Promise<void> {
    if (!(await this.uses.store.delete(owner, id))) throw MEMORY_ERRORS.notFound();
  }

  /**
   * Renames a memory, or takes in corrections: the next translation uses them.
   *
   * @throws {Problem} `translation_memory_not_found`, `translation_memory_full`
   */
  async change(owner: string, id: string, change: MemoryChange): Promise<TranslationMemory> {
    const now = new Date(this.uses.clock.nowMs());
    return found(await this.uses.store.change(owner, id, change, now));
  }

  /** @throws {Problem} `translation_memory_not_found` */
  async segments(
    owner: string,
    id: string,
    request: Omit<SegmentPageRequest, 'memoryId'>,
  ): Promise<SegmentPage & { readonly memory: TranslationMemory }> {
    const memory = await this.get(owner, id);
    return { memory, ...(await this.uses.store.segments({ ...request, memoryId: memory.id })) };
  }

  /** The whole memory as TMX, in pieces. @throws {Problem} `translation_memory_not_found` */
  async export(owner: string, id: string): Promise<AsyncIterable<string>> {
    const memory = await this.get(owner, id);
    return formatTmx(memory.sourceLanguage, unitsOf(this.uses.store.changedSince(memory.id, 0)));
  }

  async match(request: MemoryRequest): Promise<readonly (MemoryMatch | undefined)[]> {
    const memory = await this.get(request.owner, request.memoryId);
    if (memory.sourceLanguage !== baseLanguage(request.source)) throw MEMORY_ERRORS.sourceDiffers();
    if (!memory.targetLanguages.some((language) => isCompatible(language, request.target))) {
      throw MEMORY_ERRORS.targetMissing();
    }
    const index = await this.#load(memory);
    const matches: (MemoryMatch | undefined)[] = [];
    let turnEndsAt = performance.now() + TURN_MS;
    for (const segment of request.segments) {
      if (performance.now() > turnEndsAt) {
        await nextTurn();
        request.signal?.throwIfAborted();
        turnEndsAt = performance.now() + TURN_MS;
      }
      matches.push(bestMatch(index, segment, request));
    }
    return matches;
  }

  /** Brings what is loaded up to the memory's revision; loads of one memory happen one after the other. */
  async #load({ id, revision }: TranslationMemory): Promise<SegmentIndex<SourceSegment>> {
    const before = this.#loading.get(id) ?? Promise.resolve(this.#loaded.get(id));
    const load = before
      .catch(() => undefined)
      .then((loaded) => this.#catchUp(id, loaded ?? emptyMemory(), revision));
    this.#loading.set(id, load);
    try {
      return (await load).index;
    } finally {
      if (this.#loading.get(id) === load) this.#loading.delete(id);
    }
  }

  async #catchUp(id: string, loaded: LoadedMemory, revision: number): Promise<LoadedMemory> {
    if (loaded.revision >= revision) return loaded;
    for await (const segments of this.uses.store.changedSince(id, loaded.revision)) {
      for (const segment of segments) loaded.index.put(segment);
    }
    const caughtUp = { index: loaded.index, revision };
    // Another value than before: the cache measures a value once.
    this.#loaded.set(id, caughtUp);
    return caughtUp;
  }
}

const emptyMemory = (): LoadedMemory => ({ index: new SegmentIndex<SourceSegment>(), revision: 0 });

/** Off the score of what would say something else: below the default threshold, and last for who wants it all the same. */
const PENALTY = 30;

function bestMatch(
  index: SegmentIndex<SourceSegment>,
  text: string,
  { source: language, target, threshold }: MemoryRequest,
): MemoryMatch | undefined {
  const asAnswer = (segment: SourceSegment) => {
    const translation = targetFor(segment, target);
    if (translation === undefined) return undefined;
    const stored = { source: segment.source, target: translation };
    return { stored, adapted: adapted(text, stored, language) };
  };
  const best = index.best(text, threshold, (segment, likeness) => {
    const answer = asAnswer(segment);
    if (answer === undefined) return undefined;
    if (answer.adapted !== undefined) return likeness;
    return keepsFixed(text, answer.stored.target) ? likeness - PENALTY : undefined;
  });
  const answer = best && asAnswer(best.segment);
  if (best === undefined || answer === undefined) return undefined;
  const { stored, adapted: made } = answer;
  const substitutions = made?.substitutions ?? [];
  return {
    segmentId: best.segment.id,
    ...stored,
    target: made?.target ?? stored.target,
    score: best.score,
    ...(substitutions.length === 0 ? {} : { substitutions }),
  };
}

/** The wanted variant, else another one of the same language. */
function targetFor({ targets }: SourceSegment, wanted: LanguageTag): string | undefined {
  const exact = targets.find(({ language }) => language === wanted);
  return (exact ?? targets.find(({ language }) => isCompatible(language, wanted)))?.text;
}

const isCompatible = (held: LanguageTag, wanted: LanguageTag): boolean =>
  baseLanguage(held) === baseLanguage(wanted);

async function* unitsOf(pieces: AsyncIterable<readonly SourceSegment[]>): AsyncGenerator<TmxUnit> {
  for await (const segments of pieces) {
    for (const { source, targets } of segments) {
      yield { source, targets: new Map(targets.map(({ language, text }) => [language, text])) };
    }
  }
}

function requireUnits(document: TmxDocument): TmxDocument {
  if (document.units.length === 0) throw MEMORY_ERRORS.empty();
  if (document.units.length > MAX_MEMORY_SEGMENTS) throw MEMORY_ERRORS.full();
  return document;
}

function found(memory: TranslationMemory | undefined): TranslationMemory {
  if (memory === undefined) throw MEMORY_ERRORS.notFound();
  return memory;
}
