import type { SpokenLanguage } from './spoken-language.js';
import { powersBefore } from './forms.js';

export const BENGALI: SpokenLanguage = {
  plus: 'প্লাস',
  powers: powersBefore('বর্গ ', 'ঘন '),
  fraction: (numerator, denominator) => `${denominator} ভাগের ${numerator} ভাগ`,
};
