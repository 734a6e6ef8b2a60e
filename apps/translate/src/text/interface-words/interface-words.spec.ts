import { describe, expect, it } from '@jest/globals';
import { parseLanguage, type LanguageTag } from '../../languages/language.js';
import { ACTIONS } from './actions.js';
import { interfaceWord } from './interface-words.js';
import { MESSAGES } from './messages.js';
import { STATES } from './states.js';
import { THINGS } from './things.js';

const tag = (code: string): LanguageTag => {
  const language = parseLanguage(code);
  if (language === undefined) throw new Error(code);
  return language;
};

const word = (pair: string, text: string) => {
  const [source = '', target = ''] = pair.split('>');
  return interfaceWord(text, { source: tag(source), target: tag(target) });
};

describe('a word of an interface', () => {
  it.each([
    ['en>es', 'Save', 'Guardar'],
    ['en>es', 'No', 'No'],
    ['en>fr', 'No', 'Non'],
    ['en>ca', 'Cancel', 'Cancel·la'],
    ['es>en', 'Cerrar sesión', 'Sign out'],
    ['fr>es', 'Annuler', 'Cancelar'],
    ['en>es', 'Are you sure?', '¿Está seguro?'],
    ['en>es', 'SAVE', 'GUARDAR'],
    ['en>es', 'Save as…', 'Guardar como…'],
    ['en>es', 'Loading...', 'Cargando...'],
    ['en>es', 'Name:', 'Nombre:'],
    ['fr>en', 'Nom :', 'Name:'],
    ['en>pt', 'Delete', 'Eliminar'],
    ['en>pt-BR', 'Delete', 'Excluir'],
    ['pt>en', 'Excluir', 'Delete'],
    ['es>en-GB', 'Color', 'Colour'],
    ['en>es', 'Colour', 'Color'],
  ])('%s: %j is %j', (pair, text, translation) => {
    expect(word(pair, text)).toEqual({ text: translation, origin: 'interface words' });
  });

  it.each([
    ['en>es', 'January', 'Enero'],
    ['es>en', 'enero', 'January'],
    ['en>fr', 'Monday:', 'Lundi:'],
    ['fr>pt', 'lundi', 'segunda-feira'],
    ['en>es', 'German', 'Alemán'],
    ['ca>en', 'castellà', undefined],
    ['ca>fr', 'alemany', 'allemand'],
    ['en>de', 'Spanish', 'Spanisch'],
  ])('%s: the name %j is %j by CLDR', (pair, text, translation) => {
    expect(word(pair, text)).toEqual(
      translation === undefined ? undefined : { text: translation, origin: 'CLDR' },
    );
  });

  it.each([
    ['in another case', 'save'],
    ['with a sign that it does not have', 'Save!'],
    ['in a sentence', 'Save the house'],
    ['of no language', 'polish'],
    ['with space around it', ' Save'],
    ['empty', ''],
    ['a sign alone', ':'],
  ])('is none %s: %j', (_what, text) => {
    expect(word('en>es', text)).toBeUndefined();
  });

  it('is none in languages that the list has not', () => {
    expect(word('en>de', 'Save')).toBeUndefined();
    expect(word('de>en', 'Speichern')).toBeUndefined();
  });

  it('that means something else the other way round is only a target', () => {
    expect(word('en>es', 'Male')?.text).toBe('Hombre');
    expect(word('es>en', 'Hombre')).toBeUndefined();
  });
});

describe('the list', () => {
  const rows = [ACTIONS, THINGS, STATES, MESSAGES].flatMap((list) => list.trim().split('\n'));

  it('has 600 phrases in five languages, each once', () => {
    expect(rows.length).toBeGreaterThan(600);
    expect(rows.filter((row) => row.split('|').length !== 5)).toEqual([]);
    expect(rows.filter((row) => row.split(/[|~]/).some((cell) => cell !== cell.trim()))).toEqual(
      [],
    );
    expect(rows.filter((row) => row.split(/[|~]/).includes(''))).toEqual([]);
    const english = rows.map((row) => row.split('|')[0]);
    expect(new Set(english).size).toBe(english.length);
  });

  it('ends its phrases with the same sign in each language', () => {
    const endingOf = (cell: string): string => /[.?!:]$/.exec(cell)?.[0] ?? '';
    const unequal = rows.filter((row) => {
      const [first = '', ...others] = row.split(/[|~]/).map(endingOf);
      return others.some((ending) => ending !== first);
    });

    expect(unequal).toEqual([]);
  });
});
