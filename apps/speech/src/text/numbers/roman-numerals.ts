import { pluralRules } from './formats.js';

const DIGITS: Readonly<Record<string, number>> = {
  I: 1,
  V: 5,
  X: 10,
  L: 50,
  C: 100,
  D: 500,
  M: 1000,
};
/** Only as they are written since print: no IIII, no IC. */
const ROMAN = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;

/** Words before which a numeral counts: "Chapter IV", "World War II". In lower case. */
const COUNTED: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(
    'chapter part volume act scene war book section article title appendix phase type bowl grade class vol part. no',
  ),
  de: words('kapitel teil band akt szene weltkrieg artikel abschnitt anhang klasse'),
  es: words('capítulo parte tomo acto escena guerra artículo sección título anexo siglo volumen'),
  fr: words('chapitre partie tome acte scène guerre article section titre annexe volume livre'),
  it: words('capitolo parte tomo atto scena guerra articolo sezione titolo allegato secolo volume'),
  pt: words('capítulo parte tomo ato cena guerra artigo seção título anexo século volume'),
  ru: words('глава часть том акт сцена статья раздел'),
};
/** Words after which a numeral is an ordinal: "XIX century". */
const CENTURIES: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words('century centuries'),
  fr: words('siècle siècles'),
  ru: words('век века веке веков'),
};

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** In some languages kings and popes are counted with ordinals: up to the tenth in Spanish and Portuguese. */
const ORDINALS: Readonly<Record<string, (value: number) => string | undefined>> = {
  en: (value) => `the ${value}${englishEnding(value)}`,
  de: (value) => `der ${value}.`,
  es: (value) =>
    'primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo'.split(' ')[
      value - 1
    ],
  fr: (value) => (value === 1 ? 'premier' : undefined),
  it: (value) =>
    'primo secondo terzo quarto quinto sesto settimo ottavo nono decimo'.split(' ')[value - 1],
  pt: (value) =>
    'primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono décimo'.split(' ')[value - 1],
  ru: (value) =>
    'первый второй третий четвёртый пятый шестой седьмой восьмой девятый десятый'.split(' ')[
      value - 1
    ],
};

export interface RomanContext {
  readonly language: string;
  readonly previous: string;
  readonly next: string;
}

/** `Louis XIV`, `Chapter IV`, `XIX century`. A letter alone is one only after a word that counts, or a name and not "I". */
export function romanInWords(word: string, context: RomanContext): string | undefined {
  const value = romanValue(word);
  if (value === undefined) return undefined;
  const { language, previous, next } = context;
  if (CENTURIES[language]?.has(next.toLowerCase()) === true) return asCentury(value, language);
  if (COUNTED[language]?.has(previous.toLowerCase()) === true) return String(value);
  if (value > MAX_NAMESAKES || !isOfName(word, context)) return undefined;
  return ORDINALS[language]?.(value) ?? String(value);
}

/** Nobody was the fortieth of a name; Pope John was the twenty-third. */
const MAX_NAMESAKES = 40;

/** "Malcolm X", "Vitamin C" and "Washington DC" are no kings. */
function isOfName(word: string, { language, previous }: RomanContext): boolean {
  if (word === 'I' && language === 'en') return false;
  return !/^[CDLMX]$/.test(word) && /^\p{Lu}\p{Ll}{2,}$/u.test(previous);
}

function asCentury(value: number, language: string): string {
  if (language === 'en') return `${value}${englishEnding(value)}`;
  return language === 'ru' ? `${value}-й` : `${value}e`;
}

function englishEnding(value: number): string {
  const suffix = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' };
  return suffix[pluralRules('en', { type: 'ordinal' }).select(value)];
}

function romanValue(word: string): number | undefined {
  if (!ROMAN.test(word) || word === '') return undefined;
  const digits = Array.from(word, (letter) => DIGITS[letter] ?? 0);
  return digits.reduce(
    (sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit),
    0,
  );
}
