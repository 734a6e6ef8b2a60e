import { describe, expect, it } from '@jest/globals';
import { unmarked, type MarkedText } from '../../text/marked-text.js';
import { TermIndex, type FormsOf } from './term-index.js';
import { TermMatcher, withTerms, type SearchedDictionary } from './terms.js';

const dictionary = async (
  entries: Readonly<Record<string, string>>,
  glossaryId = 'g',
  formsOf?: FormsOf,
): Promise<SearchedDictionary> => {
  const lines = Object.entries(entries).map((entry) => entry.join('\t'));
  return { glossaryId, index: await TermIndex.of(lines.join('\n'), formsOf) };
};

const terms = (segment: MarkedText, ...dictionaries: readonly SearchedDictionary[]) =>
  withTerms(segment, new TermMatcher(dictionaries)).segment.spans.flatMap((span) =>
    span.kind === 'term' ? [[segment.text.slice(span.start, span.end), span.target]] : [],
  );

const found = async (text: string, entries: Readonly<Record<string, string>>) =>
  terms(unmarked(text), await dictionary(entries));

describe('terms', () => {
  it.each<[string, string, Record<string, string>, string[][]]>([
    ['whole words', 'house, houses, doghouse', { house: 'casa' }, [['house', 'casa']]],
    ['with their case', 'IT and it', { IT: 'TI' }, [['IT', 'TI']]],
    ['at the start of a sentence', 'House', { house: 'casa' }, [['House', 'Casa']]],
    ['among capitals', 'THE HOUSE', { house: 'casa' }, [['HOUSE', 'CASA']]],
    ['not in any other case', 'hOuse', { house: 'casa' }, []],
    [
      'the longest first',
      'red house rule',
      { red: 'rojo', 'red house': 'casa roja', house: 'casa' },
      [['red house', 'casa roja']],
    ],
    [
      'with signs',
      'C++ and .NET!',
      { 'C++': 'C', '.NET': 'red' },
      [
        ['C++', 'C'],
        ['.NET', 'red'],
      ],
    ],
    ['in scripts without spaces', '私の家です', { 家: 'house' }, [['家', 'house']]],
    [
      'beside signs',
      '(house)/house-house',
      { house: 'casa' },
      Array.from({ length: 3 }, () => ['house', 'casa']),
    ],
  ])('are found %s', async (_rule, text, entries, expected) => {
    expect(await found(text, entries)).toEqual(expected);
  });

  it('come from the glossary that is named first', async () => {
    const dictionaries = [
      await dictionary({ house: 'uno' }, 'a'),
      await dictionary({ house: 'dos' }, 'b'),
    ];

    expect(terms(unmarked('house'), ...dictionaries)).toEqual([['house', 'uno']]);
    expect(terms(unmarked('house'), ...dictionaries.reverse())).toEqual([['house', 'dos']]);
  });

  it('come in their forms, unless an entry says otherwise', async () => {
    const plurals: FormsOf = (entries) =>
      Promise.resolve(
        entries.map((entry) => [entry, { source: `${entry.source}s`, target: `${entry.target}s` }]),
      );
    const matcher = new TermMatcher([
      await dictionary({ house: 'casa', houses: 'caserío' }, 'g', plurals),
      await dictionary({ dog: 'can' }, 'h', plurals),
    ]);

    const { terms: applied, segment } = withTerms(unmarked('houses dogs'), matcher);

    expect(segment.spans).toMatchObject([{ target: 'caserío' }, { target: 'cans' }]);
    expect(applied).toMatchObject([{ source: 'houses' }, { source: 'dog', target: 'can' }]);
  });

  it('lie inside of tags, not across their edges, and not in protected content', async () => {
    const text = 'red house dog';
    const tag = (start: number, end: number): MarkedText => ({
      text,
      spans: [{ id: 0, kind: 'tag', start, end }],
    });
    const entries = await dictionary({ 'red house': 'casa roja' });

    expect(terms(tag(0, 9), entries)).toHaveLength(1);
    expect(terms(tag(0, 13), entries)).toHaveLength(1);
    expect(terms(tag(10, 13), entries)).toHaveLength(1);
    expect(terms(tag(4, 9), entries)).toHaveLength(0);
    expect(terms(tag(4, 4), entries)).toHaveLength(0);
    expect(
      terms({ text, spans: [{ id: 0, kind: 'protected', start: 0, end: 13 }] }, entries),
    ).toHaveLength(0);
  });

  it('are numbered on and know the tag around them', async () => {
    const segment: MarkedText = {
      text: 'a house',
      spans: [
        { id: 4, kind: 'tag', start: 0, end: 7 },
        { id: 7, kind: 'tag', start: 2, end: 7, parent: 4 },
      ],
    };

    const { segment: marked, terms: applied } = withTerms(
      segment,
      new TermMatcher([await dictionary({ house: 'casa' })]),
    );

    expect(marked.spans.at(-1)).toMatchObject({ id: 8, kind: 'term', parent: 7 });
    expect(applied).toEqual([{ glossaryId: 'g', source: 'house', target: 'casa', spanId: 8 }]);
  });

  it('are found among 100,000 in 128 KiB, not one by one', async () => {
    const entries = Array.from({ length: 100_000 }, (_unused, n) => [`term${n} of art`, `t${n}`]);
    const matcher = new TermMatcher([
      await dictionary(Object.fromEntries(entries) as Record<string, string>),
    ]);
    const text = 'the term42 of art and '.repeat(6000);
    const started = performance.now();

    const { terms: applied } = withTerms(unmarked(text), matcher);

    expect(applied).toHaveLength(6000);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
