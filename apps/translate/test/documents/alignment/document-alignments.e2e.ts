import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { parseXml } from '../../../src/documents/formats/xml/xml-tree.js';
import { DocumentCalls, type Handle } from '../document-calls.js';
import { startLibreTranslateStub, type LibreTranslateStub } from '../../libretranslate-stub.js';
import { anotherOrganization } from '../../organizations.js';
import {
  AUTH_KEY,
  errorOf,
  startUpperCase,
  type RunningTranslate,
} from '../../running-translate.js';

const folder = mkdtempSync(join(tmpdir(), 'sextant-alignments-'));
let engine: LibreTranslateStub;
let running: RunningTranslate;
let calls: DocumentCalls;
beforeAll(async () => {
  engine = await startLibreTranslateStub();
  running = await startUpperCase(engine, join(folder, 'blobs'), { DOCUMENT_MAX_MEGABYTES: '1' });
  calls = new DocumentCalls(running.url);
});
afterAll(async () => {
  await running.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});

const fields = { show_alignment: '1' };

/** A document that is translated, and its alignment. */
async function aligned(name: string, contents: string | Uint8Array<ArrayBuffer>): Promise<Handle> {
  const handle = await calls.taken({ name, contents, fields });
  await calls.until(handle, 'done');
  return handle;
}

const alignmentOf = async (handle: Handle, key?: string): Promise<string> => {
  const response = await calls.alignment(handle, key);
  expect(response.status).toBe(200);
  return await response.text();
};

const correct = (handle: Handle, contents: string, more: Readonly<Record<string, string>> = {}) =>
  calls.correct(handle, contents, more);

const resultOf = async (handle: Handle): Promise<Buffer> =>
  Buffer.from(await (await calls.result(handle)).arrayBuffer());

const paragraph = (runs: string): string => `<w:p>${runs}</w:p>`;
const run = (words: string, properties = ''): string =>
  `<w:r>${properties}<w:t xml:space="preserve">${words}</w:t></w:r>`;
const docx = (body: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    zipSync({
      'word/document.xml': strToU8(
        `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
      ),
    }),
  );
const bodyOf = (bytes: Uint8Array): string => {
  const part = unzipSync(bytes)['word/document.xml'];
  return /<w:body>(.*)<\/w:body>/s.exec(strFromU8(part ?? new Uint8Array()))?.[1] ?? '';
};

const BOLD = '<w:rPr><w:b/></w:rPr>';
const LETTER = docx(
  paragraph(run('A ') + run('red', BOLD) + run(' house. It is big.')) + paragraph(run('A &amp; B')),
);

describe('the alignment of a document', () => {
  it('is XLIFF 1.2 with its texts beside their translations', async () => {
    const handle = await aligned('letter.docx', LETTER);

    const response = await calls.alignment(handle);
    const text = await response.text();

    expect(response.headers.get('content-type')).toBe('application/x-xliff+xml');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename=letter.docx.xlf',
    );
    expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="letter.docx" datatype="x-docx" source-language="en" target-language="es">
<header/>
<body>
<trans-unit id="1" xml:space="preserve">
<source>A <g id="1">red</g> house. It is big.</source>
<target state="needs-review-translation" state-qualifier="leveraged-mt">A <g id="1">RED</g> HOUSE. IT IS BIG.</target>
</trans-unit>
<trans-unit id="2" xml:space="preserve">
<source>A &amp; B</source>
<target state="needs-review-translation" state-qualifier="leveraged-mt">A &amp; B</target>
</trans-unit>
</body>
</file>
</xliff>
`);
  });

  it('goes line by line where a text has lines, and block by block where it has blocks', async () => {
    const lines = await alignmentOf(
      await aligned('a.txt', 'one line\r\n\r\n12\r\nanother <line>\r\n'),
    );
    const blocks = await alignmentOf(
      await aligned(
        'a.html',
        '<h1 class="a">one</h1>\n<p>two <b>bold</b> caf&eacute;<br>three</p>',
      ),
    );

    const sources = (xliff: string) =>
      [...xliff.matchAll(/<trans-unit id="(.*?)"[^]*?<source>(.*?)<\/source>/g)].map(
        ([, id, source]) => [id, source],
      );
    expect(sources(lines)).toEqual([
      ['1-1', 'one line'],
      ['4-1', 'another &lt;line&gt;'],
    ]);
    expect(sources(blocks).map(([, source]) => source)).toEqual([
      'one<x id="1"/>',
      'two <g id="1">bold</g> café<x id="2"/>',
      'three<x id="1"/>',
    ]);
    expect(() => parseXml(blocks)).not.toThrow();
  });

  it('is kept as long as the result, which may be fetched again, and for its holder alone', async () => {
    const handle = await aligned('a.txt', 'words');
    const stranger = await anotherOrganization(running);

    expect((await resultOf(handle)).toString()).toBe('WORDS');
    expect((await resultOf(handle)).toString()).toBe('WORDS');
    expect((await calls.alignment(handle)).status).toBe(200);
    expect((await calls.alignment(handle, stranger)).status).toBe(404);
    expect((await calls.alignment({ ...handle, document_key: 'A'.repeat(64) })).status).toBe(404);
    await calls.cancel(handle);
    expect((await calls.alignment(handle)).status).toBe(404);
  });

  it('is not there of a document that was sent without the wish', async () => {
    const handle = await calls.taken({ contents: 'words' });
    await calls.until(handle, 'done');

    const message = "No alignment is kept of this document: 'show_alignment' was not asked for.";
    expect(await errorOf(await calls.alignment(handle))).toEqual({ status: 404, message });
    expect(await errorOf(await correct(handle, '<xliff version="1.2"/>'))).toEqual({
      status: 404,
      message,
    });
    expect((await calls.result(handle)).status).toBe(200);
  });
});

