import { describe, expect, it } from '@jest/globals';
import { unmarked, type MarkedText } from './marked-text.js';
import { TermMatcher, withTerms } from './terms.js';
import type { Dictionary } from './terminology.js';

const dictionary = (entries: Readonly<Record<string, string>>, glossaryId = 'g'): Dictionary => ({
  glossaryId,
  version: '1',
  entries: Object.entries(entries).map(([source, target]) => ({ source, target })),
});

const terms = (segment: MarkedText, ...dictionaries: readonly Dictionary[]) =>
  withTerms(segment, new TermMatcher(dictionaries)).segment.spans.flatMap((span) =>
    span.kind === 'term' ? [[segment.text.slice(span.start, span.end), span.target]] : [],
  );

const found = (text: string, entries: Readonly<Record<string, string>>) =>
  terms(unmarked(text), dictionary(entries));

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
  ])('are found %s', (_rule, text, entries, expected) => {
    expect(found(text, entries)).toEqual(expected);
  });

  it('come from the glossary that is named first', () => {
    const dictionaries = [dictionary({ house: 'uno' }, 'a'), dictionary({ house: 'dos' }, 'b')];

    expect(terms(unmarked('house'), ...dictionaries)).toEqual([['house', 'uno']]);
    expect(terms(unmarked('house'), ...dictionaries.reverse())).toEqual([['house', 'dos']]);
  });

  it('come in their forms, unless an entry says otherwise', () => {
    const matcher = new TermMatcher(
      [dictionary({ house: 'casa', houses: 'caserío' }), dictionary({ dog: 'can' })],
      (entry) => [entry, { source: `${entry.source}s`, target: `${entry.target}s` }],
    );

    const { terms: applied, segment } = withTerms(unmarked('houses dogs'), matcher);

    expect(segment.spans).toMatchObject([{ target: 'caserío' }, { target: 'cans' }]);
    expect(applied).toMatchObject([{ source: 'houses' }, { source: 'dog', target: 'can' }]);
  });

  it('lie inside of tags, not across their edges, and not in protected content', () => {
    const text = 'red house dog';
    const tag = (start: number, end: number): MarkedText => ({
      text,
      spans: [{ id: 0, kind: 'tag', start, end }],
    });
    const entries = dictionary({ 'red house': 'casa roja' });

    expect(terms(tag(0, 9), entries)).toHaveLength(1);
    expect(terms(tag(0, 13), entries)).toHaveLength(1);
    expect(terms(tag(10, 13), entries)).toHaveLength(1);
    expect(terms(tag(4, 9), entries)).toHaveLength(0);
    expect(terms(tag(4, 4), entries)).toHaveLength(0);
    expect(
      terms({ text, spans: [{ id: 0, kind: 'protected', start: 0, end: 13 }] }, entries),
    ).toHaveLength(0);
  });

  it('are numbered on and know the tag around them', () => {
    const segment: MarkedText = {
      text: 'a house',
      spans: [
        { id: 4, kind: 'tag', start: 0, end: 7 },
        { id: 7, kind: 'tag', start: 2, end: 7, parent: 4 },
      ],
    };

    const { segment: marked, terms: applied } = withTerms(
      segment,
      new TermMatcher([dictionary({ house: 'casa' })]),
    );

    expect(marked.spans.at(-1)).toMatchObject({ id: 8, kind: 'term', parent: 7 });
    expect(applied).toEqual([{ glossaryId: 'g', source: 'house', target: 'casa', spanId: 8 }]);
  });

  it('are found among 100,000 in 128 KiB, not one by one', () => {
    const entries = Array.from({ length: 100_000 }, (_unused, n) => [`term${n} of art`, `t${n}`]);
    const matcher = new TermMatcher([
      dictionary(Object.fromEntries(entries) as Record<string, string>),
    ]);
    const text = 'the term42 of art and '.repeat(6000);
    const started = performance.now();

    const { terms: applied } = withTerms(unmarked(text), matcher);

    expect(applied).toHaveLength(6000);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
