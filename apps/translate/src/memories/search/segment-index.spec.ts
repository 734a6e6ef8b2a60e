import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { SegmentIndex } from './segment-index.js';

const indexOf = (sources: readonly string[]) => {
  const index = new SegmentIndex<{ id: string; source: string }>();
  for (const [id, source] of sources.entries()) index.put({ id: String(id), source });
  return index;
};

/** Words as a language has them: few letters, many beginnings and ends in common. */
const word = fc
  .array(fc.constantFrom('ka', 'to', 'mi', 'ren', 'sal', 'os', 'in', 'ter', 'al', 'ent'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((syllables) => syllables.join(''));
const sentence = fc.array(word, { minLength: 4, maxLength: 14 }).map((words) => words.join(' '));
const edits = fc.array(fc.tuple(fc.nat(), fc.constantFrom('', 'x', 'yy')), { maxLength: 12 });

/** Replaces single characters. */
const edited = (text: string, changes: readonly (readonly [number, string])[]) =>
  changes.reduce((current, [at, replacement]) => {
    const position = at % current.length;
    return current.slice(0, position) + replacement + current.slice(position + 1);
  }, text);

const similarity = (a: string, b: string) =>
  Math.floor(100 * (1 - distance(a, b) / Math.max(a.length, b.length)));

describe('SegmentIndex', () => {
  it('gives the very same text 100, and another at most 99', () => {
    const index = indexOf(['The house is big.', 'the house is  big.']);

    expect(index.best('the house is  big.', 75)).toMatchObject({
      segment: { id: '1' },
      score: 100,
    });
    expect(index.best('THE HOUSE IS BIG.', 75)).toMatchObject({ score: 99 });
  });

  it('scores by the share of characters that need no edit', () => {
    // One substitution in twenty characters.
    expect(indexOf(['abcdefghijklmnopqrst']).best('abcdefghijklmnopqrsX', 75)?.score).toBe(95);
  });

  it('passes over what is below the threshold or not usable', () => {
    const index = indexOf(['The house is big.']);

    expect(index.best('The house is big!', 100)).toBeUndefined();
    expect(index.best('The house is big.', 0, () => undefined)).toBeUndefined();
  });

  it('takes another one where a judge thinks less of the most similar', () => {
    const index = indexOf(['The house is big.', 'The house is red.']);
    const judge = ({ source }: { source: string }, likeness: number) =>
      source.includes('big') ? likeness - 50 : likeness;

    expect(index.best('The house is big!', 60, judge)?.segment.source).toBe('The house is red.');
  });

  it('takes the newer one of two with the same source', () => {
    const index = indexOf(['a house']);
    index.put({ id: 'newer', source: 'a house' });

    expect(index.best('a house', 100)?.segment.id).toBe('newer');
    expect(index.size).toBe(1);
  });

  it('finds among thousands a segment that was edited, or one that is more like it', () => {
    const sources = [...new Set(fc.sample(sentence, { numRuns: 3000, seed: 42 }))];
    const index = indexOf(sources);
    fc.assert(
      fc.property(fc.nat(sources.length - 1), edits, (chosen, changes) => {
        const source = sources[chosen] ?? '';
        const text = edited(source, changes);
        fc.pre(text.trim() === text && !text.includes('  ') && similarity(source, text) >= 75);

        const found = index.best(text, 75);

        const expected = text === source ? 100 : Math.min(99, similarity(source, text));
        expect(found?.score).toBeGreaterThanOrEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('finds among thousands that differ in a word only', () => {
    const index = indexOf(
      Array.from({ length: 6000 }, (_, number) => `Click the Save button on page ${number}.`),
    );

    expect(index.best('Click the Save button on page.', 75)?.score).toBeGreaterThanOrEqual(90);
  });

  it('compares a bounded part of very long segments, the likeliest first', () => {
    const long = (letter: string) => `${letter} `.repeat(4950);
    const sources = Array.from({ length: 256 }, (_, number) =>
      long(String.fromCodePoint(0x4e00 + number)),
    );
    const index = indexOf(sources);
    const compared: string[] = [];
    const noting = ({ id }: { id: string }, likeness: number) => {
      compared.push(id);
      return likeness;
    };

    expect(index.best(`${sources[7] ?? ''}x`, 0, noting)?.segment.id).toBe('7');
    expect(index.best(long('x'), 0, noting)).toBeDefined();
    expect(compared).toHaveLength(2);
  });
});
