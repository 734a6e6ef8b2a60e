import { describe, expect, it } from '@jest/globals';
import { withReadArticles } from './read-articles.js';

const articleRead = (language: string, text: string, word: string, gender: 'm' | 'f') => {
  const start = text.indexOf(word);
  const range = { id: 0, start, end: start + word.length };
  const agreement = { gender, number: 'sg' } as const;
  const spans = [{ ...range, kind: 'term', target: 'x', agreement }] as const;
  return withReadArticles({ text, spans }, language).text;
};

describe('withReadArticles', () => {
  it.each([
    ['pt', 'É a casa.', 'casa', 'É o casa.', 'm'],
    ['pt', 'Vejo o livro.', 'livro', 'Vejo a livro.', 'f'],
    ['es', 'La casa de la mesa', 'mesa', 'La casa de el mesa', 'm'],
    ['gl', 'As casas', 'casas', 'Os casas', 'm'],
  ] as const)(
    '%s: writes the article of what stands for a term: %s',
    (language, text, word, read, gender) => {
      expect(articleRead(language, text, word, gender)).toBe(read);
    },
  );

  it.each([
    ['pt', 'Vou a cavalo.', 'cavalo', 'm'],
    ['pt', 'É a casa.', 'casa', 'f'],
    ['fr', 'la maison', 'maison', 'm'],
  ] as const)('%s: leaves prepositions, and what agrees: %s', (language, text, word, gender) => {
    expect(articleRead(language, text, word, gender)).toBe(text);
  });
});
