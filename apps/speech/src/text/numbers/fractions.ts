/** How a language says a fraction of these two. */
type Say = (numerator: number, denominator: number) => string | undefined;

/** Names of parts, from the half to the tenth: one of them, and several. */
const named =
  (one: readonly string[], many: readonly string[], first = '1'): Say =>
  (numerator, denominator) => {
    const name = (numerator === 1 ? one : many)[denominator - 2];
    if (name === undefined) return undefined;
    return numerator === 1 ? `${first} ${name}` : `${numerator} ${name}`;
  };

const list = (names: string): readonly string[] => names.split(' ');

/** By primary language; sources stand in reading-cases.json. */
const FRACTIONS: Readonly<Record<string, Say>> = {
  en: named(
    list('half third quarter fifth sixth seventh eighth ninth tenth'),
    list('halves thirds quarters fifths sixths sevenths eighths ninths tenths'),
    'one',
  ),
  de: named(
    list('halb Drittel Viertel Fünftel Sechstel Siebtel Achtel Neuntel Zehntel'),
    list('Halbe Drittel Viertel Fünftel Sechstel Siebtel Achtel Neuntel Zehntel'),
    'ein',
  ),
  es: named(
    list('medio tercio cuarto quinto sexto séptimo octavo noveno décimo'),
    list('medios tercios cuartos quintos sextos séptimos octavos novenos décimos'),
    'un',
  ),
  fr: named(
    list('demi tiers quart cinquième sixième septième huitième neuvième dixième'),
    list('demis tiers quarts cinquièmes sixièmes septièmes huitièmes neuvièmes dixièmes'),
    'un',
  ),
  it: named(
    list('mezzo terzo quarto quinto sesto settimo ottavo nono decimo'),
    list('mezzi terzi quarti quinti sesti settimi ottavi noni decimi'),
    'un',
  ),
  pt: named(
    list('meio terço quarto quinto sexto sétimo oitavo nono décimo'),
    list('meios terços quartos quintos sextos sétimos oitavos nonos décimos'),
    'um',
  ),
  ru: russian,
  zh: (numerator, denominator) => `${denominator}分之${numerator}`,
  hi: (numerator, denominator) => `${numerator} बटा ${denominator}`,
  ur: (numerator, denominator) => `${numerator} بٹا ${denominator}`,
  bn: (numerator, denominator) => `${denominator} ভাগের ${numerator} ভাগ`,
  ar: (numerator, denominator) => `${numerator} على ${denominator}`,
  id: (numerator, denominator) =>
    numerator === 1 && denominator === 2 ? 'setengah' : `${numerator} per ${denominator}`,
};

const RUSSIAN: Readonly<Record<number, readonly [one: string, few: string, many: string]>> = {
  2: ['вторая', 'вторых', 'вторых'],
  3: ['треть', 'трети', 'третей'],
  4: ['четверть', 'четверти', 'четвертей'],
  5: ['пятая', 'пятых', 'пятых'],
  6: ['шестая', 'шестых', 'шестых'],
  7: ['седьмая', 'седьмых', 'седьмых'],
  8: ['восьмая', 'восьмых', 'восьмых'],
  9: ['девятая', 'девятых', 'девятых'],
  10: ['десятая', 'десятых', 'десятых'],
};

function russian(numerator: number, denominator: number): string | undefined {
  const forms = RUSSIAN[denominator];
  if (forms === undefined) return undefined;
  const [one, few, many] = forms;
  if (numerator === 1) return `одна ${one}`;
  return `${numerator === 2 ? 'две' : numerator} ${numerator < 5 ? few : many}`;
}

const SIGNS: Readonly<Record<string, readonly [number, number]>> = {
  '½': [1, 2],
  '⅓': [1, 3],
  '⅔': [2, 3],
  '¼': [1, 4],
  '¾': [3, 4],
  '⅕': [1, 5],
  '⅖': [2, 5],
  '⅗': [3, 5],
  '⅘': [4, 5],
  '⅙': [1, 6],
  '⅛': [1, 8],
  '⅜': [3, 8],
  '⅝': [5, 8],
  '⅞': [7, 8],
};
const AND: Readonly<Record<string, string>> = {
  ar: 'و',
  de: 'und',
  en: 'and',
  es: 'y',
  fr: 'et',
  it: 'e',
  pt: 'e',
  ru: 'и',
  zh: '又',
  hi: 'और',
};
const SLASHED = /^(\d{1,2})\/(\d{1,2})$/;
const SIGN = /^(\d*)([½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞])$/u;

/** `3/4` as "3 quarters", `1½` and `1 1/2` as "1 and one half". A numerator above the other number is no part of one. */
export function fractionInWords(
  word: string,
  language: string,
  previous: string,
): string | undefined {
  const found = fractionOf(word);
  if (found === undefined) return undefined;
  const [whole, numerator, denominator] = found;
  const said = FRACTIONS[language]?.(numerator, denominator);
  if (said === undefined) return undefined;
  const and = AND[language] ?? '';
  if (whole !== '') return `${whole} ${and} ${said}`.replaceAll('  ', ' ');
  return /^\d+$/.test(previous) ? `${and} ${said}`.trim() : said;
}

function fractionOf(word: string): readonly [string, number, number] | undefined {
  const [, whole = '', sign = ''] = SIGN.exec(word) ?? [];
  const parts = SIGNS[sign];
  return parts === undefined ? slashedOf(word) : [whole, ...parts];
}

function slashedOf(word: string): readonly [string, number, number] | undefined {
  const [, numerator = 0, denominator = 0] = SLASHED.exec(word)?.map(Number) ?? [];
  return numerator > 0 && numerator < denominator ? ['', numerator, denominator] : undefined;
}