describe('a corrected alignment', () => {
  it('makes the document anew, with the formatting of the words', async () => {
    const handle = await aligned('letter.docx', LETTER);
    const reviewed = (await alignmentOf(handle)).replace(
      'A <g id="1">RED</g> HOUSE. IT IS BIG.',
      'UNA CASA <g id="1">ROJA</g> &lt;GRANDE&gt;.',
    );

    const answer = await correct(handle, reviewed);

    expect(await answer.json()).toEqual({
      document_id: handle.document_id,
      corrected_texts: 1,
      taught_segments: 0,
    });
    expect(bodyOf(await resultOf(handle))).toBe(
      paragraph(run('UNA CASA ') + run('ROJA', BOLD) + run(' &lt;GRANDE&gt;.')) +
        paragraph(run('A &amp; B')),
    );
    expect(await alignmentOf(handle)).toContain(
      '<target state="signed-off">UNA CASA <g id="1">ROJA</g> &lt;GRANDE&gt;.</target>',
    );
  });

  it('may be corrected again, part by part', async () => {
    const handle = await aligned('a.txt', 'one\r\ntwo\r\n');
    const first = await alignmentOf(handle);

    await correct(handle, first.replace('>ONE<', '>uno<'));
    const second = await alignmentOf(handle);
    await correct(handle, second.replace('>TWO<', '><mrk mtype="seg" mid="0">dos</mrk><'));

    expect((await resultOf(handle)).toString()).toBe('uno\r\ndos\r\n');
  });

  it('keeps the elements of HTML around the words', async () => {
    const handle = await aligned(
      'a.html',
      '<p class="a">two <b>bold</b> caf&eacute;<br>x &lt; y</p>\n',
    );
    const alignment = await alignmentOf(handle);

    await correct(handle, alignment.replace('TWO', 'DOS &amp; MEDIO'));

    expect((await resultOf(handle)).toString()).toBe(
      '<p class="a">DOS &amp; MEDIO <b>BOLD</b> CAFÉ<br>X &lt; Y</p>\n',
    );
  });

  it('costs nothing', async () => {
    const used = async () =>
      ((await (await running.get('/v2/usage')).json()) as { character_count: number })
        .character_count;
    const handle = await aligned('a.txt', 'words');
    const before = await used();

    await correct(handle, (await alignmentOf(handle)).replace('WORDS', 'PALABRAS'));

    expect(await used()).toBe(before);
    expect((await resultOf(handle)).toString()).toBe('PALABRAS');
  });

  it('is nothing where nothing was changed, by tools that leave targets out as well', async () => {
    const handle = await aligned('letter.docx', LETTER);
    const before = await resultOf(handle);
    const alignment = await alignmentOf(handle);

    for (const same of [
      alignment,
      alignment.replaceAll(/<target[^]*?<\/target>/g, '<target/>'),
      alignment.replaceAll(/<trans-unit[^]*<\/trans-unit>/g, ''),
    ]) {
      expect(await (await correct(handle, same)).json()).toMatchObject({ corrected_texts: 0 });
    }
    expect((await resultOf(handle)).equals(before)).toBe(true);
  });

  it('teaches a memory what was changed or approved, sentence by sentence', async () => {
    const tmx = `<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>old</seg></tuv>
      <tuv xml:lang="es"><seg>viejo</seg></tuv></tu></body></tmx>`;
    const made = await running.request('POST', '/v3/translation_memories?name=reviews', {
      body: tmx,
      headers: { 'content-type': 'application/xml' },
    });
    const { translation_memory_id: memory } = (await made.json()) as Record<string, string>;
    const handle = await aligned('a.txt', 'A house. A dog.\nA cat.\nA bird.\n');
    const reviewed = (await alignmentOf(handle))
      .replace('A HOUSE. A DOG.', 'Una casa. Un perro.')
      .replace(/state="[^"]*"( state-qualifier="[^"]*")?>A CAT\./, 'state="final">A CAT.');

    const answer = await correct(handle, reviewed, { translation_memory_id: memory ?? '' });

    expect(await answer.json()).toMatchObject({ corrected_texts: 1, taught_segments: 3 });
    const asked = await running.translate({
      text: ['A dog. A cat. A bird.'],
      source_lang: 'EN',
      target_lang: 'ES',
      translation_memory_id: memory,
      translation_memory_threshold: 100,
      show_provenance: true,
    });
    expect(JSON.stringify(await asked.json())).toMatch(/Un perro\. A CAT\. A BIRD\./);
  });
});

