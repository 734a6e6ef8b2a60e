import { describe, expect, it } from '@jest/globals';
import { unmarked } from '../../../text/marked-text.js';
import { withFixedWords } from './fixed-words.js';

const fixedIn = (text: string, language = 'en') =>
  withFixedWords([unmarked(text)], language).flatMap(({ spans }) =>
    spans.map(({ start, end }) => text.slice(0, start) + '[' + text.slice(start, end) + ']'),
  );

describe('words that name something', () => {
  it.each([
    ['Plan A', 'Plan [A]'],
    ['Vitamin A is good.', 'Vitamin [A]'],
    ['Option A or B', 'Option [A]'],
    ['Q&A', 'Q&[A]'],
    ['A & B', '[A]'],
    ['See section A.', 'See section [A]'],
    ['none: n/a', 'none: [n/a]'],
    ['an I/O error', 'an [I/O]'],
    ['Buy an iPhone now', 'Buy an [iPhone]'],
    ['on YouTube', 'on [YouTube]'],
    ['The ACME-123 device', 'The [ACME-123]'],
    ['Order AB-12-CAR is late', 'Order [AB-12-CAR]'],
    ['H2O is water', '[H2O]'],
    ['Vol. III', 'Vol. [III]'],
    ['Chapter XIV', 'Chapter [XIV]'],
    ['A.B. Smith Ltd.', '[A.B. Smith]'],
    ['IT is it', '[IT]'],
    ['Mr. Smith eats.', 'Mr. [Smith]'],
    ['Dr Mary Jane Brown is here', 'Dr [Mary Jane Brown]'],
    ['He lives at 221 Baker Street.', 'He lives at 221 [Baker Street]'],
  ])('are found in %j', (text, found) => {
    expect(fixedIn(text)).toEqual([found]);
  });

  it.each([
    'A house is big.',
    'It is late. A dog barks.',
    'This Is A House',
    'BUY A HOUSE NOW',
    'You & I',
    'an A-level',
    'a house',
    'The Road is long',
    'Cross Every Street Now Please',
    'NASA and the CDs',
    'the U.S. Army',
    'IT IS IT',
    '12-34',
    'MIX IT WELL',
    'Good morning, Mr. and Mrs.',
  ])('are none in %j', (text) => {
    expect(fixedIn(text)).toEqual([]);
  });

  it('are judged by the language', () => {
    expect(fixedIn('Opción A', 'es')).toEqual(['Opción [A]']);
    expect(fixedIn('Juan Y María Y Ana', 'es')).toEqual([]);
    expect(fixedIn('Capítol I', 'ca')).toEqual(['Capítol [I]']);
    expect(fixedIn('casas y/o perros', 'es')).toEqual([]);
  });
});
