import { describe, expect, it } from '@jest/globals';
import { parseLanguage, type LanguageTag } from '../languages/language.js';
import { unitsIn } from './units.js';

const tag = (code: string): LanguageTag => {
  const language = parseLanguage(code);
  if (language === undefined) throw new Error(code);
  return language;
};

const written = (pair: string, text: string): string => {
  const [source = '', target = ''] = pair.split('>');
  return unitsIn(text, { source: tag(source), target: tag(target) }).reduceRight(
    (all, { start, end, target: unit }) => all.slice(0, start) + unit + all.slice(end),
    text,
  );
};

describe('measures behind a number', () => {
  it.each([
    ['en>es', 'It is 5 kilometers away.', 'It is 5 kilómetros away.'],
    ['en>es', '1 kilometer', '1 kilómetro'],
    ['en>fr', '2.5 litres of milk', '2.5\u00a0litres of milk'],
    ['en>ca', 'at 120 kilometers per hour', 'at 120 quilòmetres per hora'],
    ['en>es', '21 degrees Celsius', '21 grados Celsius'],
    ['en>pt', '16 gigabytes', '16 gigabytes'],
    ['en>de', '3 inches', '3 Zoll'],
    ['es>en', 'pesa 12,5 kilogramos', 'pesa 12,5 kilograms'],
    ['fr>es', '10 miles', '10 millas'],
    ['en>pl', '5 kilometers and 2 kilometers', '5 kilometrów and 2 kilometry'],
  ])('%s: %j is %j', (pair, text, translation) => {
    expect(written(pair, text)).toBe(translation);
  });

  it.each([
    'five kilometers',
    '5 kilometersx',
    '1,000 kilometers',
    '5 pounds',
    '5 km',
    'v5 meters',
    'about kilometers',
    '1.2.3 meters',
  ])('are none in %j', (text) => {
    expect(written('en>es', text)).toBe(text);
  });

  it('are left alone in languages that the runtime does not know', () => {
    expect(written('en>aaa', '5 kilometers')).toBe('5 kilometers');
    expect(written('aaa>en', '5 kilometers')).toBe('5 kilometers');
  });
});
