import { numberFormat, pluralRules } from './formats.js';

interface Powers {
  readonly square: (unit: string, category: Intl.LDMLPluralRule) => string;
  readonly cubic: (unit: string, category: Intl.LDMLPluralRule) => string;
}

const before = (square: string, cubic: string): Powers => ({
  square: (unit) => `${square}${unit}`,
  cubic: (unit) => `${cubic}${unit}`,
});
const after = (
  [square, squares]: readonly [string, string],
  [cubic, cubics]: readonly [string, string],
): Powers => ({
  square: (unit, category) => `${unit} ${category === 'one' ? square : squares}`,
  cubic: (unit, category) => `${unit} ${category === 'one' ? cubic : cubics}`,
});
/** After one the nominative, after all others the genitive plural of the adjective (Rozental, § 193). */
const russian = (stem: string, unit: string, category: Intl.LDMLPluralRule): string =>
  `${stem}${category === 'one' ? 'ый' : 'ых'} ${unit}`
    .replace('кубическый', 'кубический')
    .replace('кубическых', 'кубических');

/** CLDR has no words for squares and cubes that Intl gives: they are put to its words for lengths. */
const POWERS: Readonly<Record<string, Powers>> = {
  en: before('square ', 'cubic '),
  de: {
    square: (unit) => `Quadrat${unit.toLowerCase()}`,
    cubic: (unit) => `Kubik${unit.toLowerCase()}`,
  },
  es: after(['cuadrado', 'cuadrados'], ['cúbico', 'cúbicos']),
  fr: after(['carré', 'carrés'], ['cube', 'cubes']),
  it: after(['quadrato', 'quadrati'], ['cubo', 'cubi']),
  pt: after(['quadrado', 'quadrados'], ['cúbico', 'cúbicos']),
  ru: {
    square: (unit, category) => russian('квадратн', unit, category),
    cubic: (unit, category) => russian('кубическ', unit, category),
  },
  zh: before('平方', '立方'),
  hi: before('वर्ग ', 'घन '),
  bn: before('বর্গ ', 'ঘন '),
  ur: before('مربع ', 'مکعب '),
  ar: after(['مربع', 'مربع'], ['مكعب', 'مكعب']),
  id: after(['persegi', 'persegi'], ['kubik', 'kubik']),
};

const LENGTHS: Readonly<Record<string, string>> = {
  mm: 'millimeter',
  cm: 'centimeter',
  m: 'meter',
  km: 'kilometer',
  ft: 'foot',
  in: 'inch',
  mi: 'mile',
};
const POWER = /^([+-]?\d+(?:[.,]\d+)*)?(mm|cm|km|mi|ft|in|m)([²³])$/u;
const ONLY_NUMBER = /^[+-]?\d+(?:[.,]\d+)*$/;

interface Area {
  /** As it is written before the unit, in the same word. */
  readonly attached: string | undefined;
  readonly amount: number;
  readonly unit: string;
  readonly isSquare: boolean;
}

function areaOf(word: string, previous: string): Area | undefined {
  const [, attached, written = '', power] = POWER.exec(word) ?? [];
  const unit = LENGTHS[written];
  const number = attached ?? (ONLY_NUMBER.test(previous) ? previous : undefined);
  if (unit === undefined || number === undefined) return undefined;
  return { attached, amount: Number(number.replace(',', '.')), unit, isSquare: power === '²' };
}

/** `m²` after a number, and `20m²`: "square meters". */
export function areaInWords(
  word: string,
  { locale, language, previous }: { locale: string; language: string; previous: string },
): string | undefined {
  const powers = POWERS[language];
  const area = areaOf(word, previous);
  if (powers === undefined || area === undefined) return undefined;
  const { amount, unit, isSquare, attached } = area;
  const name = numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
    .formatToParts(amount)
    .find(({ type }) => type === 'unit')?.value;
  if (name === undefined) return undefined;
  const category = pluralRules(locale).select(amount);
  const said = (isSquare ? powers.square : powers.cubic)(name, category);
  return attached === undefined ? said : `${attached} ${said}`;
}

const FEET_AND_INCHES = /^(\d+)[′'](\d+)(?:[″"]|'')?$/u;
const FEET = new Set(['ft', 'feet', 'foot', '′']);

/** `5'3"` and the `in` of `5 ft 3 in`, which alone is a word. */
export function inchesInWords(
  word: string,
  { locale, before: words }: { locale: string; before: readonly string[] },
): string | undefined {
  const say = (number: string, unit: string): string =>
    numberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      useGrouping: false,
    }).format(Number(number));
  const [, feet, inches] = FEET_AND_INCHES.exec(word) ?? [];
  if (feet !== undefined && inches !== undefined)
    return `${say(feet, 'foot')} ${say(inches, 'inch')}`;
  const [number = '', unit = ''] = words;
  if (word !== 'in' || !/^\d+$/.test(number) || !FEET.has(unit)) return undefined;
  return say(number, 'inch').replace(/^\d+\s*/u, '');
}
