import { describe, expect, it } from '@jest/globals';
import { withOtherWords } from './word-choices.js';

const THE = '^The<det><def>/El<det><def>$';

describe('streams with another word at one place', () => {
  it('have each translation of each word with a meaning, the first ones first', () => {
    const stream = `${THE} ^big<adj>/grande<adj>/gran<adj>$ ^house<n>/casa<n>/vivienda<n>$`;

    expect(withOtherWords(stream)).toEqual([
      `${THE} ^big<adj>/grande<adj>$ ^house<n>/casa<n>/vivienda<n>$`,
      `${THE} ^big<adj>/grande<adj>/gran<adj>$ ^house<n>/casa<n>$`,
      `${THE} ^big<adj>/gran<adj>$ ^house<n>/casa<n>/vivienda<n>$`,
      `${THE} ^big<adj>/grande<adj>/gran<adj>$ ^house<n>/vivienda<n>$`,
    ]);
  });

  it('leave words that have one translation, prepositions, and signs of the stream', () => {
    expect(withOtherWords(`${THE} ^in<pr>/en<pr>/dentro de<pr>$ \\^a\\/b\\$`)).toEqual([]);
    expect(withOtherWords('^a\\/b<n>/c\\/d<n>/e<n>$')).toEqual([
      '^a\\/b<n>/c\\/d<n>$',
      '^a\\/b<n>/e<n>$',
    ]);
  });
});
