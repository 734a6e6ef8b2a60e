import { describe, expect, it } from '@jest/globals';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import fc from 'fast-check';
import { COVER, epub } from '../../test/books/epub.js';
import { describeNoise } from '../../test/books/noise.js';
import { piecesOfBook } from './documents/book-text.js';

import { readDocument } from './documents/read-document.js';
import { timedChapters } from './timed-chapters.js';

const read = (text: string, kind: 'html' | 'markdown' | 'text') =>
  readDocument(Buffer.from(text), kind, 'Untitled');

describe('documents', () => {
  it('of HTML are read by their headings, without what is not text', () => {
    const html =
      '<title>A  Book</title><style>p{}</style><p>Preface &amp; more.<h1>One</h1><p>First<br>line <b>bold</b>.' +
      '<script>x()</script><ul><li>a<li>b</ul><h2>Two</h2>Bare text<sup>1</sup>.';

    expect(read(html, 'html')).toEqual({
      title: 'A Book',
      chapters: [
        { title: '', paragraphs: ['Preface & more.'] },
        { title: 'One', paragraphs: ['First', 'line bold.', 'a', 'b'] },
        { title: 'Two', paragraphs: ['Bare text.'] },
      ],
    });
  });

  it('of Markdown are read without its signs', () => {
    expect(
      read('# One\n\nSome *text* and [a link](http://x).\n\n## Two\n\n- item', 'markdown'),
    ).toEqual({
      title: 'Untitled',
      chapters: [
        { title: 'One', paragraphs: ['Some text and a link.'] },
        { title: 'Two', paragraphs: ['item'] },
      ],
    });
  });

  it('of plain text are cut where a line says so', () => {
    const { chapters } = read(
      'Before.\n\nCHAPTER I.\n\nText of\none.\n\nChapter 2: The End\n\nTwo.',
      'text',
    );

    expect(chapters).toEqual([
      { title: 'Untitled', paragraphs: ['Before.'] },
      { title: 'CHAPTER I.', paragraphs: ['Text of one.'] },
      { title: 'Chapter 2: The End', paragraphs: ['Two.'] },
    ]);
  });

  it('of EPUB are read in the order of the spine, without its navigation', () => {
    const bytes = epub('My &lt;Book&gt;', [
      ['One', '<p>First.</p>'],
      ['Two', '<h2>Sub</h2><p>Second.</p>'],
    ]);

    expect(readDocument(bytes, 'epub', 'x')).toEqual({
      title: 'My <Book>',
      chapters: [
        { title: 'One', paragraphs: ['First.'] },
        { title: 'Two', paragraphs: ['Sub', 'Second.'] },
      ],
    });
  });

  it('of EPUB have an author and a cover, where there is a picture', () => {
    const chapters = [['One', '<p>First.</p>']] as const;
    const about = { author: 'A &amp; B', cover: COVER };

    const read = readDocument(epub('Book', chapters, about), 'epub', 'x');
    const odd = readDocument(epub('Book', chapters, { cover: Buffer.from('<svg/>') }), 'epub', 'x');
    const large = Buffer.concat([COVER, Buffer.alloc(5_000_000)]);
    const heavy = readDocument(epub('Book', chapters, { cover: large }), 'epub', 'x');

    expect(read.author).toBe('A & B');
    expect(Buffer.from(read.cover ?? [])).toEqual(COVER);
    expect([odd.cover, odd.author, heavy.cover]).toEqual([undefined, undefined, undefined]);
  });

  it('of EPUB 2 name their cover in a meta element', () => {
    const files = unzipSync(epub('Book', [['One', '<p>First.</p>']], { cover: COVER }));
    const opf = strFromU8(files['OEBPS/content.opf'] ?? new Uint8Array(0))
      .replace(' properties="cover-image"', '')
      .replace('</metadata>', '<meta name="cover" content="art"/></metadata>');
    const bytes = zipSync({ ...files, 'OEBPS/content.opf': strToU8(opf) });

    expect(Buffer.from(readDocument(bytes, 'epub', 'x').cover ?? [])).toEqual(COVER);
  });

  it('of EPUB are read once, however often their spine names a file', () => {
    const files = unzipSync(epub('Book', [['One', '<p>First.</p>']]));
    const opf = strFromU8(files['OEBPS/content.opf'] ?? new Uint8Array(0));
    const again = opf.replace('</spine>', `${'<itemref idref="c0"/>'.repeat(1000)}</spine>`);
    const bytes = zipSync({ ...files, 'OEBPS/content.opf': strToU8(again) });

    expect(readDocument(bytes, 'epub', 'x').chapters).toEqual([
      { title: 'One', paragraphs: ['First.'] },
    ]);
  });

  it('that are large inside are refused before they are inflated', () => {
    const bomb = zipSync({ 'a.xhtml': new Uint8Array(50_000_000) });

    expect(bomb.length).toBeLessThan(100_000);
    expect(() => readDocument(bomb, 'epub', 'x')).toThrow('too large');
  });

  it.each([
    ['no archive', strToU8('PK nothing')],
    ['an archive of something else', zipSync({ 'a.txt': strToU8('a') })],
    ['half of one', epub('x', [['One', '<p>a</p>']]).subarray(0, 400)],
  ])('that are %s are refused', (_what, bytes) => {
    expect(() => readDocument(bytes, 'epub', 'x')).toThrow();
  });
});

/** More of them: books.long.spec.ts. */
describeNoise(1000);

describe('pieces of a book', () => {
  it('say all of it, in order, none too long', () => {
    const paragraph = fc.array(
      fc.constantFrom('word ', 'longer word ', 'End. ', 'x'.repeat(900), '天気。'),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(fc.array(paragraph, { maxLength: 8 }), (paragraphs) => {
        const texts = paragraphs.map((words) => words.join('').trim());
        const pieces = piecesOfBook(
          { title: 't', chapters: [{ title: 'One', paragraphs: texts }] },
          'en',
        );
        const solid = (text: string): string => text.replaceAll(/\s/g, '');

        expect(solid(pieces.map(({ text }) => text).join(''))).toBe(
          solid(['One', ...texts].join('')),
        );
        for (const { text } of pieces) expect(text.length).toBeLessThanOrEqual(2500);
      }),
    );
  });
});

describe('chapters', () => {
  it('begin where the ones before end', () => {
    const book = {
      id: '1',
      workspace: 'acme',
      title: 't',
      format: 'mp3',
      state: 'complete',
      settings: { voiceId: 'george' },
      chapters: [
        { title: 'a', pieces: 2 },
        { title: 'b', pieces: 1 },
      ],
      characters: 0,
      createdAt: new Date(0),
    } as const;
    const parts = [
      { chapter: 0, durationMs: 100 },
      { chapter: 0, durationMs: 50 },
      { chapter: 1, durationMs: 10 },
    ];

    expect(timedChapters(book, parts)).toEqual([
      { title: 'a', startMs: 0, endMs: 150 },
      { title: 'b', startMs: 150, endMs: 160 },
    ]);
  });
});
