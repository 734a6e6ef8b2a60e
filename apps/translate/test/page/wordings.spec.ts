import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withWording } from '../../web/src/text/alternatives.js';
import { pairAt, sentencePairs } from '../../web/src/text/sentences.js';
import { wordDifferences } from '../../web/src/text/word-differences.js';

const shown = (source: string, target: string) =>
  sentencePairs(source, target).map((pair) => [
    pair.source,
    target.slice(pair.target.start, pair.target.end),
  ]);

describe('sentences beside their translations', () => {
  it('are those of each line', () => {
    expect(shown('One dog. Two cats.\n\n- A bird', 'Un perro. Dos gatos.\n\n- Un pájaro')).toEqual([
      ['One dog.', 'Un perro.'],
      ['Two cats.', 'Dos gatos.'],
      ['- A bird', '- Un pájaro'],
    ]);
  });

  it('are a line where it has others, and the text where it has other lines', () => {
    expect(shown('One. Two.\nThree', 'Uno y dos.\nTres')).toEqual([
      ['One. Two.', 'Uno y dos.'],
      ['Three', 'Tres'],
    ]);
    expect(shown('One.\nTwo.', 'Uno. Dos.')).toEqual([['One.\nTwo.', 'Uno. Dos.']]);
  });

  it('are found by a place in the translation', () => {
    const pairs = sentencePairs('One. Two.', 'Uno. Dos.');

    expect([0, 4, 5, 9, 99].map((place) => pairAt(pairs, place))).toEqual([0, 0, 1, 1, 1]);
  });
});

describe('differences of sentences', () => {
  it('are words', () => {
    expect(wordDifferences('La casa bonita.', 'La vivienda bonita.')).toEqual({
      parts: [
        { text: 'La', isNew: false },
        { text: ' ', isNew: false },
        { text: 'vivienda', isNew: true },
        { text: ' ', isNew: false },
        { text: 'bonita', isNew: false },
        { text: '.', isNew: false },
      ],
      gone: [{ start: 3, end: 7 }],
    });
  });

  it('have all of the second sentence, whatever the first is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
        const { parts } = wordDifferences(before, after);
        expect(parts.map(({ text }) => text).join('')).toBe(after);
      }),
    );
  });
});

describe('a wording that is chosen', () => {
  it('stands in its place; what is told of other words stays', () => {
    const translation = {
      text: 'Uno. Dos tres.',
      detected_source_language: 'EN',
      provenance: [
        { text: 'Uno. ', origin: 'engine', engine: 'apertium' },
        { text: 'Dos ', origin: 'engine', engine: 'apertium' },
        { text: 'tres', origin: 'glossary', term: 'three' },
        { text: '.', origin: 'engine', engine: 'apertium' },
      ],
    } as const;

    const changed = withWording(
      translation,
      { start: 0, end: 4 },
      { text: 'Una.', engine: 'memory', score: 80 },
    );

    expect(changed.text).toBe('Una. Dos tres.');
    expect(changed.provenance).toEqual([
      { text: 'Una.', origin: 'memory', score: 80 },
      { text: ' ', origin: 'engine', engine: 'apertium' },
      { text: 'Dos ', origin: 'engine', engine: 'apertium' },
      { text: 'tres', origin: 'glossary', term: 'three' },
      { text: '.', origin: 'engine', engine: 'apertium' },
    ]);
  });
});
