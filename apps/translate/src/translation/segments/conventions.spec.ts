import { describe, expect, it } from '@jest/globals';
import { conventional } from './conventions.js';
import { tag } from '../../../test/ports.js';
import { unmarked, type MarkedText } from '../../text/marked-text.js';

const plain = (source: string, target: string, written: string) =>
  conventional(unmarked(source), tag(target), { text: written, spans: [] }).text;

describe('how a translation is written', () => {
  it.each([
    ['HELLO WORLD', 'es', 'HOLA Mundo', 'HOLA MUNDO'],
    ['STOP!', 'de', 'Halt!', 'HALT!'],
    ['THE STREET', 'de', 'Die Straße', 'DIE STRAßE'],
    ['INFO', 'tr', 'bilgi', 'BİLGİ'],
  ])('in capitals as the source: %j', (source, target, written, expected) => {
    expect(plain(source, target, written)).toBe(expected);
  });

  it.each([
    ['I', 'yo'],
    ['A 5', 'un 5'],
    ['NASA is big', 'NASA es grande'],
    ['42', '42'],
  ])('in small letters otherwise: %j', (source, written) => {
    expect(plain(source, 'es', written)).toBe(written);
  });

  it('in capitals but for what stays as it is', () => {
    const source: MarkedText = {
      text: 'HELLO {name} IN TOWN',
      spans: [{ id: 3, kind: 'protected', start: 6, end: 12 }],
    };
    const written = { text: 'Hola {name} en la ciudad', spans: [{ id: 3, start: 5, end: 11 }] };

    expect(conventional(source, tag('es'), written).text).toBe('HOLA {name} EN LA CIUDAD');
  });

  it.each([
    ['Where is it?', 'Dónde está?', '¿Dónde está?'],
    ['Where is it?', '¿Dónde está?', '¿Dónde está?'],
    ['Stop! Who is there?', 'Alto! Quién está ahí?', '¡Alto! ¿Quién está ahí?'],
    ['"Where?" he asked.', '"Dónde?" preguntó.', '"¿Dónde?" preguntó.'],
    ['(Really?)', '(De verdad?)', '(¿De verdad?)'],
    ['No question.', 'Ninguna pregunta.', 'Ninguna pregunta.'],
    ['See a?b=c', 'Ve a?b=c', 'Ve a?b=c'],
  ])('in Spanish with the signs that open: %j', (source, written, expected) => {
    expect(plain(source, 'es', written)).toBe(expected);
    expect(plain(source, 'es-419', written)).toBe(expected);
    expect(plain(source, 'ca', written)).toBe(written);
  });

  it('with spans where their words are', () => {
    const source: MarkedText = {
      text: 'Yes. Is it big?',
      spans: [
        { id: 0, kind: 'tag', start: 5, end: 7 },
        { id: 1, kind: 'tag', start: 11, end: 14 },
      ],
    };
    const spans = [
      { id: 0, start: 4, end: 6 },
      { id: 1, start: 7, end: 13 },
    ];

    const { text, spans: placed } = conventional(source, tag('es'), {
      text: 'Sí. Es grande?',
      spans,
    });

    expect(text).toBe('Sí. ¿Es grande?');
    expect(placed.map(({ start, end }) => text.slice(start, end))).toEqual(['Es', 'grande']);
  });
});
