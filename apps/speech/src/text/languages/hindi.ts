import type { SpokenLanguage } from './spoken-language.js';
import { powersBefore } from './forms.js';

export const HINDI: SpokenLanguage = {
  plus: 'प्लस',
  and: 'और',
  scales: { हज़ार: 3, लाख: 5, करोड़: 7, मिलियन: 6 },
  powers: powersBefore('वर्ग ', 'घन '),
  fraction: (numerator, denominator) => `${numerator} बटा ${denominator}`,
};
