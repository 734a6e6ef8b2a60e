import type { Abbreviation, Forms, Powers, SpokenLanguage } from './spoken-language.js';

/** Stands before a name. */
export const title = (said: string): Abbreviation => ({ said, goesOn: true });
/** May stand at the end of a sentence. */
export const plain = (said: string): Abbreviation => ({ said });
/** Stands before a number. */
export const number = (said: string): Abbreviation => ({
  said,
  goesOn: true,
  onlyBeforeNumber: true,
});

export const list = (words: string): readonly string[] => words.split(' ');
export const set = (words: string): ReadonlySet<string> => new Set(list(words));
/** Of a word that has an s for several. */
export const regular = (one: string): Forms => [one, `${one}s`];
/** Of a word that is the same for one and several. */
export const same = (one: string): Forms => [one, one];

/** Names of parts, from the half to the tenth: one of them, and several. */
export const fractions =
  (
    one: readonly string[],
    many: readonly string[],
    first: string,
  ): NonNullable<SpokenLanguage['fraction']> =>
  (numerator, denominator) => {
    const name = (numerator === 1 ? one : many)[denominator - 2];
    if (name === undefined) return undefined;
    return numerator === 1 ? `${first} ${name}` : `${numerator} ${name}`;
  };

/** "square meters". */
export const powersBefore = (square: string, cubic: string): Powers => ({
  square: (unit) => `${square}${unit}`,
  cubic: (unit) => `${cubic}${unit}`,
});

/** "metros cuadrados". */
export const powersAfter = ([square, squares]: Forms, [cubic, cubics]: Forms): Powers => ({
  square: (unit, category) => `${unit} ${category === 'one' ? square : squares}`,
  cubic: (unit, category) => `${unit} ${category === 'one' ? cubic : cubics}`,
});
