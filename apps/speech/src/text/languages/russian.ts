import type { SpokenLanguage } from './spoken-language.js';
import { list, set } from './forms.js';

/** After Rozental, Spravochnik po pravopisaniyu i literaturnoy pravke. */
export const RUSSIAN: SpokenLanguage = {
  plus: 'плюс',
  minus: 'минус',
  and: 'и',
  signs: { '+': 'плюс', '=': 'равно' },
  scales: { тыс: 3, тысяч: 3, миллион: 6, миллионов: 6, млн: 6, миллиардов: 9, млрд: 9 },
  powers: {
    square: (unit, category) => adjective('квадратн', unit, category),
    cubic: (unit, category) => adjective('кубическ', unit, category),
  },
  fraction,
  roman: {
    counted: set('глава часть том акт сцена статья раздел'),
    centuries: set('век века веке веков'),
    century: (value) => `${value}-й`,
    ordinal: (value) =>
      list('первый второй третий четвёртый пятый шестой седьмой восьмой девятый десятый')[
        value - 1
      ],
  },
};

/** After one the nominative, after all others the genitive plural of the adjective (Rozental, § 193). */
function adjective(stem: string, unit: string, category: Intl.LDMLPluralRule): string {
  return `${stem}${category === 'one' ? 'ый' : 'ых'} ${unit}`
    .replace('кубическый', 'кубический')
    .replace('кубическых', 'кубических');
}

const PARTS: Readonly<Record<number, readonly [one: string, few: string, many: string]>> = {
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

function fraction(numerator: number, denominator: number): string | undefined {
  const forms = PARTS[denominator];
  if (forms === undefined) return undefined;
  const [one, few, many] = forms;
  if (numerator === 1) return `одна ${one}`;
  return `${numerator === 2 ? 'две' : numerator} ${numerator < 5 ? few : many}`;
}
