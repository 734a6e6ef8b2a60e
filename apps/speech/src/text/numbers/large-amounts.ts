import { numberFormat } from './formats.js';
import { CURRENCIES, englishUnit } from './numbers-in-words.js';

/** Words and letters for large numbers, by the power of ten that they stand for. */
const SCALES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  en: { thousand: 3, million: 6, billion: 9, trillion: 12 },
  de: { Tausend: 3, Mio: 6, Million: 6, Millionen: 6, Mrd: 9, Milliarde: 9, Milliarden: 9 },
  es: { mil: 3, millón: 6, millones: 6, billón: 12, billones: 12 },
  fr: { mille: 3, million: 6, millions: 6, milliard: 9, milliards: 9 },
  hi: { हज़ार: 3, लाख: 5, करोड़: 7, मिलियन: 6 },
  it: { mila: 3, milione: 6, milioni: 6, miliardo: 9, miliardi: 9 },
  pt: { mil: 3, milhão: 6, milhões: 6, bilhão: 9, bilhões: 9 },
  ru: { тыс: 3, тысяч: 3, миллион: 6, миллионов: 6, млн: 6, миллиардов: 9, млрд: 9 },
};
/** What stands for what is written short, where CLDR's word is for another power of ten. */
const LETTERS: Readonly<Record<string, number>> = {
  k: 3,
  K: 3,
  m: 6,
  M: 6,
  mn: 6,
  bn: 9,
  B: 9,
  b: 9,
  tn: 12,
  T: 12,
};

const SYMBOL = `[${Object.keys(CURRENCIES).join('')}]`;
const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
const WITH_LETTER = new RegExp(`^(${SYMBOL})(${NUMBER})(k|K|mn|m|M|bn|B|b|tn|T)$`, 'u');
const BEFORE = new RegExp(`^(${SYMBOL})(${NUMBER})$`, 'u');

interface Place {
  readonly locale: string;
  readonly language: string;
  readonly previous: string;
  readonly next: string;
}

/** `$5M` as "5 million dollars", and of `$5 million` each word its part: "5", "million dollars" (CLDR). */
export const largeAmountInWords = (word: string, place: Place): string | undefined =>
  shortAmount(word, place) ?? amountBefore(word, place) ?? scaleAfter(word, place);

function shortAmount(word: string, place: Place): string | undefined {
  const [, symbol = '', number = '', letter = ''] = WITH_LETTER.exec(word) ?? [];
  const power = LETTERS[letter];
  return power === undefined ? undefined : whole(symbol, number, { power, ...place });
}

function amountBefore(word: string, { next, language }: Place): string | undefined {
  const [, , amount] = BEFORE.exec(word) ?? [];
  return isScale(next, language) ? amount : undefined;
}

function scaleAfter(word: string, place: Place): string | undefined {
  if (!isScale(word, place.language)) return undefined;
  const [, symbol, number = ''] = BEFORE.exec(place.previous) ?? [];
  if (symbol === undefined) return undefined;
  const power = SCALES[place.language]?.[word] ?? 0;
  return `${word}${currencyAfter(symbol, number, { power, ...place })}`;
}

const isScale = (word: string, language: string): boolean =>
  Object.hasOwn(SCALES[language] ?? {}, word);

interface Scaled {
  readonly locale: string;
  readonly language: string;
  readonly power: number;
}

/** "cinco millones de euros": what stands before the currency from a million on, which CLDR leaves out. */
const LINKS: Readonly<Record<string, string>> = { es: 'de ', fr: 'de ', it: 'di ', pt: 'de ' };

function linked(currency: string, { language, power }: Scaled): string {
  if (power < 6) return currency;
  if (language === 'fr' && /^[aeiouyéè]/i.test(currency)) return `d’${currency}`;
  return `${LINKS[language] ?? ''}${currency}`;
}

function whole(symbol: string, number: string, scaled: Scaled): string {
  const parts = partsOf(symbol, number, scaled);
  return parts
    .map(({ type, value }) => (type === 'currency' ? nameOf(symbol, value, scaled) : value))
    .join('');
}

/** The currency after a word for a power of ten. */
function currencyAfter(symbol: string, number: string, scaled: Scaled): string {
  const currency = partsOf(symbol, number, scaled).find(({ type }) => type === 'currency');
  return ` ${nameOf(symbol, currency?.value ?? '', scaled)}`;
}

const nameOf = (symbol: string, name: string, scaled: Scaled): string =>
  scaled.language === 'en' ? englishUnit(symbol) : linked(name, scaled);

function partsOf(
  symbol: string,
  number: string,
  { locale, power }: Scaled,
): Intl.NumberFormatPart[] {
  return numberFormat(locale, {
    style: 'currency',
    currency: CURRENCIES[symbol] ?? 'USD',
    currencyDisplay: 'name',
    notation: 'compact',
    compactDisplay: 'long',
    maximumFractionDigits: 2,
    numberingSystem: 'latn',
  }).formatToParts(Number(number.replace(',', '.')) * 10 ** power);
}
