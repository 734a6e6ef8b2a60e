import { describe, expect, it } from '@jest/globals';
import { labelEndOf, withLabel, withoutLabel } from './labels.js';
import { unmarked, type MarkedText } from './marked-text.js';

const labelOf = (text: string) => text.slice(0, labelEndOf(unmarked(text)));

describe('the label of a line', () => {
  it.each([
    ['a) London', 'a) '],
    ['(b) The house', '(b) '],
    ['C. London', 'C. '],
    ['iv. The house', 'iv. '],
    ['- I am here', '- '],
    ['— a) London', '— a) '],
    ['•\u00a0Milk', '•\u00a0'],
    ['Q: Where?', 'Q: '],
    ['a house', ''],
    ['I am here', ''],
    ['e.g. this', ''],
    ['a)', ''],
    ['- 5', ''],
    ['-5 degrees', ''],
    ['Mix. Stir.', ''],
  ])('of %j is %j', (text, label) => {
    expect(labelOf(text)).toBe(label);
  });

  it('comes off with the tags in it, and back around the translation', () => {
    const segment: MarkedText = {
      text: 'a) The house',
      spans: [
        { id: 0, kind: 'tag', start: 0, end: 12 },
        { id: 1, kind: 'tag', start: 0, end: 2, parent: 0 },
        { id: 2, kind: 'tag', start: 7, end: 12, parent: 0 },
      ],
    };
    const end = labelEndOf(segment);

    const bare = withoutLabel(segment, end);
    const placed = withLabel(segment, end, {
      text: 'La casa',
      spans: [
        { id: 0, start: 0, end: 7 },
        { id: 2, start: 3, end: 7 },
      ],
    });

    expect(bare).toEqual({
      text: 'The house',
      spans: [
        { id: 0, kind: 'tag', start: 0, end: 9 },
        { id: 2, kind: 'tag', start: 4, end: 9, parent: 0 },
      ],
    });
    expect(placed.text).toBe('a) La casa');
    expect(placed.spans.toSorted((a, b) => a.id - b.id)).toEqual([
      { id: 0, start: 0, end: 10 },
      { id: 1, start: 0, end: 2 },
      { id: 2, start: 6, end: 10 },
    ]);
  });

  it('stays where a tag begins in it and ends behind', () => {
    const spans = [{ id: 0, kind: 'tag', start: 0, end: 6 }] as const;

    expect(labelEndOf({ text: 'a) The house', spans })).toBe(0);
  });
});
