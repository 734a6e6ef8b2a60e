import { describe, expect, it } from '@jest/globals';
import type { Documents } from '../documents.js';
import { DocumentAlignments } from './document-alignments.js';
import { TranslatedDocuments } from './translated-documents.js';
import { DocumentContents } from '../contents/document-contents.js';
import type { DocumentReader, ReadDocument } from '../reading/document-reader.js';
import { newDocumentKey } from '../contents/sealed-contents.js';

const key = newDocumentKey();
const ID = 'A'.repeat(32);

/** Contents of one document without words that is done. */
async function contents(): Promise<DocumentContents> {
  const kept = new Map<string, Uint8Array>();
  const all = new DocumentContents({
    put: (place, bytes) => Promise.resolve(void kept.set(place, Uint8Array.from(bytes))),
    get: (place) => Promise.resolve(kept.get(place)?.slice()),
    delete: (place) => Promise.resolve(void kept.delete(place)),
  });
  await all.putJson(ID, key, 'request', {
    filename: 'a.txt',
    targetLang: 'ES',
    keepsAlignment: true,
  });
  await all.put(ID, key, 'source', Buffer.from('1'));
  return all;
}

describe('alignments', () => {
  it('that are asked for at once are read two at a time: each has a document in memory', async () => {
    const open = { now: 0, most: 0 };
    const reader: Pick<DocumentReader, 'open'> = {
      open: () => {
        open.now += 1;
        open.most = Math.max(open.most, open.now);
        const document: Pick<ReadDocument, 'units' | 'align' | 'close'> = {
          units: [],
          align: async () => {
            await new Promise((resolve) => setImmediate(resolve));
            return Buffer.from('<xliff/>');
          },
          close: () => Promise.resolve(void (open.now -= 1)),
        };
        return Promise.resolve(document as ReadDocument);
      },
    };
    const documents = { finished: () => Promise.resolve({ id: ID, parts: 0, format: 'txt' }) };
    const unused = undefined as never;
    const all = await contents();
    const opened = new TranslatedDocuments(
      documents as unknown as Documents,
      unused,
      all,
      reader as DocumentReader,
      unused,
    );
    const alignments = new DocumentAlignments(opened, all, unused, unused);
    const { signal } = new AbortController();
    const asked = { handle: { owner: 'a', id: ID, key }, signal };

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => alignments.alignment(asked)),
    );

    expect(answers.map(({ filename }) => filename)).toEqual(new Array(10).fill('a.txt.xlf'));
    expect(open).toEqual({ now: 0, most: 2 });
  });

  it('of a document whose units were cut otherwise before are none', async () => {
    const all = await contents();
    await all.putJson(ID, key, 'part-0', ['Uno\nDos\n']);
    const document: Pick<ReadDocument, 'units' | 'align' | 'close'> = {
      units: ['One\n', 'Two\n'].map((text) => ({ kind: 'plain', text })),
      align: () => Promise.resolve(Buffer.from('<xliff/>')),
      close: () => Promise.resolve(),
    };
    const reader = { open: () => Promise.resolve(document) };
    const documents = { finished: () => Promise.resolve({ id: ID, parts: 1, format: 'txt' }) };
    const unused = undefined as never;
    const opened = new TranslatedDocuments(
      documents as unknown as Documents,
      unused,
      all,
      reader as unknown as DocumentReader,
      unused,
    );
    const alignments = new DocumentAlignments(opened, all, unused, unused);
    const { signal } = new AbortController();

    const asked = alignments.alignment({ handle: { owner: 'a', id: ID, key }, signal });

    await expect(asked).rejects.toMatchObject({ code: 'document_without_alignment' });
  });
});
