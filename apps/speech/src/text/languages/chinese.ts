import type { SpokenLanguage } from './spoken-language.js';
import { powersBefore } from './forms.js';

/** After GB/T 15835-2011. */
export const CHINESE: SpokenLanguage = {
  plus: '加',
  and: '又',
  powers: powersBefore('平方', '立方'),
  fraction: (numerator, denominator) => `${denominator}分之${numerator}`,
};
