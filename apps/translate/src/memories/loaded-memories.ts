import { LRUCache } from 'lru-cache';
import type { MemorySearcher, MemorySegment } from './search/memory-search.js';
import { ENGINE_ERRORS } from '../engines/engine-errors.js';
import type {
  SourceSegment,
  TranslationMemory,
  TranslationMemoryStore,
} from './translation-memory.js';

/** A memory that the searcher holds. */
interface LoadedMemory {
  /** What the searcher knows it by: another one whenever it is loaded anew. */
  readonly handle: number;
  readonly generation: number;
  size: number;
  revision: number;
  /** Loads and searches under way. The searcher forgets what is not kept after the last of them. */
  users: number;
  isKept: boolean;
}

/** Memories that were searched lately are kept in the searcher, up to so many segments of all. */
export class LoadedMemories {
  readonly #loaded: LRUCache<string, { readonly memory: LoadedMemory }>;
  readonly #loading = new Map<string, Promise<LoadedMemory>>();
  #nextHandle = 1;

  constructor(
    private readonly store: Pick<TranslationMemoryStore, 'changedSince'>,
    private readonly searcher: MemorySearcher,
    mostSegments: number,
  ) {
    this.#loaded = new LRUCache({
      maxSize: mostSegments,
      sizeCalculation: ({ memory }) => memory.size + 1,
      dispose: ({ memory }, _id, reason) => {
        if (reason === 'set') return;
        memory.isKept = false;
        this.#forgetIfUnused(memory);
      },
    });
  }

  /** Segments that are ready to be searched now. */
  get segmentCount(): number {
    return [...this.#loaded.values()].reduce((sum, { memory }) => sum + memory.size, 0);
  }

  /** Calls back with what the searcher knows a memory by, brought up to its revision; it stays until the end of that. */
  async with<T>(memory: TranslationMemory, use: (handle: number) => Promise<T>): Promise<T> {
    const loaded = await this.#load(memory);
    try {
      return await use(loaded.handle);
    } finally {
      loaded.users -= 1;
      this.#forgetIfUnused(loaded);
    }
  }

  /** Loads of one memory happen one after the other. */
  async #load({ id, revision }: TranslationMemory): Promise<LoadedMemory> {
    const before = this.#loading.get(id) ?? Promise.resolve(undefined);
    const load = before
      .catch(() => undefined) // Whoever waits for that one is told.
      .then(() => this.#catchUp(id, this.#current(id), revision));
    this.#loading.set(id, load);
    try {
      return await load;
    } finally {
      if (this.#loading.get(id) === load) this.#loading.delete(id);
    }
  }

  /** What is there already, unless it was lost with the searcher. */
  #current(id: string): LoadedMemory {
    const known = this.#loaded.get(id)?.memory;
    const { generation } = this.searcher;
    if (known?.generation === generation) return known;
    const handle = this.#nextHandle++;
    return { handle, generation, size: 0, revision: 0, users: 0, isKept: false };
  }

  /** @returns it, with one user more */
  async #catchUp(id: string, loaded: LoadedMemory, revision: number): Promise<LoadedMemory> {
    loaded.users += 1;
    if (loaded.revision >= revision) return loaded;
    try {
      await this.#read(id, loaded);
    } catch (error) {
      loaded.users -= 1;
      this.#forgetIfUnused(loaded);
      throw error;
    }
    loaded.revision = revision;
    // Another value than before: the cache measures a value once. What is too large is not kept.
    this.#loaded.set(id, { memory: loaded });
    loaded.isKept = this.#loaded.has(id);
    return loaded;
  }

  async #read(id: string, loaded: LoadedMemory): Promise<void> {
    if (loaded.revision === 0) await this.searcher.put(loaded.handle, []);
    for await (const segments of this.store.changedSince(id, loaded.revision)) {
      const { size } = await this.searcher.put(loaded.handle, segments.map(asSearched));
      // The first ones are gone.
      if (this.searcher.generation !== loaded.generation) throw ENGINE_ERRORS.unavailable();
      loaded.size = size;
    }
  }

  #forgetIfUnused({ handle, users, isKept }: LoadedMemory): void {
    if (!isKept && users === 0) this.searcher.forget(handle);
  }
}

const asSearched = ({ id, source, targets }: SourceSegment): MemorySegment => ({
  id,
  source,
  targets: targets.map(({ language, text }) => ({ language, text })),
});
