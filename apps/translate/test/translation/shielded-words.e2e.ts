import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApertiumEngine } from '../../src/engines/apertium/apertium-engine.js';
import type { TranslationOptions } from '../../src/translation/translation-options.js';
import type { MarkupOptions } from '../../src/text/markup/markup-options.js';
import { Translator } from '../../src/translation/translator.js';
import { MemoryTerminology, noDetector, OWNER, translatorParts } from '../ports.js';
import { itKeepsArticles } from './articles-around.js';
import { itKeepsWords } from './words-around.js';

const silent = { info: () => undefined, warn: () => undefined };

/** Those from es>it to nb>nn have rules behind the generator. */
const PAIRS = 'es>ca es>fr es>en en>ca en>es ca>en ca>es fr>es es>it fr>ca pt>ca nb>nn en>hr'.split(
  ' ',
);
const MARKUP: MarkupOptions = {
  kind: 'xml',
  version: 'v1',
  detectsOutline: true,
  splittingTags: [],
  nonSplittingTags: [],
  ignoreTags: ['keep'],
};

/** Declares tests of a pair; those of one pair run one after the other, so that its processes start once. */
const testsOf = new Map<string, (() => void)[]>();
const ofPair = (pair: string, declare: () => void): void => {
  testsOf.set(pair, [...(testsOf.get(pair) ?? []), declare]);
};

/** `it.each` of rows that begin with a pair. */
const each =
  <Row extends readonly [string, ...string[]]>(rows: readonly Row[]) =>
  (title: string, test: (...row: Row) => Promise<void>): void => {
    for (const row of rows) ofPair(row[0], () => it.each([row])(title, test));
  };

