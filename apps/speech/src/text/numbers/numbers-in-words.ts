import { dateFormat, numberFormat } from './formats.js';
import { yearInWords } from './years-and-telephones.js';

/** Signs of currencies. */
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
const SYMBOL = '[$€£¥₹₩₽₺]';
const AMOUNT = String.raw`\d{1,3}(?:[.,\u00a0\u202f ']\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`;
const CURRENCY = new RegExp(
  `^(?<minus>-?)(?:(?<symbol>${SYMBOL})(?<amount>${AMOUNT})|(?<amount>${AMOUNT})(?<symbol>${SYMBOL}))$`,
  'u',
);

/** English names of the unit and its hundredth, which CLDR has no words for. */
const ENGLISH: Readonly<Record<string, readonly [string, string]>> = {
  USD: ['dollar', 'cent'],
  EUR: ['euro', 'cent'],
  GBP: ['pound', 'penny'],
  INR: ['rupee', 'paisa'],
};
const PLURALS: Readonly<Record<string, string>> = { penny: 'pence', paisa: 'paise' };

/** `$1,250.50` as "1250 dollars and 50 cents"; other languages with the name that CLDR gives the currency. */
export function currencyInWords(word: string, locale: string): string | undefined {
  const { minus, symbol = '', amount: written = '' } = CURRENCY.exec(word)?.groups ?? {};
  const currency = CURRENCIES[symbol];
  if (currency === undefined) return undefined;
  const amount = amountOf(written);
  const english = locale.startsWith('en') ? ENGLISH[currency] : undefined;
  const said = english === undefined ? named(amount, currency, locale) : inEnglish(amount, english);
  return `${minus === '' ? '' : 'minus '}${said}`;
}

/** "dollars", "euros"; the name that CLDR gives where there is no shorter one. */
export function englishUnit(symbol: string): string {
  const currency = CURRENCIES[symbol] ?? '';
  const [unit] = ENGLISH[currency] ?? [];
  if (unit !== undefined) return `${unit}s`;
  return numberFormat('en', { style: 'currency', currency, currencyDisplay: 'name' })
    .formatToParts(2)
    .filter(({ type }) => type === 'currency')
    .map(({ value }) => value)
    .join('');
}

/** The last of `.` and `,` with one or two digits after it is the decimal sign, all others group digits. */
function amountOf(written: string): number {
  const [, whole = written, cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(written) ?? [];
  return Number(`${whole.replace(/\D/g, '')}.${cents === '' ? '0' : cents}`);
}

function inEnglish(amount: number, [unit, hundredth]: readonly [string, string]): string {
  const whole = Math.trunc(amount);
  const cents = Math.round((amount - whole) * 100);
  const plural = (count: number, name: string): string =>
    `${count} ${count === 1 ? name : (PLURALS[name] ?? `${name}s`)}`;
  if (cents === 0) return plural(whole, unit);
  if (whole === 0) return plural(cents, hundredth);
  return `${plural(whole, unit)} and ${plural(cents, hundredth)}`;
}

const named = (amount: number, currency: string, locale: string): string =>
  numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
    useGrouping: false,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount);

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const NUMERIC_DATE = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})$/;

/**
 * `2026-11-21` as "November 21, 2026", in the words of the locale. `11/21/2026` is read in the order of the locale
 * (month first in the United States), unless `format` says `mdy` or `dmy`.
 */
export function dateInWords(word: string, locale: string, format?: string): string | undefined {
  const [, year, month, day] = ISO_DATE.exec(word) ?? [];
  if (year !== undefined) return longDate([Number(year), Number(month), Number(day)], locale);
  const [, first, , second, fullYear] = NUMERIC_DATE.exec(word) ?? [];
  if (first === undefined) return undefined;
  const isMonthFirst = format === 'mdy' || (format !== 'dmy' && /^en(-US)?$/.test(locale));
  const [m, d] = isMonthFirst ? [first, second] : [second, first];
  return longDate([Number(fullYear), Number(m), Number(d)], locale);
}

function longDate(
  [year, month, day]: readonly [number, number, number],
  locale: string,
): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const format = dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return format
    .formatToParts(date)
    .map(({ type, value }) => (type === 'year' ? yearOfDate(value, locale) : value))
    .join('');
}

const yearOfDate = (year: string, locale: string): string =>
  yearInWords(year, {
    language: locale.split('-')[0] ?? '',
    previous: 'in',
    next: '',
    before: [],
  }) ?? year;

const TIME = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?([ap]m)?$/i;

/** `14:05` as "14 oh 5" and `2:30pm` as "2 30 p m" in English; other languages are left to the engine. */
export function timeInWords(word: string, language: string): string | undefined {
  const [, hours, minutes, seconds, half] = TIME.exec(word) ?? [];
  if (hours === undefined || language !== 'en') return undefined;
  const parts = [String(Number(hours)), minutesInWords(Number(minutes), half !== undefined)];
  if (seconds !== undefined) parts.push(`and ${Number(seconds)} seconds`);
  if (half !== undefined) parts.push(half.toLowerCase() === 'am' ? 'a m' : 'p m');
  return parts.filter((part) => part !== '').join(' ');
}

function minutesInWords(minutes: number, hasHalf: boolean): string {
  if (minutes === 0) return hasHalf ? '' : "o'clock";
  return minutes < 10 ? `oh ${minutes}` : String(minutes);
}

/** Written unit to the unit's name in CLDR. Single letters other than m, g and l mean too much else. */
const UNITS: Readonly<Record<string, string>> = {
  km: 'kilometer',
  m: 'meter',
  cm: 'centimeter',
  mm: 'millimeter',
  mi: 'mile',
  ft: 'foot',
  kg: 'kilogram',
  g: 'gram',
  lb: 'pound',
  lbs: 'pound',
  oz: 'ounce',
  l: 'liter',
  ml: 'milliliter',
  mL: 'milliliter',
  'km/h': 'kilometer-per-hour',
  mph: 'mile-per-hour',
  '°C': 'celsius',
  '°F': 'fahrenheit',
  kB: 'kilobyte',
  KB: 'kilobyte',
  MB: 'megabyte',
  GB: 'gigabyte',
  TB: 'terabyte',
  ms: 'millisecond',
  min: 'minute',
  h: 'hour',
  ha: 'hectare',
};
const NUMBER = String.raw`[+-]?\d+(?:[.,]\d+)*`;
const ONLY_NUMBER = new RegExp(`^${NUMBER}$`);
const WITH_UNIT = new RegExp(`^(${NUMBER})(°?[A-Za-z]+(?:/[a-z]+)?)$`);

interface Neighbours {
  readonly locale: string;
  readonly previous: string;
  readonly next: string;
}

/** `5km`, or `km` after a number, with the name that CLDR gives the unit in this locale. */
export function unitInWords(word: string, { locale, previous }: Neighbours): string | undefined {
  const [, number, attached] = WITH_UNIT.exec(word) ?? [];
  if (number !== undefined && attached !== undefined) {
    const name = unitName(attached, number, locale);
    return name === undefined ? undefined : `${number} ${name}`;
  }
  return ONLY_NUMBER.test(previous) ? unitName(word, previous, locale) : undefined;
}

function unitName(written: string, number: string, locale: string): string | undefined {
  const unit = Object.hasOwn(UNITS, written) ? UNITS[written] : undefined;
  if (unit === undefined) return undefined;
  const format = numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  const amount = amountOf(number);
  return format.formatToParts(amount).find((part) => part.type === 'unit')?.value;
}
