import { describe, expect, it } from '@jest/globals';
import { randomIds, systemClock } from '@sextant/platform-clock';
import type { LanguageTag } from '../src/domain/language.js';
import { TranslationMemories } from '../src/domain/translation-memories.js';
import type {
  SourceSegment,
  TranslationMemory,
  TranslationMemoryStore,
} from '../src/domain/translation-memory.js';

const EN = 'en' as LanguageTag;
const ES = 'es' as LanguageTag;
const NOW = new Date('2026-01-01');

/** Memories of ten segments each, whose reading can be slowed down and is counted. */
class CountingStore {
  reads = 0;

  find(_owner: string, id: string): Promise<TranslationMemory> {
    return Promise.resolve({
      id,
      name: id,
      sourceLanguage: EN,
      targetLanguages: [ES],
      segmentCount: 10,
      createdAt: NOW,
      updatedAt: NOW,
      revision: 1,
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
  }
}

const setUp = (mostLoaded: number) => {
  const store = new CountingStore();
  const memories = new TranslationMemories(
    {
      store: store as unknown as TranslationMemoryStore,
      clock: systemClock,
      ids: randomIds,
    },
    mostLoaded,
  );
  const match = (memoryId: string, segments: readonly string[] = ['x'], signal?: AbortSignal) =>
    memories.match({
      owner: 'o',
      memoryId,
      source: EN,
      target: ES,
      threshold: 75,
      segments,
      signal,
    });
  return { store, memories, match };
};

describe('memories that are kept ready', () => {
  it('stay below their bound, the one used least recently goes', async () => {
    const { store, memories, match } = setUp(35);

    for (const id of ['a', 'b', 'c', 'd', 'a']) await match(id);

    expect(memories.loadedSegments).toBe(30);
    expect(store.reads).toBe(5);
  });

  it('are read once by many requests at the same time', async () => {
    const { store, match } = setUp(1000);

    await Promise.all(Array.from({ length: 20 }, () => match('a')));

    expect(store.reads).toBe(1);
  });

  it('are searched even when they are above the bound', async () => {
    const { match } = setUp(5);

    expect(await match('a', ['Sentence 3 of a.'])).toMatchObject([{ score: 100 }]);
  });

  it('are searched no longer when the caller has gone', async () => {
    const { match } = setUp(1000);
    const caller = new AbortController();
    const many = Array.from({ length: 200_000 }, (_, index) => `Sentence ${index} of b.`);

    const searching = match('a', many, caller.signal);
    setImmediate(() => caller.abort(new Error('gone')));

    await expect(searching).rejects.toThrow('gone');
  });
});
