import { describe, expect, it } from '@jest/globals';
import {
  capitals,
  inCapitals,
  opened,
  translated,
  unitsOf,
} from '../../../../test/documents/in-capitals.js';

const textsOf = (source: string, name = 'a.csv') => unitsOf(name, source).map(({ text }) => text);

describe('CSV', () => {
  it('translates cells; names of columns, keys, numbers, quotes and line ends stay', () => {
    const source =
      'key,text,count\r\nhome.title,The house,12\r\nhome.note,"A ""big"", old\nhouse",\r\n';

    expect(inCapitals('a.csv', source)).toBe(
      'key,text,count\r\nhome.title,THE HOUSE,12\r\nhome.note,"A ""BIG"", OLD\nHOUSE",\r\n',
    );
  });

  it('leaves formulas and values of spreadsheets', () => {
    expect(textsOf('text,sum\nThe house,=SUM(A1:A2)\nTRUE,#N/A\n')).toEqual(['The house']);
  });

  it.each([
    [';', 'id;text\n1;The house\n', 'id;text\n1;THE HOUSE\n'],
    ['a tabulator', 'id\ttext\n1\tThe house\n', 'id\ttext\n1\tTHE HOUSE\n'],
    ['|', 'id|text\n1|The house', 'id|text\n1|THE HOUSE'],
    ['no separator', 'text\nThe house\n', 'text\nTHE HOUSE\n'],
  ])('has %s between its cells', (_what, source, written) => {
    expect(inCapitals('a.csv', source)).toBe(written);
  });

  it('with source and target fills what is empty of the target', () => {
    const source =
      'location,source,target,context\na.c:1,The house,,home\na.c:2,The dog,El perro,\na.c:3,"x, y",\n';

    expect(textsOf(source)).toEqual(['The house', 'x, y']);
    expect(inCapitals('a.csv', source)).toBe(
      'location,source,target,context\na.c:1,The house,THE HOUSE,home\na.c:2,The dog,El perro,\na.c:3,"x, y","X, Y"\n',
    );
  });

  const into = (target: string, source?: string) => ({ languages: { target, source } });

  it('with a column of each language fills what is empty of the target', () => {
    const source =
      'key,en,es,fr,comment\nhome,The house,,La maison,a place\ndog,The dog,El perro,,\nempty,,,,\n';

    expect(translated('a.csv', source, capitals, into('ES', 'EN')).toString()).toBe(
      source.replace('The house,,', 'The house,THE HOUSE,'),
    );
    expect(opened('a.csv', source, into('ES', 'EN')).keptTexts).toBe(1);
    expect(unitsOf('a.csv', source, into('FR', 'ES')).map(({ text }) => text)).toEqual([
      'El perro',
    ]);
  });

  it.each([
    ['en,es\nOne\nTwo,\n', 'en,es\nOne,ONE\nTwo,TWO\n'],
    ['en;note;es\r\n"One"\r\nTwo;x', 'en;note;es\r\n"One";;ONE\r\nTwo;x;TWO'],
    ['source\tnote\ttarget\nOne\n\n', 'source\tnote\ttarget\nOne\t\tONE\n\n'],
  ])('gives a row the cells that it lacks: %j', (source, expected) => {
    expect(translated('a.csv', source, capitals, into('ES', 'EN')).toString()).toBe(expected);
  });

  it('takes the first other language for the source where none is named', () => {
    const source = 'key\tfr\tes\tsku\nhome\tLa maison\t\tx\n';

    expect(unitsOf('a.tsv', source, into('es')).map(({ text }) => text)).toEqual(['La maison']);
  });

  it.each([
    ['pt_BR', 'en,pt,pt_BR\nOne,Um,\n', 'PT-BR'],
    ['Spanish(es)', 'Key,English(en),Spanish(es)\nk,One,\n', 'ES'],
    ['es-MX', 'id,en-US,es-MX\n1,One,\n', 'ES'],
  ])('finds the column %s', (_name, source, target) => {
    expect(translated('a.csv', source, capitals, into(target, 'EN')).toString()).toBe(
      source.replace(/,\n$/, ',ONE\n'),
    );
  });

  it.each(['key,en\nk,One\n', 'key,text,note\nk,One,Two\n', 'key,fr,es\nk,Un,\n'])(
    'translates cells where both columns are not there: %j',
    (source) => {
      expect(translated('a.csv', source, capitals, into('ES', 'EN')).toString()).toBe(
        inCapitals('a.csv', source),
      );
    },
  );

  it('quotes a translation that needs it', () => {
    const written = translated('a.tsv', 'id\ttext\n1\tOne\n', () => 'a\t"b"\nc').toString();

    expect(written).toBe('id\ttext\n1\t"a\t""b""\nc"\n');
  });

  it('keeps empty cells at the ends of lines and of the file, and rows that are too short', () => {
    const source = 'a,b,c\nOne,,\n\nTwo\nThree,';

    expect(textsOf(source)).toEqual(['One', 'Two', 'Three']);
    expect(inCapitals('a.csv', source)).toBe('a,b,c\nONE,,\n\nTWO\nTHREE,');
  });

  it('may be empty', () => {
    expect(textsOf('')).toEqual([]);
    expect(textsOf('a,b')).toEqual([]);
  });

  it.each(['a,b\n1,"One\n', 'a,b\n"One" x,2\n'])('is refused with its line: %j', (source) => {
    expect(() => textsOf(source)).toThrow('no CSV, line 2: a quote is not closed');
  });

  it('of a long cell is read', () => {
    const cell = `${'a""'.repeat(100_000)}b`;

    expect(textsOf(`a\n"${cell}"\n`)[0]).toHaveLength(2 * 100_000 + 1);
  });
});
