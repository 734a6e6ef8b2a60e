import { numberFormat } from './formats.js';
import { CURRENCIES, currencyName } from './money.js';
import type { Place } from './place.js';

/** `$5M`. */
export interface LargeMoney {
  readonly kind: 'large-money';
  readonly currency: string;
  readonly number: string;
  readonly power: number;
}

/** `$5` before `million`: the number alone is said. */
export interface AmountBeforeScale {
  readonly kind: 'amount-before-scale';
  readonly number: string;
}

/** `million` after `$5`: the currency is said after it. */
export interface ScaleAfterAmount {
  readonly kind: 'scale-after-amount';
  readonly word: string;
  readonly currency: string;
  readonly number: string;
  readonly power: number;
}

/** `2.5M` without a currency. */
export interface LargeNumber {
  readonly kind: 'large-number';
  readonly number: string;
  readonly power: number;
}

/** What stands for what is written short, where CLDR's word is for another power of ten. */
const LETTERS: Readonly<Record<string, number>> = {
  k: 3,
  K: 3,
  m: 6,
  M: 6,
  mn: 6,
  Mio: 6,
  bn: 9,
  B: 9,
  b: 9,
  Mrd: 9,
  tn: 12,
  T: 12,
};

const SYMBOL = `[${Object.keys(CURRENCIES).join('')}]`;
const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
const WITH_LETTER = new RegExp(`^(${SYMBOL})(${NUMBER})(k|K|mn|m|M|bn|B|b|tn|T)$`, 'u');
const BEFORE = new RegExp(`^(${SYMBOL})(${NUMBER})$`, 'u');
/** `$5` and `$5–10`. */
const AMOUNT = new RegExp(`^(${SYMBOL})(?:${NUMBER}[-–]${SYMBOL}?)?(${NUMBER})$`, 'u');
/** A single `m` is a meter, and `5B` a room: of a billion there are decimals. */
const BARE = /^(\d+(?:[.,]\d+)?)(k|K|M|mn|Mio|bn|Mrd)$|^(\d+[.,]\d+)(B|T)$/;
/** Screens and races. */
const NAMES = new Set(['4K', '5K', '8K', '10K']);

export function classifyLargeMoney(
  word: string,
  place: Place,
): LargeMoney | AmountBeforeScale | ScaleAfterAmount | undefined {
  const [, symbol = '', number = '', letter = ''] = WITH_LETTER.exec(word) ?? [];
  const power = LETTERS[letter];
  if (power !== undefined) {
    return { kind: 'large-money', currency: CURRENCIES[symbol] ?? 'USD', number, power };
  }
  const [, , amount] = BEFORE.exec(word) ?? [];
  if (amount !== undefined && scaleOf(place.next, place) !== undefined) {
    return { kind: 'amount-before-scale', number: amount };
  }
  return scaleAfter(word, place);
}

function scaleAfter(word: string, place: Place): ScaleAfterAmount | undefined {
  const power = scaleOf(word, place);
  if (power === undefined) return undefined;
  const [, symbol, number = ''] = AMOUNT.exec(place.previous) ?? [];
  if (symbol === undefined) return undefined;
  const currency = CURRENCIES[symbol] ?? 'USD';
  return { kind: 'scale-after-amount', word, currency, number, power };
}

function scaleOf(word: string, { spoken: { scales = {} } }: Place): number | undefined {
  return Object.hasOwn(scales, word) ? scales[word] : undefined;
}

export function classifyLargeNumber(word: string, { spoken }: Place): LargeNumber | undefined {
  if (spoken.scaleNames === undefined || NAMES.has(word)) return undefined;
  const [, number, letter, decimal, other] = BARE.exec(word) ?? [];
  const written = number ?? decimal;
  const power = LETTERS[letter ?? other ?? ''];
  if (written === undefined || power === undefined) return undefined;
  return { kind: 'large-number', number: written, power };
}

/** "5 million dollars" (CLDR). */
export function sayLargeMoney({ currency, number, power }: LargeMoney, place: Place): string {
  return compactParts(currency, valueOf(number, power), place)
    .map(({ type, value }) =>
      type === 'currency' ? nameOf({ currency, name: value, power }, place) : value,
    )
    .join('');
}

export function sayScaleAfterAmount(
  { word, currency, number, power }: ScaleAfterAmount,
  place: Place,
): string {
  const parts = compactParts(currency, valueOf(number, power), place);
  const name = parts.find(({ type }) => type === 'currency')?.value ?? '';
  return `${word} ${nameOf({ currency, name, power }, place)}`;
}

/** "2.5 million"; before what is counted with a preposition where the language has one: "2,5 millones de". */
export function sayLargeNumber({ number, power }: LargeNumber, { spoken, next }: Place): string {
  const forms = spoken.scaleNames?.[power];
  if (forms === undefined) return digitsOf(number, power);
  const said = `${number} ${number === '1' ? forms[0] : forms[1]}`;
  // Short words are prepositions, not what is counted.
  const link = /^\p{Ll}{5,}/u.test(next) ? linkBefore(next, spoken) : undefined;
  return link === undefined ? said : `${said} ${link.trim()}`;
}

const linkBefore = (
  noun: string,
  { link, linkBeforeVowel = link }: Place['spoken'],
): string | undefined => (/^[aeiouyéèh]/i.test(noun) ? linkBeforeVowel : link);

const valueOf = (number: string, power: number): number =>
  Number(number.replace(',', '.')) * 10 ** power;

/** All digits, which the engine reads as its language does. */
const digitsOf = (number: string, power: number): string =>
  String(Math.round(valueOf(number, power)));

interface NamedCurrency {
  readonly currency: string;
  readonly name: string;
  readonly power: number;
}

/** "cinco millones de euros": what stands before the currency from a million on, which CLDR leaves out. */
function nameOf({ currency, name, power }: NamedCurrency, place: Place): string {
  const isNamed = place.spoken.currencies?.[currency] !== undefined;
  return linked(isNamed ? currencyName(currency, 2, place) : name, power, place);
}

function linked(name: string, power: number, { spoken }: Place): string {
  if (power < 6) return name;
  const { link = '', linkBeforeVowel = link } = spoken;
  return `${/^[aeiouyéè]/i.test(name) ? linkBeforeVowel : link}${name}`;
}

const compactParts = (
  currency: string,
  value: number,
  { locale }: Place,
): Intl.NumberFormatPart[] =>
  numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
    notation: 'compact',
    compactDisplay: 'long',
    maximumFractionDigits: 2,
    numberingSystem: 'latn',
  }).formatToParts(value);