describe('an alignment that somebody else has changed', () => {
  const CHANGES: readonly (readonly [string, (xliff: string) => string, string])[] = [
    ['is no XML', () => 'words', 'Invalid file data'],
    ['is another version', (x) => x.replace('"1.2"', '"2.1"'), 'it is no XLIFF 1.2'],
    [
      'defines entities',
      (x) => x.replace('<xliff', '<!DOCTYPE xliff [<!ENTITY a "aaaa">]><xliff'),
      'document type definitions are not read',
    ],
    [
      'has a unit of another document',
      (x) => x.replace('id="2" xml', 'id="99" xml'),
      'is not in this document',
    ],
    ['has a unit twice', (x) => x.replace('id="2" xml', 'id="1" xml'), 'is there twice'],
    ['has another source', (x) => x.replace('It is big', 'It is small'), 'has another source'],
    [
      'has a mark of another unit',
      (x) => x.replace('<g id="1">RED', '<g id="7">RED'),
      'has g id=\\"7\\" once too often, or from elsewhere',
    ],
    [
      'has a mark twice',
      (x) => x.replace('!</target>', '<x id="1"/></target>'),
      'has x id=\\"1\\" once too often',
    ],
    ['lacks a mark', (x) => x.replace('<x id="1"/>!</target>', '!</target>'), 'lacks x id=\\"1\\"'],
    [
      'has elements that nobody knows',
      (x) => x.replace('RED', '<script>alert(1)</script>'),
      'holds the element script',
    ],
    [
      'has too long a text',
      (x) => x.replace('RED', 'r'.repeat(250_000)),
      'one of its paragraphs is too long',
    ],
    ['is too deep', (x) => x.replace('RED', '<mrk>'.repeat(600)), 'more than 500 levels'],
  ];

  it.each(CHANGES)('and that %s is refused, and changes nothing', async (_what, change, reason) => {
    const handle = await aligned(
      'letter.docx',
      docx(
        paragraph(run('A ') + run('red', BOLD) + run(' house. It is big.')) +
          paragraph(run('A &amp; B') + '<w:r><w:br/></w:r>' + run('!')),
      ),
    );
    const before = await resultOf(handle);
    const alignment = await alignmentOf(handle);

    const response = await correct(handle, change(alignment));

    expect(response.status).toBe(400);
    expect(await response.text()).toContain(reason);
    expect((await resultOf(handle)).equals(before)).toBe(true);
    expect(await alignmentOf(handle)).toBe(alignment);
  });

  it('is refused from others, with another key, for a memory that is not there, and when too large', async () => {
    const handle = await aligned('a.txt', 'words');
    const alignment = await alignmentOf(handle);
    const stranger = await anotherOrganization(running);
    const other = alignment.replace('WORDS', 'OTHERS');

    for (const [response, status] of [
      [await calls.correct(handle, other, {}, stranger), 404],
      [await correct({ ...handle, document_key: 'B'.repeat(64) }, other), 404],
      [await correct(handle, other, { translation_memory_id: crypto.randomUUID() }), 404],
      [await correct(handle, other, { translation_memory_id: 'no' }), 400],
      [await correct(handle, other, { target_lang: 'FR' }), 400],
      [await correct(handle, other.padEnd(1_100_000)), 413],
      [await correct(handle, ''), 400],
    ] as const) {
      expect(response.status).toBe(status);
    }
    const { status } = await fetch(`${running.url}/v2/document/${handle.document_id}/alignment`, {
      method: 'PUT',
      headers: { authorization: `DeepL-Auth-Key ${AUTH_KEY}` },
      body: '{}',
    });
    expect(status).toBe(415);
    expect((await resultOf(handle)).toString()).toBe('WORDS');
  });

  it('waits until the document is translated', async () => {
    engine.status = 503;
    const handle = await calls.taken({ contents: 'words', fields });

    const early = await calls.alignment(handle);

    expect(early.status).toBe(503);
    expect(early.headers.get('retry-after')).toBe('1');
    engine.status = undefined;
    await calls.until(handle, 'done');
  });
});
