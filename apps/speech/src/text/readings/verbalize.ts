import { sayAddress, sayHashtag } from './addresses.js';
import { sayCount } from './counts.js';
import { sayDate, sayTime } from './dates-and-times.js';
import { sayFraction } from './fractions.js';
import { sayLargeMoney, sayLargeNumber, sayScaleAfterAmount } from './large-numbers.js';
import { sayArea, sayFeetAndInches, sayMeasure } from './measures.js';
import { sayCurrencyName, sayMoney } from './money.js';
import type { Place } from './place.js';
import { sayRange } from './ranges.js';
import type { About, Reading } from './reading.js';
import { sayRoman } from './roman-numerals.js';
import { sayTelephone } from './telephones.js';
import { sayChineseYear, sayDecade, sayYear } from './years.js';

type Kind = Reading['kind'];
type OfKind<K extends Kind> = Extract<Reading, { readonly kind: K }>;
type Sayers = {
  readonly [K in Kind]: (reading: OfKind<K>, place: Place) => string | undefined;
};

const SAYERS: Sayers = {
  about: sayAbout,
  address: sayAddress,
  'amount-before-scale': ({ number }) => number,
  area: sayArea,
  'chinese-year': sayChineseYear,
  count: sayCount,
  'currency-name': sayCurrencyName,
  date: sayDate,
  decade: sayDecade,
  'feet-and-inches': sayFeetAndInches,
  fraction: sayFraction,
  'half-of-day': ({ said }) => said,
  hashtag: sayHashtag,
  'large-money': sayLargeMoney,
  'large-number': sayLargeNumber,
  measure: sayMeasure,
  money: sayMoney,
  range: (range, place) => sayRange(range, place, verbalize),
  roman: sayRoman,
  'scale-after-amount': sayScaleAfterAmount,
  sign: ({ said }) => said,
  telephone: sayTelephone,
  time: sayTime,
  year: sayYear,
};

/** What is said for a reading in the language of its place; nothing where it has no words for it. */
export function verbalize<K extends Kind>(reading: OfKind<K>, place: Place): string | undefined {
  const say: Sayers[K] = SAYERS[reading.kind];
  return say(reading, place);
}

function sayAbout({ written, of }: About, place: Place): string {
  const said = of === undefined ? written : (verbalize(of, place) ?? written);
  return `${place.spoken.about} ${said}`;
}
