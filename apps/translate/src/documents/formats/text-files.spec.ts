import { describe, expect, it } from '@jest/globals';
import { translated, unitsOf } from '../../../test/documents/in-capitals.js';
import { guessedEncoding, sampleOf } from './encodings/guess-encoding.js';
import { decodeText } from './text-files.js';

/** Bytes of a text in an encoding of one byte for each character. */
function bytesIn(encoding: string, text: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const table = new Map(
    Array.from({ length: 256 }, (_unused, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  );
  return Buffer.from(Array.from(text, (letter) => table.get(letter) ?? 0x3f));
}

const SPANISH = '¿Qué pasó mañana? El niño comió piñas y se fue a dormir.\n';
const FRENCH = 'L’été dernier, j’ai mangé des pêches à la crème près de la forêt.\n';
const GERMAN = 'Die Mädchen hören schöne Lieder über große Bäume.\n';
const POLISH = 'Zażółć gęślą jaźń, powiedział mały chłopiec o świcie.\n';
const CZECH = 'Příliš žluťoučký kůň úpěl ďábelské ódy.\n';
const RUSSIAN = 'Съешь же ещё этих мягких французских булок, да выпей чаю.\n';
const GREEK = 'Η γρήγορη αλεπού πηδά πάνω από το τεμπέλικο σκυλί.\n';
const TURKISH = 'Şişli’de güneşli bir gün, çocuklar bahçede oynuyor ve ağaca çıkıyor.\n';

describe('a text file', () => {
  it.each([
    ['windows-1252', SPANISH],
    ['windows-1252', FRENCH],
    ['windows-1252', GERMAN],
    ['windows-1250', POLISH],
    ['iso-8859-2', POLISH],
    ['windows-1250', CZECH],
    ['windows-1251', RUSSIAN],
    ['koi8-r', RUSSIAN],
    ['windows-1253', GREEK],
    ['windows-1254', TURKISH],
  ])('in %s is read and written: %s', (encoding, text) => {
    const bytes = bytesIn(encoding, text);

    const { text: read, encode } = decodeText(bytes);

    expect(read).toBe(text);
    expect(Buffer.from(encode(read)).equals(bytes)).toBe(true);
  });

  it.each([
    ['shift_jis', '93fa967b8cea82c582b7814282b182ea82cd83658358836782c582b78142'],
    ['euc-jp', 'a4b3a4eca4cfa5c6a5b9a5c8a4c7a4b9a1a3c6fccbdcb8ec'],
    ['gb18030', 'd5e2cac7d2bbb8f6b2e2cad4a1a3ced2c3c7d4dad6d0b9faa1a3'],
    ['big5', 'b36fac4fa440add3b4fab8d5a143a7daadccb3a3a662a4a4b0eaa143'],
    ['euc-kr', 'c0ccb0cdc0ba20bdc3c7e8c0d4b4cfb4d92e'],
  ])('in %s is read, and written as UTF-8', (encoding, hex) => {
    const bytes = Buffer.from(hex, 'hex');
    const expected = new TextDecoder(encoding).decode(bytes);

    const { text, encode } = decodeText(bytes);

    expect(text).toBe(expected);
    expect(Buffer.from(encode(text)).toString()).toBe(`\ufeff${expected}`);
  });

  it('in UTF-16 without its mark is read', () => {
    expect(decodeText(Buffer.from('The house is big.', 'utf16le')).text).toBe('The house is big.');
  });

  it('is what it says of itself where that can be', () => {
    const page = bytesIn('iso-8859-2', `<meta charset="iso-8859-2"><p>${POLISH}</p>`);

    expect(decodeText(page).text).toContain(POLISH);
  });

  it('is written as UTF-8, and says so, where its encoding has no sign for a letter', () => {
    const page = bytesIn('windows-1252', '<meta charset="windows-1252"><p>Él</p>');

    const written = translated('a.html', page, (text) => text.replace('Él', 'Łódź'));

    expect(written.toString()).toBe('\ufeff<meta charset="utf-8"><p>Łódź</p>');
  });

  it('of gettext is written without a mark, which gettext refuses', () => {
    const head = (charset: string) =>
      `msgid ""\nmsgstr "Content-Type: text/plain; charset=${charset}\\n"\n\nmsgid "Él"\n`;
    const source = bytesIn('windows-1252', `${head('windows-1252')}msgstr ""\n`);

    const written = translated('a.po', source, (text) => text.replace('Él', 'Łódź'));

    expect(written.toString()).toBe(`${head('utf-8')}msgstr "Łódź"\n`);
  });

  it('may have very many lines', () => {
    const lines = 600_000;

    const units = unitsOf('a.txt', 'a\n'.repeat(lines));

    expect(units.map(({ text }) => text).join('')).toHaveLength(2 * lines);
  });

  it('of many megabytes without a line end is told by a sample of it', () => {
    const line = bytesIn('windows-1251', RUSSIAN.trim());
    const bytes = Buffer.alloc(5_000_000, line);

    expect(sampleOf(bytes)).toHaveLength(16 * 1024);
    expect(guessedEncoding(bytes)).toBe('windows-1251');
  });

  it('is told by its letters, however far behind its start they are', () => {
    const bytes = Buffer.concat([Buffer.alloc(3_000_000, 'a b\n'), bytesIn('koi8-r', RUSSIAN)]);

    expect(guessedEncoding(bytes)).toBe('koi8-r');
  });

  it('may have its sample cut within a letter', () => {
    const japanese = Buffer.from('a4b3a4eca4cfa5c6a5b9a5c8a4c7a4b9a1a3c6fccbdcb8ec', 'hex');

    for (const lead of ['', 'a', 'ab', 'abc']) {
      const bytes = Buffer.concat([Buffer.from(lead), Buffer.alloc(240_000, japanese)]);
      expect(guessedEncoding(bytes)).toBe('euc-jp');
    }
  });

  it('that is none is refused', () => {
    const noise = Buffer.from(Array.from({ length: 999 }, (_unused, at) => (at * 89) % 256));

    expect(() => decodeText(noise)).toThrow('Save the text as UTF-8');
  });

  it('has a unit for each line, and one for a block of code', () => {
    const text = 'One\r\nTwo\n\n```\ncode\nmore\n```\nThree';

    const texts = unitsOf('a.txt', text).map((unit) => unit.text);

    expect(texts.join('')).toBe(text);
    expect(texts).toContain('Two\n');
    expect(texts).toContain('```\ncode\nmore\n```');
  });
});

describe('subtitles in windows-1252', () => {
  it('are read and written as they were', () => {
    const source = bytesIn('windows-1252', `1\n00:00:01,000 --> 00:00:02,000\n¿Qué pasó, niño?\n`);

    const written = translated('a.srt', source, (text) => text.replace('niño', 'señor'));

    expect(new TextDecoder('windows-1252').decode(written)).toContain('¿Qué pasó, señor?');
  });
});
