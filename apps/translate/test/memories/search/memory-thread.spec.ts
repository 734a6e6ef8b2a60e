import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from '@jest/globals';
import { MemorySearchSettings } from '../../../src/memories/search/memory-search.settings.js';
import { MemoryThread, WORKER_FILE } from '../../../src/memories/search/memory-thread.js';
import type { LanguageTag } from '../../../src/languages/language.js';
import { MemorySearch, type MemorySegment } from '../../../src/memories/search/memory-search.js';

const EN = 'en' as LanguageTag;
const ES = 'es' as LanguageTag;
const LANGUAGES = { source: EN, target: ES, threshold: 75 };

const segments = (count: number): readonly MemorySegment[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    source: `The door of house ${index} is ${index % 2 === 0 ? 'open' : 'closed'} today.`,
    targets: [{ language: ES, text: `La puerta de la casa ${index} está hoy así.` }],
  }));

/** A text that is like many segments and equal to none. */
const texts = (count: number) =>
  Array.from({ length: count }, (_, index) => `The doors of house ${index} is open today!`);

const threads: MemoryThread[] = [];
const setUp = async (budgetMs = 60_000) => {
  const workers: Worker[] = [];
  class WatchedThread extends MemoryThread {
    protected override newWorker(): Worker {
      const worker = super.newWorker();
      workers.push(worker);
      return worker;
    }
  }
  const thread = new WatchedThread(new MemorySearchSettings({ memorySearchMs: budgetMs }));
  threads.push(thread);
  await thread.put(1, segments(2000));
  const match = (
    owner: string,
    asked: readonly string[],
    signal: AbortSignal = new AbortController().signal,
  ) => thread.match({ memory: 1, texts: asked, ...LANGUAGES }, { owner, signal });
  return { thread, match, workers };
};

afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.close())));

describe('MemoryThread', () => {
  it('finds what a search in this thread finds', async () => {
    const { match } = await setUp();
    const here = new MemorySearch();
    here.put(1, segments(2000));
    const asked = [...texts(40), 'The door of house 7 is closed today.', 'Something else'];

    const found = await match('a', asked);

    const query = { memory: 1, ...LANGUAGES };
    expect(found).toEqual(asked.map((text) => here.match(text, query)));
    expect(found[40]).toMatchObject({ segmentId: '7', score: 100 });
    expect(found[41]).toBeUndefined();
  });

  it('finds its thread as it is built', async () => {
    const built = new URL('../../../dist/memories/search/memory-thread.js', import.meta.url);

    const { WORKER_FILE: file } = (await import(built.href)) as { readonly WORKER_FILE: URL };

    expect(file.href).toBe(new URL('./memory-worker.js', built).href);
    for (const each of [file, WORKER_FILE]) expect(existsSync(each)).toBe(true);
  });

  it('answers an organization while another one asks for thousands', async () => {
    const { match } = await setUp();
    const answered: string[] = [];
    const note = (owner: string) => () => answered.push(owner);

    await Promise.all([
      match('a', texts(1000)).then(note('a')),
      match('a', texts(1000)).then(note('a')),
      match('b', texts(5)).then(note('b')),
    ]);

    expect(answered).toEqual(['b', 'a', 'a']);
  });

  it('searches for one request only as long as it may, in all its searches together', async () => {
    const { match } = await setUp(200);
    const request = new AbortController();

    const found = await match('a', texts(100_000), request.signal);

    expect(found).toHaveLength(100_000);
    expect(found[0]).toBeDefined();
    expect(found.at(-1)).toBeUndefined();
    expect(await match('a', texts(3), request.signal)).toEqual([undefined, undefined, undefined]);
    expect((await match('a', texts(3)))[2]).toBeDefined();
  });

  it('searches no longer when the caller has gone', async () => {
    const { match } = await setUp();
    const caller = new AbortController();

    const searching = match('a', texts(200_000), caller.signal);
    setImmediate(() => caller.abort(new Error('gone')));

    await expect(searching).rejects.toThrow('gone');
  });

  it('says that it is lost, and begins anew', async () => {
    const { thread, match, workers } = await setUp();
    const { generation } = thread;

    const searching = match('a', texts(200_000));
    await workers[0]?.terminate();

    await expect(searching).rejects.toMatchObject({ code: 'engine_unavailable', status: 503 });
    expect(thread.generation).toBe(generation + 1);
    await expect(match('a', texts(1))).rejects.toThrow('Memory 1 is not held.');
    await thread.put(1, segments(10));
    expect((await match('a', ['The door of house 7 is closed today.']))[0]).toBeDefined();
  });
});
