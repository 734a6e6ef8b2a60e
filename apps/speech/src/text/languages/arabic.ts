import type { SpokenLanguage } from './spoken-language.js';
import { powersAfter, same } from './forms.js';

export const ARABIC: SpokenLanguage = {
  plus: 'زائد',
  and: 'و',
  powers: powersAfter(same('مربع'), same('مكعب')),
  fraction: (numerator, denominator) => `${numerator} على ${denominator}`,
};
