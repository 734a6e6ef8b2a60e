import { describe, expect, it } from '@jest/globals';
import { withReadArticles } from './read-articles.js';

const STAND_INS = new Map([
  ['m sg', 'livro'],
  ['f sg', 'casa'],
]);

const articleRead = (
  language: string,
  gender: 'm' | 'f',
  [text, word]: readonly [string, string],
) => {
  const start = text.indexOf(word);
  const range = { id: 0, start, end: start + word.length };
  const agreement = { gender, number: 'sg' } as const;
  const spans = [{ ...range, kind: 'term', target: 'x', agreement }] as const;
  return withReadArticles({ text, spans }, language, STAND_INS).text;
};

describe('withReadArticles', () => {
  it.each([
    ['pt', 'm', ['É a casa.', 'casa'], 'É o casa.'],
    ['pt', 'f', ['Vejo o livro.', 'livro'], 'Vejo a livro.'],
    ['es', 'm', ['La casa de la mesa', 'mesa'], 'La casa de el mesa'],
    ['gl', 'm', ['As casas', 'casas'], 'Os casas'],
  ] as const)(
    '%s: writes the article of what stands for a term: %s %j',
    (language, gender, before, read) => {
      expect(articleRead(language, gender, before)).toBe(read);
    },
  );

  it.each([
    ['pt', 'm', ['Vou a cavalo.', 'cavalo']],
    ['pt', 'f', ['É a casa.', 'casa']],
    ['fr', 'm', ['la maison', 'maison']],
  ] as const)('%s: leaves prepositions, and what agrees: %s %j', (language, gender, before) => {
    expect(articleRead(language, gender, before)).toBe(before[0]);
  });
});
