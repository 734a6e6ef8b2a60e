import { expect, it } from '@jest/globals';
import { Blobs } from '@sextant/platform-data/blobs';
import { DataSource } from 'typeorm';
import { DocumentWork } from '../../src/documents/document-work.js';
import { DocumentReader } from '../../src/documents/reading/document-reader.js';
import { MemorySearcher } from '../../src/memories/search/memory-search.js';
import { WritingEngines } from '../../src/writing/writing-engines.js';
import { apertiumOf, startTranslate } from '../running-translate.js';

it('documents stop first, then memories and engines, which they use, and the database last', async () => {
  const running = await startTranslate();
  const { app } = running;
  const order: string[] = [];
  const note = <Name extends string>(what: string, one: Record<Name, () => unknown>, end: Name) => {
    const stop = one[end].bind(one);
    one[end] = () => {
      order.push(what);
      return stop();
    };
  };
  note('work on documents', app.get(DocumentWork), 'close');
  note('reader of documents', app.get(DocumentReader), 'close');
  note('files', app.get(Blobs), 'close');
  note('search of memories', app.get(MemorySearcher), 'close');
  note('engine', apertiumOf(running), 'close');
  for (const engine of app.get(WritingEngines).all) note(engine.name, engine, 'close');
  note('database', app.get(DataSource), 'destroy');

  await running.close();

  expect(order).toEqual([
    'work on documents',
    'reader of documents',
    'files',
    'search of memories',
    'harper',
    'engine',
    'database',
  ]);
});
