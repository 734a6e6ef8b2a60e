import type { SpokenLanguage } from './spoken-language.js';
import { powersAfter, same } from './forms.js';

export const INDONESIAN: SpokenLanguage = {
  plus: 'plus',
  powers: powersAfter(same('persegi'), same('kubik')),
  fraction: (numerator, denominator) =>
    numerator === 1 && denominator === 2 ? 'setengah' : `${numerator} per ${denominator}`,
};
