import { describe, expect, it } from '@jest/globals';
import { parseDocument } from 'yaml';
import {
  capitals,
  inCapitals,
  translated,
  unitsOf,
} from '../../../../test/documents/in-capitals.js';

const textsOf = (source: string) => unitsOf('a.yml', source).map(({ text }) => text);

describe('YAML', () => {
  it('writes line ends within double quotes as they were, on one line', () => {
    expect(inCapitals('a.yaml', 'a: "One line\\nanother line"\n')).toBe(
      'a: "ONE LINE\\nANOTHER LINE"\n',
    );
  });

  it('translates keys that are there twice, and reads a map of many keys once', () => {
    const many = Array.from({ length: 40_000 }, (_, at) => `k${String(at)}: One`).join('\n');

    expect(inCapitals('a.yaml', 'a: One\na: Two\n')).toBe('a: ONE\na: TWO\n');
    expect(textsOf(many)).toHaveLength(40_000);
  });

  it('keeps its layout, remarks, keys and the way its values are quoted', () => {
    const source = `# Greeting
app:
  title: The house   # why
  "quoted": "A \\"big\\" house"
  single: 'It''s'
  block: |
    First line
    second line
  folded: >-
    one two
    three
  list:
    - Some words
    - [The dog, "the cat"]
    - {a: One, b: 2, c: true}
  number: 12
  empty:
`;

    expect(inCapitals('a.yaml', source)).toBe(`# Greeting
app:
  title: THE HOUSE   # why
  "quoted": "A \\"BIG\\" HOUSE"
  single: 'IT''S'
  block: |
    FIRST LINE
    SECOND LINE
  folded: >-
    ONE TWO THREE
  list:
    - SOME WORDS
    - [THE DOG, "THE CAT"]
    - {a: ONE, b: 2, c: true}
  number: 12
  empty:
`);
  });

  it('comes back byte for byte where nothing is translated', () => {
    const source = '---\r\na:   One \r\n\r\n# x\r\nb: [ 1,2 ]\r\n...\r\n---\r\nc: Two\r\n';

    expect(translated('a.yml', source, (text) => text).toString()).toBe(source);
  });

  it('quotes what would be something else without, and what YAML would read otherwise', () => {
    const written = (text: string) =>
      translated('a.yml', 'a: None\nb: Two\n', (before) => (before === 'None' ? text : before));

    expect(written('No').toString()).toBe('a: "No"\nb: Two\n');
    for (const text of ['No', 'Sí: #1', '- x', '"a', 'null', '12:30', 'a\nb', '@x', '']) {
      expect(parseDocument(written(text).toString(), { version: '1.1' }).toJS()).toEqual({
        a: text,
        b: 'Two',
      });
    }
  });

  it('keeps what is no text: numbers, truth, tags, aliases and what older readers take for them', () => {
    const source = 'a: yes\nb: 12\nc: !ruby/symbol word\nd: &x Word\ne: *x\nf: 2026-01-01\ng: ~\n';

    expect(textsOf(source)).toEqual(['Word']);
  });

  it('says the new language where its only key is a language, as in Rails', () => {
    const write = (source: string) =>
      translated('a.yml', source, capitals, { language: 'es' }).toString();

    expect(write('en:\n  hello: Hello %{name}\n')).toBe('es:\n  hello: HELLO %{NAME}\n');
    expect(write('en-GB:\n  a: One\n')).toBe('es:\n  a: ONE\n');
    expect(write('en: One\n')).toBe('en: ONE\n');
    expect(write('zz:\n  a: One\n')).toBe('zz:\n  a: ONE\n');
    expect(write('en:\n  a: One\nother: Two\n')).toBe('en:\n  a: ONE\nother: TWO\n');
  });

  it('reads several documents in a file', () => {
    expect(textsOf('a: One\n---\na: Two\n')).toEqual(['One', 'Two']);
  });

  it.each([
    ['a: [One\nb: 2\n', 'no YAML, line '],
    [`a: ${'['.repeat(20_000)}`, 'Invalid file data'],
    ['a: One\n\tb: Two\n', 'no YAML, line 2'],
  ])('is refused with its line when it is none: %#', (source, message) => {
    expect(() => textsOf(source)).toThrow(message);
  });
});
