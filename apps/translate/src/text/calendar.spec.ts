import { describe, expect, it } from '@jest/globals';
import { parseLanguage } from '../languages/language.js';
import { calendarIn } from './calendar.js';

const written = (pair: string, text: string) => {
  const [source, target] = pair.split('>').map((code) => parseLanguage(code)!);
  if (source === undefined || target === undefined) throw new Error(pair);
  let position = 0;
  let result = '';
  for (const { start, end, target: rendering } of calendarIn(text, { source, target })) {
    result += text.slice(position, start) + rendering;
    position = end;
  }
  // CLDR writes narrow spaces that no editor shows.
  return (result + text.slice(position)).replaceAll(/[\u00a0\u202f]/g, ' ');
};

describe('dates and times', () => {
  it.each([
    ['en>es', 'He came on January 5, 2026.', 'He came el 5 de enero de 2026.'],
    ['en>es', 'On 5 January we met.', 'El 5 de enero we met.'],
    ['en>es', 'Due Jan. 5, 2026', 'Due 5 ene 2026'],
    ['en>fr', 'March 3rd', '3 mars'],
    ['en>de', 'The 1st of May 2026', 'The 1. Mai 2026'],
    ['es>en', 'Vino el 5 de enero de 2026.', 'Vino on January 5, 2026.'],
    ['es>ca', 'el 12 de agosto de 2025', 'el 12 d’agost del 2025'],
    ['fr>es', 'Le 14 juillet 1789', 'El 14 de julio de 1789'],
    ['en>es', 'At 5:30 pm or 9 a.m. we eat.', 'At 5:30 p. m. or 9 a. m. we eat.'],
    ['es>en', 'A las 5:30 p. m.', 'A las 5:30 PM.'],
    ['en>fr', 'We eat at 5 p.m.', 'We eat at 5 PM.'],
  ])('%s: %j', (pair, text, expected) => {
    expect(written(pair, text)).toBe(expected);
  });

  it.each([
    ['en>es', 'You may 5 times march 3 miles.'],
    ['en>es', 'In May 2026 it was 5.30 am to me.'],
    ['en>es', 'On 45 January and at 13 pm'],
    ['es>en', 'Los 5 de la casa'],
    ['ja>en', '1月5日'],
  ])('are not in %s %j', (pair, text) => {
    expect(written(pair, text)).toBe(text);
  });
});
