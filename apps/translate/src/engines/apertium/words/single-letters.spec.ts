import { describe, expect, it } from '@jest/globals';
import { unmarked } from '../../../text/marked-text.js';
import { withSingleLetters } from './single-letters.js';

const lettersIn = (text: string, language = 'en') =>
  withSingleLetters([unmarked(text)], language).flatMap(({ spans }) =>
    spans.map(({ start, end }) => text.slice(0, start) + '[' + text.slice(start, end) + ']'),
  );

describe('letters that name something', () => {
  it.each([
    ['Plan A', 'Plan [A]'],
    ['Vitamin A is good.', 'Vitamin [A]'],
    ['Option A or B', 'Option [A]'],
    ['Q&A', 'Q&[A]'],
    ['A & B', '[A]'],
    ['See section A.', 'See section [A]'],
    ['none: n/a', 'none: [n/a]'],
    ['an I/O error', 'an [I/O]'],
  ])('are found in %j', (text, found) => {
    expect(lettersIn(text)).toEqual([found]);
  });

  it.each([
    'A house is big.',
    'It is late. A dog barks.',
    'This Is A House',
    'BUY A HOUSE NOW',
    'You & I',
    'an A-level',
    'A.B. Smith',
    'a house',
  ])('are none in %j', (text) => {
    expect(lettersIn(text)).toEqual([]);
  });

  it('are judged by the language', () => {
    expect(lettersIn('Opción A', 'es')).toEqual(['Opción [A]']);
    expect(lettersIn('Juan Y María Y Ana', 'es')).toEqual([]);
    expect(lettersIn('Capítol I', 'ca')).toEqual(['Capítol [I]']);
    expect(lettersIn('casas y/o perros', 'es')).toEqual([]);
  });
});
