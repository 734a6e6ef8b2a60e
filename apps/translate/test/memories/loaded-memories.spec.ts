import { describe, expect, it } from '@jest/globals';
import { randomIds, systemClock } from '@sextant/platform-runtime/clock';
import type { LanguageTag } from '../../src/languages/language.js';
import {
  MemorySearch,
  type MemoryQuery,
  type MemorySearcher,
  type MemorySegment,
} from '../../src/memories/search/memory-search.js';
import { TranslationMemories } from '../../src/memories/translation-memories.js';
import type {
  SourceSegment,
  TranslationMemory,
  TranslationMemoryStore,
} from '../../src/memories/translation-memory.js';

const EN = 'en' as LanguageTag;
const ES = 'es' as LanguageTag;
const NOW = new Date('2026-01-01');

/** Memories of ten segments each, whose reading can be slowed down and is counted. */
class CountingStore {
  reads = 0;
  revision = 1;
  /** Of what is read after the first ten segments. */
  pause: () => Promise<void> = () => Promise.resolve();

  find(_owner: string, id: string): Promise<TranslationMemory> {
    return Promise.resolve({
      id,
      name: id,
      sourceLanguage: EN,
      targetLanguages: [ES],
      segmentCount: 10,
      createdAt: NOW,
      updatedAt: NOW,
      revision: this.revision,
    });
  }

  async *changedSince(id: string): AsyncGenerator<readonly SourceSegment[]> {
    this.reads += 1;
    await Promise.resolve();
    yield Array.from({ length: 10 }, (_, index) => ({
      id: `${id}-${index}`,
      source: `Sentence ${index} of ${id}.`,
      targets: [{ id: 't', language: ES, text: 'x', createdAt: NOW, updatedAt: NOW }],
      createdAt: NOW,
      updatedAt: NOW,
    }));
    await this.pause();
    yield [];
  }
}

/** Searches in this thread, and counts what it holds; all of it can be lost. */
class CountingSearcher implements MemorySearcher {
  generation = 1;
  readonly held = new Set<number>();
  #search = new MemorySearch();

  put(memory: number, segments: readonly MemorySegment[]) {
    this.held.add(memory);
    return Promise.resolve({ size: this.#search.put(memory, segments) });
  }

  forget(memory: number): void {
    this.held.delete(memory);
    this.#search.forget(memory);
  }

  match(query: MemoryQuery) {
    return Promise.resolve(query.texts.map((text) => this.#search.match(text, query)));
  }

  lose(): void {
    this.generation += 1;
    this.held.clear();
    this.#search = new MemorySearch();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const setUp = (mostLoaded: number) => {
  const store = new CountingStore();
  const searcher = new CountingSearcher();
  const memories = new TranslationMemories(
    store as unknown as TranslationMemoryStore,
    searcher,
    systemClock,
    randomIds,
    { memorySearchMs: 0, mostLoaded },
  );
  const match = (memoryId: string, segments: readonly string[] = ['x']) =>
    memories.match({
      owner: 'o',
      memoryId,
      source: EN,
      target: ES,
      threshold: 75,
      segments,
      signal: new AbortController().signal,
    });
  return { store, searcher, memories, match };
};

describe('memories that are kept ready', () => {
  it('stay below their bound, the one used least recently goes', async () => {
    const { store, searcher, memories, match } = setUp(35);

    for (const id of ['a', 'b', 'c', 'd', 'a']) await match(id);

    expect(memories.loadedSegments).toBe(30);
    expect(searcher.held.size).toBe(3);
    expect(store.reads).toBe(5);
  });

  it('are read once by many requests at the same time', async () => {
    const { store, match } = setUp(1000);

    await Promise.all(Array.from({ length: 20 }, () => match('a')));

    expect(store.reads).toBe(1);
  });

  it('are searched even when they are above the bound, and then forgotten', async () => {
    const { searcher, match } = setUp(5);

    expect(await match('a', ['Sentence 3 of a.'])).toMatchObject([{ score: 100 }]);
    expect(searcher.held.size).toBe(0);
  });

  it('are held until the last search of them has ended', async () => {
    const { match } = setUp(15);

    const found = await Promise.all(
      ['a', 'b', 'a', 'c', 'b'].map((id) => match(id, [`Sentence 3 of ${id}.`])),
    );

    expect(found.flat()).toMatchObject(Array.from({ length: 5 }, () => ({ score: 100 })));
  });

  it('stay ready when others take their place while they are brought up to date', async () => {
    const { store, match } = setUp(15);
    await match('a');
    store.revision = 2;
    store.pause = async () => {
      store.pause = () => Promise.resolve();
      await match('b');
    };

    await match('a');

    expect(await match('a', ['Sentence 3 of a.'])).toMatchObject([{ score: 100 }]);
    expect(store.reads).toBe(3);
  });

  it('are not searched in part when the rest was lost while they were read', async () => {
    const { store, searcher, match } = setUp(1000);
    store.pause = () => {
      store.pause = () => Promise.resolve();
      searcher.lose();
      return Promise.resolve();
    };

    await expect(match('a')).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(searcher.held.size).toBe(0);
    expect(await match('a', ['Sentence 3 of a.'])).toMatchObject([{ score: 100 }]);
  });

  it('are forgotten when they could not be read', async () => {
    const { store, searcher, match } = setUp(1000);
    store.pause = () => Promise.reject(new Error('no database'));

    await expect(match('a')).rejects.toThrow('no database');
    expect(searcher.held.size).toBe(0);
  });

  it('are read again when they were lost', async () => {
    const { store, searcher, match } = setUp(1000);
    await match('a');
    searcher.lose();

    expect(await match('a', ['Sentence 3 of a.'])).toMatchObject([{ score: 100 }]);
    expect(store.reads).toBe(2);
  });
});
