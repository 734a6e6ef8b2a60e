import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tag } from '../../../test/ports.js';
import { adapted } from './facts.js';

const asked = (text: string, source: string, target: string, language = 'en') =>
  adapted(text, { source, target }, tag(language))?.target;

describe('a translation of a memory', () => {
  it.each([
    ['Wait 90 days.', 'Wait 30 days.', 'Espere 30 días.', 'Espere 90 días.'],
    ['It costs $900.00.', 'It costs $100.00.', 'Cuesta $100.00.', 'Cuesta $900.00.'],
    ['From 5 to 3 km', 'From 3 to 5 km', 'De 3 a 5 km', 'De 5 a 3 km'],
    ['Hello {owner}', 'Hello {name}', 'Hola {name}', 'Hola {owner}'],
    ['%s files', '%d files', '%d archivos', '%s archivos'],
    ['I saw Mary.', 'I saw John.', 'Vi a John.', 'Vi a Mary.'],
    ['From 5 to 5', 'From 5 to 6', 'De 5 a 6', 'De 5 a 5'],
    ['The dog eats.', 'The cat eats.', 'El gato come.', 'El gato come.'],
    ['Wait 30 days!', 'Wait 30 days.', 'Espere 30 días.', 'Espere 30 días.'],
  ])('of %j is made of %j', (text, source, target, expected) => {
    expect(asked(text, source, target)).toBe(expected);
  });

  it.each([
    ['another form of the word', 'Wait 1 day.', 'Wait 30 days.', 'Espere 30 días.'],
    ['one of them', 'Wait 1 days.', 'Wait 30 days.', 'Espere 30 días.'],
    ['another unit', 'Wait 30 hours.', 'Wait 30 days.', 'Espere 30 días.'],
    ['a number in words', 'Wait 90 days.', 'Wait 30 days.', 'Espere treinta días.'],
    ['a number that is written otherwise', 'It is 1,000.50.', 'It is 2,000.50.', 'Es 2.000,50.'],
    ['a negation', 'Do not open.', 'Do open.', 'Abra.'],
    ['a negation less', 'Do open.', "Don't open.", 'No abra.'],
    ['a name that is translated', 'I saw Mary.', 'I saw John.', 'Vi a Juan.'],
    ['capitals', 'STOP HERE', 'Stop here', 'Pare aquí'],
    ['a placeholder more', 'Open {a} {b}', 'Open {a}', 'Abra {a}'],
    ['a placeholder that the target lacks', 'Open %d', 'Open %d', 'Abra'],
    ['one that becomes two', 'From 5 to 6', 'From 5 to 5', 'De 5 a 5'],
  ])('is not used for %s', (_what, text, source, target) => {
    expect(asked(text, source, target)).toBeUndefined();
  });

  it('says the numbers of the text, whatever they are', () => {
    const number = fc.integer({ min: 2, max: 99_999 }).map(String);

    fc.assert(
      fc.property(number, number, number, number, (a, b, c, d) => {
        const said = asked(`From ${a} to ${b} km`, `From ${c} to ${d} km`, `De ${c} a ${d} km`);
        expect([`De ${a} a ${b} km`, undefined]).toContain(said);
        if (c !== d) expect(said).toBeDefined();
      }),
    );
  });
});
