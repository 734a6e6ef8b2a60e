import type { Forms } from '../languages/spoken-language.js';
import { numberFormat } from './formats.js';
import { amountOf, numberOf, type Place } from './place.js';

/** `$5`, `5€`. */
export interface Money {
  readonly kind: 'money';
  readonly currency: string;
  readonly amount: number;
  readonly isNegative: boolean;
}

/** `€` or `EUR` after a number. */
export interface CurrencyName {
  readonly kind: 'currency-name';
  readonly currency: string;
  readonly amount: number;
}

/** Signs of currencies, with the code of ISO 4217. */
export const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  '₺': 'TRY',
};
const CODES = new Set(['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'INR', 'CAD', 'AUD']);
const SYMBOL = '[$€£¥₹₩₽₺]';
const AMOUNT = String.raw`\d{1,3}(?:[.,\u00a0\u202f ']\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`;
const MONEY = new RegExp(
  `^(?<minus>[-−]?)(?:(?:US(?=\\$))?(?<symbol>${SYMBOL})(?<amount>${AMOUNT})|(?<amount>${AMOUNT})(?<symbol>${SYMBOL}))$`,
  'u',
);

export function classifyMoney(word: string): Money | undefined {
  const { minus, symbol = '', amount = '' } = MONEY.exec(word)?.groups ?? {};
  const currency = CURRENCIES[symbol];
  if (currency === undefined) return undefined;
  return { kind: 'money', currency, amount: amountOf(amount), isNegative: minus !== '' };
}

export function classifyCurrencyName(word: string, { previous }: Place): CurrencyName | undefined {
  const currency = Object.hasOwn(CURRENCIES, word)
    ? CURRENCIES[word]
    : [...CODES].find((code) => code === word);
  const number = numberOf(previous);
  if (currency === undefined || number === undefined) return undefined;
  return { kind: 'currency-name', currency, amount: amountOf(number) };
}

/** "1250 dollars and 50 cents"; in languages without short names that of CLDR. */
export function sayMoney(
  { currency, amount, isNegative }: Money,
  { locale, spoken }: Place,
): string {
  const names = spoken.currencies?.[currency];
  const said =
    names === undefined
      ? withName(amount, currency, locale)
      : withHundredths(amount, names, spoken.and ?? '');
  return isNegative ? `${spoken.minus ?? '-'} ${said}` : said;
}

export const sayCurrencyName = ({ currency, amount }: CurrencyName, place: Place): string =>
  currencyName(currency, amount, place);

/** "dollars": the short name of the language, else CLDR's. */
export function currencyName(currency: string, amount: number, { locale, spoken }: Place): string {
  const [unit] = spoken.currencies?.[currency] ?? [];
  if (unit !== undefined) return amount === 1 ? unit[0] : unit[1];
  return partOf(
    numberFormat(locale, { style: 'currency', currency, currencyDisplay: 'name' }),
    amount,
  );
}

function withHundredths(
  amount: number,
  [unit, hundredth]: readonly [Forms, Forms],
  and: string,
): string {
  const whole = Math.trunc(amount);
  const cents = Math.round((amount - whole) * 100);
  const counted = (count: number, [one, other]: Forms): string =>
    `${count} ${count === 1 ? one : other}`;
  if (cents === 0) return counted(whole, unit);
  if (whole === 0) return counted(cents, hundredth);
  return `${counted(whole, unit)} ${and} ${counted(cents, hundredth)}`;
}

const withName = (amount: number, currency: string, locale: string): string =>
  numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
    useGrouping: false,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount);

const partOf = (format: Intl.NumberFormat, amount: number): string =>
  format
    .formatToParts(amount)
    .filter(({ type }) => type === 'currency')
    .map(({ value }) => value)
    .join('');
