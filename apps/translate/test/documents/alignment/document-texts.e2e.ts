import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startLibreTranslateStub, type LibreTranslateStub } from '../../libretranslate-stub.js';
import { anotherOrganization } from '../../organizations.js';
import { errorOf, startUpperCase, type RunningTranslate } from '../../running-translate.js';
import { DocumentCalls, type Handle } from '../document-calls.js';

interface EditableTexts {
  readonly texts: readonly {
    readonly text_id: string;
    readonly source: string;
    readonly target: string;
    readonly origin: string;
    readonly terms: readonly object[];
  }[];
  readonly next_page?: number;
}

const folder = mkdtempSync(join(tmpdir(), 'sextant-texts-'));
let engine: LibreTranslateStub;
let running: RunningTranslate;
let calls: DocumentCalls;
beforeAll(async () => {
  engine = await startLibreTranslateStub();
  running = await startUpperCase(engine, join(folder, 'blobs'));
  calls = new DocumentCalls(running.url);
});
afterAll(async () => {
  await running.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});

async function translated(
  name: string,
  contents: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Handle> {
  const handle = await calls.taken({ name, contents, fields: { show_alignment: '1', ...more } });
  await calls.until(handle, 'done');
  return handle;
}

async function textsOf(handle: Handle, more: object = {}): Promise<EditableTexts> {
  const answer = await calls.texts(handle, more);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as EditableTexts;
}

const resultOf = async (handle: Handle): Promise<string> =>
  await (await calls.result(handle)).text();

const madeOf = async (answer: Response, member: string): Promise<string> => {
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as Readonly<Record<string, string>>)[member] ?? '';
};

