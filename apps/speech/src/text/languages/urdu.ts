import type { SpokenLanguage } from './spoken-language.js';
import { powersBefore } from './forms.js';

export const URDU: SpokenLanguage = {
  plus: 'پلس',
  powers: powersBefore('مربع ', 'مکعب '),
  fraction: (numerator, denominator) => `${numerator} بٹا ${denominator}`,
};
