import { describe, expect, it } from '@jest/globals';
import { tag } from '../../../test/ports.js';
import { unmarked, type MarkedText } from '../../text/marked-text.js';
import { shielded } from '../../text/shield.js';
import { smallLetters } from './small-letters.js';

/** Protected content stays in its place among the words. */
const written = (text: string, translation: string, target = 'es') => {
  const source: MarkedText = shielded(unmarked(text));
  const spans = source.spans.map(({ id, start, end }) => {
    const at = translation.indexOf(text.slice(start, end));
    return { id, start: at, end: at + end - start };
  });
  return smallLetters(source, tag(target), { text: translation, spans });
};

describe('small letters', () => {
  it.each([
    ['%s is full', '%s Es lleno', '%s es lleno'],
    ['{a} and {b} are full', '{a} Y {b} Están llenos', '{a} y {b} están llenos'],
    ['Hello {name}, welcome', 'Hola {name}, Bienvenido', 'Hola {name}, bienvenido'],
    ["'m' and 's' are letters", "'m' Y 's' son letras", "'m' y 's' son letras"],
    ['end of {x}', 'Fin de {x}', 'fin de {x}'],
    ['Where is it', 'Donde Él es', 'Donde él es'],
    ['...dog', '...Perro', '...perro'],
    ['dog . house', 'perro . Casa', 'perro . casa'],
    ['1.dog', '1.Perro', '1.perro'],
    ['visit london', 'visita Londres', 'visita Londres'],
  ])('are those of the source: %j', (source, translation, expected) => {
    expect(written(source, translation)).toBe(expected);
  });

  it.each([
    ['{name}. The house', '{name}. La casa', 'es'],
    ['{name} London', '{name} Londres', 'es'],
    ['big London', 'Londres grande', 'es'],
    ['%s UN', '%s ONU', 'es'],
    ['%s tv', '%s TV', 'es'],
    ['%s casa', '%s Haus', 'de'],
    ['{x} español', '{x} Spanish', 'en'],
    ['los mexicanos', 'Mexicans are', 'en'],
    ['{x} lunes', '{x} Monday', 'en'],
    ['The house', 'La casa', 'es'],
    ['a cell', 'A CELL', 'es'],
  ])('are not for what has a capital: %j', (source, translation, target) => {
    expect(written(source, translation, target)).toBe(translation);
  });
});
