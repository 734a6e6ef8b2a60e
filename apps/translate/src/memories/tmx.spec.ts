import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Readable } from 'node:stream';
import { parseLanguage, type LanguageTag } from '../languages/language.js';
import { formatTmx, parseTmx, type TmxUnit } from './tmx.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const document = (body: string, header = '<header srclang="en"/>') =>
  bytes(
    `<?xml version="1.0"?><!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx version="1.4">${header}<body>${body}</body></tmx>`,
  );
const tu = (source: string, target: string) =>
  `<tu><tuv xml:lang="EN-us"><seg>${source}</seg></tuv><tuv xml:lang="es"><seg>${target}</seg></tuv></tu>`;
function tag(code: string): LanguageTag {
  const parsed = parseLanguage(code);
  if (parsed === undefined) throw new Error(code);
  return parsed;
}
const unitsOf = async (body: string) =>
  (await parseTmx(document(body))).units.map(({ source, targets }) => [
    source,
    targets.get(tag('es')),
  ]);

const from = (units: readonly TmxUnit[]): AsyncIterable<TmxUnit> => Readable.from(units);

async function written(units: readonly TmxUnit[]): Promise<string> {
  let text = '';
  for await (const piece of formatTmx(tag('en'), from(units))) text += piece;
  return text;
}

describe('parseTmx', () => {
  it('reads languages as locales are called', async () => {
    const { sourceLanguage, units, languages } = await parseTmx(
      document(
        '<tu><tuv xml:lang="EN-US"><seg>a</seg></tuv><tuv xml:lang="es_ES"><seg>b</seg></tuv></tu>',
        '<header srclang="en_US"/>',
      ),
    );

    expect(sourceLanguage).toBe('en');
    expect(units.map(({ targets }) => [...targets])).toEqual([[['es-ES', 'b']]]);
    expect(languages).toEqual(['EN-US', 'es_ES']);
  });

  it('reads units with entities, CDATA and any case of codes', async () => {
    expect(await unitsOf(tu('fish &amp; <![CDATA[<chips>]]>', 'pescado'))).toEqual([
      ['fish & <chips>', 'pescado'],
    ]);
  });

  it('leaves out native codes and keeps the text that is highlighted', async () => {
    const source =
      'a <bpt i="1">{\\b</bpt><hi>bold</hi><ept i="1">}</ept> <ph>&lt;br/&gt;</ph>word';

    expect(await unitsOf(tu(source, 'x'))).toEqual([['a bold word', 'x']]);
  });

  it('keeps placeholders, which are text', async () => {
    const [files, archivos] = ['<ph x="1">%d</ph> files', '<ph x="1">%d</ph> archivos'];

    expect(await unitsOf(tu(files, archivos))).toEqual([['%d files', '%d archivos']]);
  });

  it('takes the first text for the source when the header says *all*', async () => {
    const { sourceLanguage } = await parseTmx(document(tu('a', 'b'), '<header srclang="*all*"/>'));

    expect(sourceLanguage).toBe('en');
  });

  it('reads the attribute lang of version 1.1', async () => {
    const old = '<tu><tuv lang="en"><seg>a</seg></tuv><tuv lang="es"><seg>b</seg></tuv></tu>';

    expect(await unitsOf(old)).toEqual([['a', 'b']]);
  });

  it('counts what it passes over', async () => {
    const lonely = '<tu><tuv xml:lang="en"><seg>a</seg></tuv></tu>';
    const long = tu('a'.repeat(10_001), 'b');

    const { units, skippedUnits } = await parseTmx(
      document(lonely + long + tu('', 'b') + tu('a', 'b')),
    );

    expect([units.length, skippedUnits]).toEqual([1, 3]);
  });

  it.each(['utf-16le', 'utf-16be'])('reads %s with a byte order mark', async (encoding) => {
    const text = `\ufeff<tmx version="1.4"><header srclang="en"/><body>${tu('año', 'b')}</body></tmx>`;
    const buffer = Buffer.from(text, 'utf16le');
    if (encoding === 'utf-16be') buffer.swap16();

    expect((await parseTmx(buffer)).units).toMatchObject([{ source: 'año' }]);
  });

  it.each([
    ['no XML', 'hello'],
    ['another root', '<html/>'],
    ['an open element', '<tmx><header srclang="en"/>'],
    ['no source language', '<tmx><header srclang="?"/><body/></tmx>'],
    ['an unknown entity', '<tmx><header srclang="en"/><body>&lol;</body></tmx>'],
  ])('refuses %s with the reason', async (_what, text) => {
    await expect(parseTmx(bytes(text))).rejects.toMatchObject({
      code: 'tmx_malformed',
      status: 400,
    });
  });

  it('refuses bytes of another encoding', async () => {
    await expect(parseTmx(Uint8Array.of(0x3c, 0xff, 0xff))).rejects.toMatchObject({ status: 400 });
  });
});

describe('formatTmx', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 50 })
    .map((value) => value.replaceAll(/\p{Cc}|\ufffe|\uffff/gu, ''))
    .filter((value) => value !== '' && value.trim() === value);

  it('writes what parseTmx reads back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1 }), async (texts) => {
        const units = texts.map(([source, target]) => ({
          source,
          targets: new Map([[tag('es'), target]]),
        }));

        expect((await parseTmx(bytes(await written(units)))).units).toEqual(units);
      }),
      { numRuns: 50 },
    );
  });

  it('leaves out characters that XML has no form for', async () => {
    const unit = { source: 'a\u0000\u001fb', targets: new Map([[tag('es'), 'c']]) };

    expect((await parseTmx(bytes(await written([unit])))).units).toMatchObject([{ source: 'ab' }]);
  });
});
