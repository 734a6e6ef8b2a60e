import { classifyAddress } from './addresses.js';
import { classifyCount } from './counts.js';
import { classifyDate, classifyHalfOfDay, classifyTime } from './dates-and-times.js';
import { classifyFraction } from './fractions.js';
import { classifyLargeMoney, classifyLargeNumber } from './large-numbers.js';
import { classifyArea, classifyFeetAndInches, classifyMeasure } from './measures.js';
import { classifyCurrencyName, classifyMoney } from './money.js';
import type { Place } from './place.js';
import { classifyRange } from './ranges.js';
import type { About, Reading, Sign } from './reading.js';
import { classifyRoman } from './roman-numerals.js';
import { classifyTelephone } from './telephones.js';
import { classifyYear } from './years.js';

type Classifier = (word: string, place: Place) => Reading | undefined;

/** Each knows one way of writing; the first that recognises the word decides. */
const CLASSIFIERS: readonly Classifier[] = [
  classifySign,
  classifyAddress,
  classifyLargeMoney,
  classifyLargeNumber,
  (word) => classifyMoney(word),
  classifyCurrencyName,
  (word, { locale }) => classifyDate(word, locale),
  classifyTime,
  classifyHalfOfDay,
  classifyFraction,
  classifyArea,
  classifyFeetAndInches,
  classifyMeasure,
  classifyTelephone,
  (word, place) => classifyRange(word, place, classify),
  classifyYear,
  classifyRoman,
  classifyCount,
  classifyAbout,
];

/** What a word is by the way it is written and what stands around it; nothing for a plain word. */
export function classify(word: string, place: Place): Reading | undefined {
  for (const classifier of CLASSIFIERS) {
    const reading = classifier(word, place);
    if (reading !== undefined) return reading;
  }
  return undefined;
}

function classifySign(word: string, { spoken: { signs } }: Place): Sign | undefined {
  if (signs === undefined || !Object.hasOwn(signs, word)) return undefined;
  return { kind: 'sign', said: signs[word] ?? word };
}

function classifyAbout(word: string, place: Place): About | undefined {
  const [, written] = /^[~≈](\D?\d.*)$/u.exec(word) ?? [];
  if (written === undefined || place.spoken.about === undefined) return undefined;
  return { kind: 'about', written, of: classify(written, place) };
}
