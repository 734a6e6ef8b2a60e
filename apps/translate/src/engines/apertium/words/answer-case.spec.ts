import { describe, expect, it } from '@jest/globals';
import { unmarked, type MarkedText } from '../../../text/marked-text.js';
import { withCaseOf } from './answer-case.js';

const NAME: MarkedText = {
  text: 'The {name} is here',
  spans: [{ id: 0, kind: 'protected', start: 4, end: 10 }],
};

describe('the case of an answer', () => {
  it.each([
    ['There is no house', 'no hay ninguna casa', 'No hay ninguna casa'],
    ['there is no house', 'no hay ninguna casa', 'no hay ninguna casa'],
    ['"Is" it', '"es" ello', '"Es" ello'],
    ['him or her', 'le O le', 'le o le'],
    ['Plan B or plan C', 'plan B O plan C', 'Plan B O plan C'],
    ['HE OR SHE', 'ÉL O ELLA', 'ÉL O ELLA'],
    ['iPhone', 'iPhone', 'iPhone'],
    ['The sea. The water is', 'El mar. EL agua es', 'El mar. El agua es'],
    ['The TV of the EU', 'La TV de la UE', 'La TV de la UE'],
    ['5 houses', '5 casas', '5 casas'],
    ['El 50 % de', '50 % des', '50 % des'],
  ])('of %j is put right: %j', (source, text, expected) => {
    expect(withCaseOf(unmarked(source), { text, spans: [] }).text).toBe(expected);
  });

  it('is never changed in what is kept', () => {
    const answer = { text: '{name} es aquí', spans: [{ id: 0, start: 0, end: 6 }] };

    expect(withCaseOf(NAME, answer)).toEqual(answer);
  });
});