describe('the texts of a document', () => {
  it('are listed beside their translations, page by page', async () => {
    const handle = await translated('a.txt', 'one\ntwo\nthree\n');

    const first = await textsOf(handle, { page_size: 2 });
    const second = await textsOf(handle, { page_size: 2, page: first.next_page });

    expect(first.texts.map(({ source, target, origin }) => [source, target, origin])).toEqual([
      ['one', 'ONE', 'translation'],
      ['two', 'TWO', 'translation'],
    ]);
    expect(second.texts.map(({ target }) => target)).toEqual(['THREE']);
    expect(second.next_page).toBeUndefined();
  });

  it('are kept as they are written, and are in the document once all is done', async () => {
    const handle = await translated('a.html', '<p>one <b>two</b></p><p>three</p>');
    const [text] = (await textsOf(handle)).texts;
    const { text_id: id = '', target = '' } = text ?? {};

    const drafts = [target.replace('ONE', 'UNO'), target.replace('ONE', 'UNO MÁS')];
    expect((await calls.saveText(handle, id, { target: drafts[0], base: target })).status).toBe(
      204,
    );
    expect((await calls.saveText(handle, id, { target: drafts[1], base: drafts[0] })).status).toBe(
      204,
    );

    expect((await textsOf(handle)).texts[0]).toMatchObject({ target: drafts[1], origin: 'draft' });
    expect(await resultOf(handle)).toBe('<p>ONE <b>TWO</b></p><p>THREE</p>');
    expect(await (await calls.finishTexts(handle)).json()).toEqual({
      document_id: handle.document_id,
      corrected_texts: 1,
      taught_segments: 0,
    });
    expect(await resultOf(handle)).toBe('<p>UNO MÁS <b>TWO</b></p><p>THREE</p>');
    expect((await textsOf(handle)).texts[0]).toMatchObject({
      target: drafts[1],
      origin: 'correction',
    });
  });

  it('that two people write are not lost: the second is told what the first wrote', async () => {
    const handle = await translated('a.txt', 'one\n');
    await calls.saveText(handle, '1-1', { target: 'uno', base: 'ONE' });

    const answer = await calls.saveText(handle, '1-1', { target: 'un', base: 'ONE' });

    expect(await errorOf(answer)).toMatchObject({ status: 409, detail: 'uno' });
    expect((await textsOf(handle)).texts[0]?.target).toBe('uno');
    const again = await calls.saveText(handle, '1-1', { target: 'un', base: 'uno' });
    expect(again.status).toBe(204);
    // Sent twice, as by a client that has not heard the answer.
    expect((await calls.saveText(handle, '1-1', { target: 'un', base: 'uno' })).status).toBe(204);
  });

  it('that lack a mark are kept, and refused when the document is written', async () => {
    const handle = await translated('a.html', '<p>one <b>two</b></p>');
    const id = (await textsOf(handle)).texts[0]?.text_id ?? '';

    for (const [target, message] of [
      ['UNO', /"[\d-]+" lacks g id="1"/],
      ['UNO <g id="1">DOS', /"[\d-]+" has marks that do not close/],
    ] as const) {
      const base = (await textsOf(handle)).texts[0]?.target ?? '';
      await calls.saveText(handle, id, { target, base });

      const refused = await errorOf(await calls.finishTexts(handle));

      expect(refused).toMatchObject({ status: 400, message: expect.stringMatching(message) });
      expect((await textsOf(handle)).texts[0]?.target).toBe(target);
    }
    expect(await resultOf(handle)).toBe('<p>ONE <b>TWO</b></p>');
  });

  it('teach a memory, and name the terms of glossaries that stand in them', async () => {
    const glossary = await madeOf(
      await running.request('POST', '/v3/glossaries', {
        body: {
          name: 'animals',
          dictionaries: [
            { source_lang: 'en', target_lang: 'es', entries: 'dog\tcan', entries_format: 'tsv' },
          ],
        },
      }),
      'glossary_id',
    );
    const memory = await madeOf(
      await running.request('POST', '/v3/translation_memories?name=edits', {
        body: '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>old</seg></tuv><tuv xml:lang="es"><seg>viejo</seg></tuv></tu></body></tmx>',
        headers: { 'content-type': 'application/xml' },
      }),
      'translation_memory_id',
    );
    const handle = await translated('a.txt', 'The dog eats.\n', { glossary_id: glossary });
    const [text] = (await textsOf(handle)).texts;
    expect(text?.terms).toEqual([{ source: 'dog', target: 'can' }]);

    await calls.saveText(handle, '1-1', { target: 'El can come.', base: text?.target });
    const finished = await calls.finishTexts(handle, { translation_memory_id: memory });

    expect(await finished.json()).toMatchObject({ corrected_texts: 1, taught_segments: 1 });
    const segments = await running.get(`/v3/translation_memories/${memory}/segments`);
    expect(await segments.text()).toContain('El can come.');
  });

  it('that are not in the document are told when it is written', async () => {
    const handle = await translated('a.txt', 'one\n');
    await calls.saveText(handle, '9-1', { target: 'uno', base: 'ONE' });

    expect(await (await calls.finishTexts(handle)).json()).toMatchObject({
      corrected_texts: 0,
      unknown_texts: ['9-1'],
    });
  });

  it('are bounded by the length of the document', async () => {
    const handle = await translated('a.txt', 'one\n');

    const answer = await calls.saveText(handle, '1-1', { target: 'a'.repeat(70_000), base: 'ONE' });

    expect(answer.status).toBe(413);
    expect((await textsOf(handle)).texts[0]?.target).toBe('ONE');
  });

  it('are for those who hold the key, and of documents that are sent with the wish', async () => {
    const handle = await translated('a.txt', 'one\n');
    const stranger = await anotherOrganization(running);
    const plain = await calls.taken({ name: 'b.txt', contents: 'one\n' });
    await calls.until(plain, 'done');
    const wrong = { ...handle, document_key: 'A'.repeat(64) };
    const draft = { target: 'uno', base: 'ONE' };

    expect((await calls.texts(handle, {}, stranger)).status).toBe(404);
    expect((await calls.texts(wrong)).status).toBe(404);
    expect((await calls.saveText(wrong, '1-1', draft)).status).toBe(404);
    expect((await calls.saveText(handle, 'x', draft)).status).toBe(400);
    expect((await calls.texts(plain)).status).toBe(404);
    expect((await calls.saveText(plain, '1-1', draft)).status).toBe(404);
    expect((await calls.finishTexts(plain)).status).toBe(404);
  });
});
