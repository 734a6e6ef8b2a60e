import { describe, expect, it } from '@jest/globals';
import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate';
import { capitals, translated, unitsOf } from '../../../test/documents/in-capitals.js';

const XHTML = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>The title</title><script src="a.js"/></head>
<body><h1 id="c1">Chapter one</h1><p>A <em>big</em>&nbsp;house, <code>x = y</code><br/>and more.</p>
<div>Around <p>inside</p></div><ul><li><a href="#c1">A link</a></li></ul><pre>kept <i>words</i></pre>
<math><mi>kept</mi></math></body></html>`;

const book = (files: Readonly<Record<string, string>> = {}): Uint8Array =>
  zipSync(
    Object.fromEntries<Zippable[string]>([
      ['mimetype', [strToU8('application/epub+zip'), { level: 0 }]],
      ...Object.entries({
        'META-INF/container.xml': '<container/>',
        'content.opf': '<package><dc:title>The book</dc:title><meta>kept</meta></package>',
        'toc.ncx': '<ncx><navLabel><text>Chapter one</text></navLabel></ncx>',
        'one.xhtml': XHTML,
        'style.css': 'p { color: red }',
        ...files,
      }).map(([path, text]): [string, Uint8Array] => [path, strToU8(text)]),
    ]),
  );

const fileOf = (bytes: Uint8Array, path: string): string =>
  strFromU8(unzipSync(bytes)[path] ?? new Uint8Array());

describe('EPUB', () => {
  it('translates pages, table of contents and title', () => {
    const written = translated('a.epub', book(), capitals);

    expect(fileOf(written, 'content.opf')).toContain('<dc:title>THE BOOK</dc:title><meta>kept<');
    expect(fileOf(written, 'toc.ncx')).toContain('<text>CHAPTER ONE</text>');
    expect(fileOf(written, 'one.xhtml')).toBe(
      XHTML.replace('The title', 'THE TITLE')
        .replace('Chapter one', 'CHAPTER ONE')
        .replace('A <em>big</em>&nbsp;house,', 'A <em>BIG</em>\u00a0HOUSE,')
        .replace('and more.', 'AND MORE.')
        .replace('Around ', 'AROUND ')
        .replace('inside', 'INSIDE')
        .replace('A link', 'A LINK'),
    );
  });

  it('says the new language where it says one', () => {
    const files = {
      'content.opf':
        '<package xml:lang="en"><dc:language id="a">en</dc:language><dc:language>fr</dc:language></package>',
      'one.xhtml':
        '<html lang="en" xml:lang="en"><body xml:lang="en"><p lang="fr">Un mot</p></body></html>',
      'two.xhtml': '<html><body><p>Word</p></body></html>',
    };

    const written = translated('a.epub', book(files), (text) => text, { language: 'es' });

    expect(fileOf(written, 'content.opf')).toContain(
      '<dc:language id="a">es</dc:language><dc:language>fr<',
    );
    expect(fileOf(written, 'one.xhtml')).toBe(
      '<html lang="es" xml:lang="es"><body xml:lang="es"><p lang="fr">Un mot</p></body></html>',
    );
    expect(fileOf(written, 'two.xhtml')).toBe(files['two.xhtml']);
  });

  it('keeps its type first and readable as it is', () => {
    const written = translated('a.epub', book(), capitals);

    expect(written.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip');
  });

  it('stays as it is, part by part, where the texts do', () => {
    const source = book();

    expect(unzipSync(translated('a.epub', source, (text) => text))).toEqual(unzipSync(source));
  });

  it.each([
    [{ 'META-INF/rights.xml': '<rights/>' }, 'protected against copying'],
    [{ 'one.xhtml': '<!DOCTYPE html [<!ENTITY a "b">]><html/>' }, 'not read'],
    [{ 'one.xhtml': '<html><p>open</html>' }, 'Invalid file data'],
    [{ '../out.xhtml': '<html/>' }, 'leads outside'],
  ])('refuses %j', (files, reason) => {
    expect(() => unitsOf('a.epub', book(files))).toThrow(reason);
  });
});

describe('a package', () => {
  it('grows by its words alone: what was packed is packed again', () => {
    const picture = new Uint8Array(900_000);
    const packed = zipSync({
      'META-INF/container.xml': strToU8('<container/>'),
      'one.xhtml': strToU8(XHTML),
      'one.png': picture,
    });

    const written = translated('a.epub', packed, capitals);

    expect(written.length).toBeLessThan(10_000);
    expect(unzipSync(written)['one.png']).toEqual(picture);
  });

  it('is refused when its files share their bytes', () => {
    const inside = book({ 'one.bin': 'x'.repeat(50_000) });
    const bytes = Buffer.from(inside);
    const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
    const begin = bytes.readUInt32LE(end + 16);
    const directory = bytes.subarray(begin, end);
    const again = Buffer.concat([
      bytes.subarray(0, begin),
      ...Array.from({ length: 20 }, () => directory),
      bytes.subarray(end),
    ]);
    const length = again.length - 22;
    again.writeUInt16LE(bytes.readUInt16LE(end + 10) * 20, length + 8);
    again.writeUInt16LE(bytes.readUInt16LE(end + 10) * 20, length + 10);
    again.writeUInt32LE(directory.length * 20, length + 12);

    expect(() => unitsOf('a.epub', again)).toThrow('it unpacks to too much');
  });

  it('holds many paragraphs beside words without taking the square of their number', () => {
    const paragraphs = '<p>word</p>'.repeat(20_000);

    const written = translated(
      'a.epub',
      book({ 'one.xhtml': `<html><body>words${paragraphs}</body></html>` }),
      capitals,
    );

    expect(fileOf(written, 'one.xhtml')).toContain(
      `WORDS${paragraphs.toUpperCase().replaceAll('P>', 'p>')}`,
    );
  });
});
