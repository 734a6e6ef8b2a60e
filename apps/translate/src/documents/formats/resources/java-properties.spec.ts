import { describe, expect, it } from '@jest/globals';
import { inCapitals, translated, unitsOf } from '../../../../test/documents/in-capitals.js';

const textsOf = (source: string | Uint8Array) =>
  unitsOf('a.properties', source).map(({ text }) => text);

describe('Java properties', () => {
  it('keep keys, remarks, separators, order and line ends', () => {
    const source =
      '# The remark\r\n! Another\r\n\r\ntitle = The house\r\ndog:The dog\r\n  cat   The cat\r\nempty=\r\nnumber=12\r\n';

    expect(inCapitals('a.properties', source)).toBe(
      '# The remark\r\n! Another\r\n\r\ntitle = THE HOUSE\r\ndog:THE DOG\r\n  cat   THE CAT\r\nempty=\r\nnumber=12\r\n',
    );
  });

  it('are read with their escapes and the lines that go on', () => {
    const source =
      'a.b\\:c\\ d=One\\ttwo\nlong=first \\\n    second\\\r\n  third\nletter=caf\\u00e9\nslash=C\\\\x\nlast=end\\';

    expect(textsOf(source)).toEqual(['One\ttwo', 'first secondthird', 'café', 'C\\x', 'end']);
  });

  it('have letters beyond ASCII as the file writes them', () => {
    const write = (source: string) => translated('a.properties', source, () => 'Niño\n ¿é?');

    expect(write('a=Boy\n').toString()).toBe(String.raw`a=Ni\u00f1o\n \u00bf\u00e9?` + '\n');
    expect(write('# café\na=Boy\n').toString()).toBe(String.raw`# café` + '\na=Niño\\n ¿é?\n');
  });

  it('have apostrophes of messages twice, as MessageFormat reads them, and others once', () => {
    const source = "message=It''s {0} o''clock\nplain=It's here\n";

    expect(textsOf(source)).toEqual(["It's {0} o'clock", "It's here"]);
    expect(inCapitals('a.properties', source)).toBe(
      "message=IT''S {0} O''CLOCK\nplain=IT'S HERE\n",
    );
  });

  it('keep the space that a value begins with', () => {
    expect(translated('a.properties', 'a=\\ One\n', () => ' Uno').toString()).toBe('a=\\ Uno\n');
  });

  it('of long values are read in one go', () => {
    const value = 'word \\\n  '.repeat(50_000);

    expect(textsOf(`a=${value}end\n`)[0]).toHaveLength(5 * 50_000 + 3);
  });
});