describe('what is kept from rules', () => {
  const engine = new ApertiumEngine({}, silent);
  const terminology = new MemoryTerminology();
  const parts = { terminology, morphology: engine.morphology };
  const translator = new Translator(...translatorParts([engine], noDetector, parts));

  beforeAll(() => {
    terminology.put('dogs', 'es>ca', { perro: 'gos', niño: 'alumne', gato: 'gat salvatge' });
    terminology.put('pupils', 'es>fr', { alumno: 'écolier' });
    terminology.put('en>es belonging', 'en>es', { house: 'hogar', dog: 'can' });
    terminology.put('en>ca belonging', 'en>ca', { house: 'llar', dog: 'ca' });
    terminology.put('en>gl belonging', 'en>gl', { house: 'lar', dog: 'gato' });
    terminology.put('en>eo belonging', 'en>eo', { house: 'hejmo', dog: 'kato' });
    terminology.put('pt>ca belonging', 'pt>ca', { casa: 'habitatge' });
    terminology.put('es>gl belonging', 'es>gl', { mesa: 'libro' });
    terminology.put('apples', 'es>en', { pera: 'apple' });
  });

  afterAll(() => engine.close());

  const translate = async (pair: string, text: string, options: TranslationOptions = {}) => {
    const [sourceLang = '', targetLang = ''] = pair.toUpperCase().split('>');
    const request = { owner: OWNER, texts: [text], sourceLang, targetLang, options };
    return (await translator.translate(request))[0]?.text;
  };

  each([
    ['es>ca', 'El %s de la %s', 'El %s de la %s'],
    ['es>ca', 'La casa de {nombre} en la {ciudad}', 'La casa de {nombre} en la {ciudad}'],
    ['es>fr', 'El %s de la %s', 'Le %s de la %s'],
    ['en>ca', 'The {name} of the {city}', 'El {name} del {city}'],
    ['en>es', 'The %s of the %s', 'El %s del %s'],
    ['fr>es', 'Il mange l’%s et l’{nom}.', 'Come el %s y el {nom}.'],
    ['ca>es', 'Menja l’{nom} d’{ciutat}.', 'Come el {nom} de {ciutat}.'],
    ['fr>es', '‘Il mange’ {nom} ‘l’%s’', '‘Come’ {nom} ‘el %s’'],
    ['en>es', "{name}'s house is big.", 'La casa de {name} es grande.'],
    ['en>es', 'I see %s’s dog.', 'Veo el perro de %s.'],
    ['en>ca', "{name}'s house is big.", 'la casa de {name} és gran.'],
  ])('%s: articles and prepositions stay before placeholders: %s', async (pair, text, expected) => {
    expect(await translate(pair, text)).toBe(expected);
  });

  each([
    ['es>ca', 'dogs', 'El perro come.', 'El gos menja.'],
    ['es>ca', 'dogs', 'El niño y los gatos.', "L'alumne i els gats salvatges."],
    ['es>fr', 'pupils', 'El alumno estudia.', "L'écolier étudie."],
    ['es>en', 'apples', 'Una pera.', 'An apple.'],
  ])(
    '%s: articles stay before terms, and agree with them: %s',
    async (pair, id, text, expected) => {
      expect(await translate(pair, text, { glossaryIds: [id] })).toBe(expected);
    },
  );

  each([
    ['en>es', 'Research & development', 'Búsqueda & desarrollo'],
    ['en>es', 'Home › Products › Shoes', 'Casa › Productos › Zapatos'],
    ['en>es', 'You have %d houses & dogs', 'Tienes %d casas & perros'],
    ['en>es', 'Input/Output', 'Entrada/Salida'],
    ['en>es', 'Salt / {herb} / pepper', 'Sal / {herb} / pimiento'],
    ['es>en', 'Sal & pimienta', 'Salt & pepper'],
    ['es>en', 'Casas | perros', 'Houses | dogs'],
    ['en>ca', 'dogs -> houses', 'gossos -> cases'],
    ['es>fr', 'Términos + condiciones', 'Termes + conditions'],
    ['en>es', 'Plan A', 'Plan A'],
    ['en>es', 'Q&A', 'Q&A'],
    ['es>en', 'Opción A', 'Option A'],
    ['en>es', 'none: n/a', 'ninguno: n/a'],
    ['en>es', 'iPhone and macOS', 'iPhone y macOS'],
    ['en>es', 'Mr. Smith and Mrs. Jones eat.', 'Señor Smith y Señora Jones comen.'],
    ['en>ca', 'Dr. Watson lives at 221B Baker Street.', 'Dr. Watson viu a 221B Baker Street.'],
    ['en>es', 'There is no house', 'No hay ninguna casa'],
    ['en>es', 'him or her', 'le o le'],
    ['en>es', 'The <b>house</b> is big', 'La <b>casa</b> es grande'],
    ['en>es', 'The <b>red <i>house</i></b> of %s', 'La <b><i>casa</i> roja</b> de %s'],
  ])('%s: signs part words, and single letters name things: %s', async (pair, text, expected) => {
    expect(await translate(pair, text)).toBe(expected);
  });

  each([
    ['en>es', "The dog's house", 'El hogar del can'],
    ['en>es', "The big dog's red house is here.", 'El hogar rojo del can grande es aquí.'],
    ['en>es', "I see the dogs' house.", 'Veo el hogar de los perros.'],
    ['en>es', "{name}'s house", 'El hogar de {name}'],
    ['en>es', "{name}'s {thing}", 'El {thing} de {name}'],
    ['en>es', "The dog's %s", 'El %s del can'],
    ['en>es', "The dog's <keep>name</keep>", 'El <keep>name</keep> del can'],
    ['en>es', "John Brown's house", 'El hogar de John Brown'],
    ['en>es', "Ana's brother's house", 'El hogar del hermano de Ana'],
    ['en>ca', "The dog's house", 'La llar del ca'],
    ['en>gl', "The dog's house", 'O lar do gato'],
    ['en>eo', "The dog's house", 'La hejmo de la kato'],
    ['pt>ca', 'É a casa.', "És l'habitatge."],
    ['es>gl', 'La casa de la mesa es grande.', 'A casa do libro é grande.'],
  ])('%s: what belongs to something keeps its articles: %s', async (pair, text, expected) => {
    const markup = text.startsWith('The dog') ? { markup: MARKUP } : {};

    expect(await translate(pair, text, { glossaryIds: [`${pair} belonging`], ...markup })).toBe(
      expected,
    );
  });

  each([
    ['en>es', "It's the dog's house.", 'Es la casa del perro.'],
    ['en>es', "It is not the dog's house.", 'No es la casa del perro.'],
    ['en>es', "It's Ana's.", 'Es de Ana.'],
    ['en>es', "This is the dog's, and that's Ana's.", 'Esto es del perro, y aquello es de Ana.'],
    ['en>es', "The users' house is 'big'.", "La casa de los usuarios es 'grande'."],
    ['en>es', "It's 'the users' house'.", "Es 'los usuarios' casa'."],
    ['en>es', "John's my friend.", 'John es mi amigo.'],
    ['en>es', 'I know where Ana is.', 'Sé donde Ana es.'],
    ['en>es', "The user's house is big.", 'La casa del usuario es grande.'],
    ['en>ca', "It's Ana's.", "És d'Ana."],
    ['en>ca', "It's the dog's house.", 'És la casa del gos.'],
    ['en>es', "The students' house is big.", 'La casa del alumnado es grande.'],
    ['en>gl', "It's the dog's house.", 'É a casa do can.'],
    ['en>eo', "The dog's house.", 'La domo de la hundo.'],
    ['en>es', 'He/she eats.', 'Él/ella come.'],
    ['en>es', 's/he ate {thing}', 'ella/él comió {thing}'],
    ['en>es', 'Today (s)he eats.', 'Hoy ella/él come.'],
    ['en>ca', 'She/he eats.', 'Ella/ell menja.'],
    ['en>es', 'He or she eats.', 'Él o ella come.'],
    ['fr>es', 'Ils/elles mangent {x}.', 'Ellos/ellas comen {x}.'],
  ])('%s: no word is left out behind verbs and at slashes: %s', async (pair, text, expected) => {
    expect(await translate(pair, text)).toBe(expected);
  });

  ofPair('es>ca', () =>
    it('what stands before an ignored tag stays', async () => {
      const text = 'El <keep>Nombre</keep> del <keep>Alumno</keep> y <b>la <keep>Casa</keep></b>.';

      expect(await translate('es>ca', text, { markup: MARKUP })).toBe(
        "El <keep>Nombre</keep> de l'<keep>Alumno</keep> i <b>la <keep>Casa</keep></b>.",
      );
    }),
  );

  each([
    ['en>es', "Click 'save' to continue", "Clic 'salvar' para continuar"],
    ['en>es', "The word 'start' is here.", "La palabra 'inicio' es aquí."],
    ['en>es', "He said 'stop. Then he ate.'", "Dijo 'parón. Entonces comió.'"],
    ['en>es', "I don't see John's 'save'.", "No veo John es 'salvar'."],
    ['en>es', "it's 'save'", "es 'salvar'"],
    [
      'en>es',
      "<b>Click</b> '<b>save</b>' to continue",
      "<b>Clic</b> '<b>salvar</b>' para continuar",
    ],
    ['ca>es', "'m' i 's' són lletres.", "'m' y 's' son letras."],
    ['en>ca', "Click 'save' to continue", "Clic 'salva' per continuar"],
    ['en>ca', "The users' house", 'La casa dels usuaris'],
    ['es>ca', "El alumno dice 'se' y 'la casa'.", "L'alumne diu 'es' i 'la casa'."],
  ])('%s: no letter is lost at quotes: %s', async (pair, text, expected) => {
    const answer = await translate(pair, text, text.startsWith('<') ? { markup: MARKUP } : {});

    expect(answer).toBe(expected);
  });

  ofPair('en>es', () =>
    it('parts of a word that tags cut begin as in the source', async () => {
      expect(await translate('en>es', 'One <b>two</b>three <i>four</i>', { markup: MARKUP })).toBe(
        'Uno <b>dos</b>tres <i>cuatro</i>',
      );
    }),
  );

  for (const pair of PAIRS) ofPair(pair, () => itKeepsWords(() => engine, [pair], 30));
  for (const pair of [...PAIRS, 'en>gl', 'en>eo']) {
    ofPair(pair, () => itKeepsArticles(() => engine, [pair], 40));
  }

  for (const tests of testsOf.values()) for (const declare of tests) declare();
});
