import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tag } from '../../../test/ports.js';
import { adapted } from './facts.js';

const EN_ES = { source: tag('en'), target: tag('es') };

const asked = (text: string, source: string, target: string, languages = EN_ES) =>
  adapted(text, { source, target }, languages)?.target;

describe('a translation of a memory', () => {
  it.each([
    ['Wait 90 days.', 'Wait 30 days.', 'Espere 30 días.', 'Espere 90 días.'],
    ['It costs $900.00.', 'It costs $100.00.', 'Cuesta $100.00.', 'Cuesta $900.00.'],
    ['From 5 to 3 km', 'From 3 to 5 km', 'De 3 a 5 km', 'De 5 a 3 km'],
    ['Hello {owner}', 'Hello {name}', 'Hola {name}', 'Hola {owner}'],
    ['%s files', '%d files', '%d archivos', '%s archivos'],
    ['I saw Mary.', 'I saw John.', 'Vi a John.', 'Vi a Mary.'],
    ['From 5 to 5', 'From 5 to 6', 'De 5 a 6', 'De 5 a 5'],
    ['Wait 30 days!', 'Wait 30 days.', 'Espere 30 días.', 'Espere 30 días!'],
    ['Wait 30 days', 'Wait  30 days.', 'Espere 30 días.', 'Espere 30 días'],
    ['wait here.', 'Wait here', 'Espere aquí', 'espere aquí.'],
    [
      ...['Run it with --dry-run first.', 'Run it with --dry-run first.'],
      ...['Ejecútelo con --dry-run primero.', 'Ejecútelo con --dry-run primero.'],
    ],
    [
      ...[
        'Open https://example.org/a-b-c/?d=[e] now.',
        'Open https://example.org/a-b-c/?d=[f] now.',
      ],
      ...[
        'Abra https://example.org/a-b-c/?d=[f] ahora.',
        'Abra https://example.org/a-b-c/?d=[e] ahora.',
      ],
    ],
    ['Set it to -5 now', 'Set it to -7 now', 'Póngalo a -7 ahora', 'Póngalo a -5 ahora'],
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
    ['the opposite', 'Turn left at the corner.', 'Turn right at the corner.', 'Gire a la derecha.'],
    ['another word', 'The dog eats.', 'The cat eats.', 'El gato come.'],
    ['a number in words', 'Ana has two cats.', 'Ana has three cats.', 'Ana tiene tres gatos.'],
    ['a name at the start', 'Ana has two cats.', 'Mary has two cats.', 'Mary tiene dos gatos.'],
    ['a word more', 'Open the new file', 'Open the file', 'Abra el archivo'],
    ['a question', 'Is it big?', 'It is big.', 'Es grande.'],
    ['a comma', "Let's eat, Ana", "Let's eat Ana", 'Comamos a Ana'],
    ['another name of its own case', 'I polish it.', 'I Polish it.', 'Lo pulo.'],
    ['a date in digits', 'On 05/06/2026', 'On 05/05/2026', 'El 05/05/2026'],
  ])('is not used for %s', (_what, text, source, target) => {
    expect(asked(text, source, target)).toBeUndefined();
  });

  it('is not used where the target counts the two numbers in other forms', () => {
    const EN_RU = { source: tag('en'), target: tag('ru') };

    expect(asked('Wait 5 days.', 'Wait 2 days.', 'Ждите 2 дня.', EN_RU)).toBeUndefined();
    expect(asked('Wait 3 days.', 'Wait 2 days.', 'Ждите 2 дня.', EN_RU)).toBe('Ждите 3 дня.');
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
