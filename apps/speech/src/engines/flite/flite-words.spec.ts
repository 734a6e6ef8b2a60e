import { describe, expect, it } from '@jest/globals';
import { wordStartsOf } from './flite-words.js';

const words = (text: string): string[][] =>
  text.split(' | ').map((word) => word.split(' ').filter(Boolean));
const spoken = (text: string) =>
  text.split(' ').map((phone, index) => ({ phone, startMs: index * 100 }));

describe('wordStartsOf', () => {
  it('knows when each word begins', () => {
    expect(
      wordStartsOf(words('dh ax | r eh s t | w aa z'), spoken('dh ax r eh s t w aa z')),
    ).toEqual([0, 200, 600]);
  });

  it('where a word sounds otherwise in the sentence', () => {
    expect(
      wordStartsOf(words('dh iy | ae p ax l | ey | d aa g'), spoken('dh ax ae p l ax d ao g')),
    ).toEqual([0, 200, 500, 600]);
  });

  it('lets a word without a sound begin with the next', () => {
    expect(wordStartsOf(words('w ah n |  | t uw'), spoken('w ah n t uw'))).toEqual([0, 300, 300]);
  });

  it('has a time for each word when nothing was said', () => {
    expect(wordStartsOf(words('w ah n | t uw'), [])).toEqual([0, 0]);
  });
});
