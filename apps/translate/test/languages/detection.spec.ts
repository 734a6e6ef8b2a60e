import { describe, expect, it } from '@jest/globals';
import { EldLanguageDetector } from '../../src/languages/eld-language-detector.js';
import { detectSources } from '../../src/languages/detected-sources.js';
import type { LanguageTag } from '../../src/languages/language.js';

const tags = (codes: string) => codes.split(' ') as LanguageTag[];
const INSTALLED = tags('ca en es fr pt');
const MANY = tags(
  'be bg ca cs da de en eo es eu fi fr hi hr hu is it ja mk ms nb nl pl pt ro ru sl sv tr uk',
);

const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  en: ['Hello', 'Hello, world!', 'Thank you', 'Where is the station?', 'My name is John'],
  es: ['Hola', 'Gracias', 'Buenos días', '¿Dónde está la estación?', 'Me llamo Juan'],
  fr: ['Bonjour', 'Merci', 'Où est la gare ?', "J'aime la musique", "C'est un test"],
  pt: ['Olá, mundo', 'Obrigado', 'Onde fica a estação?', 'Meu nome é João', 'Sim, claro'],
  ca: ['Gràcies', 'Bona nit', "On és l'estació?", 'Em dic Joan', 'Això és una prova'],
};

const detector = await EldLanguageDetector.load();

const targetOf = (target: string, offered: readonly LanguageTag[], context?: string) => {
  const language = target as LanguageTag;
  return { language, sources: new Set(offered.filter((one) => one !== language)), context };
};

const detect = (
  texts: readonly string[],
  target = 'es',
  offered: readonly LanguageTag[] = INSTALLED,
  context?: string,
) => detectSources(texts, targetOf(target, offered, context), detector);

describe('the languages of texts', () => {
  it('are those of more single words with more memory', async () => {
    const large = await EldLanguageDetector.load('large');
    const best = (one: EldLanguageDetector, text: string) => one.detect(text).scores[0]?.language;

    expect([best(large, 'Protonenstrahl'), best(large, 'proton beam')]).toEqual(['de', 'en']);
    expect([best(detector, 'Protonenstrahl'), best(detector, 'proton beam')]).toEqual(['sl', 'cs']);
    const german = (texts: readonly string[]) => detectSources(texts, targetOf('de', MANY), large);
    // As the official client's tests have them: one other text does not outweigh what is known.
    expect(german(['faisceau de protons', 'proton beam'])).toEqual(['fr', 'en']);
    expect(german(['Protonenstrahl'])).toEqual(['de']);
  });

  it('are looked for once in texts that are the same', () => {
    let looks = 0;
    const counting = {
      canDetect: (language: LanguageTag) => detector.canDetect(language),
      detect: (text: string) => {
        looks += 1;
        return detector.detect(text);
      },
    };
    const texts = ['Gracias', ...Array<string>(9_000).fill('Hello, world!'), 'Gracias'];

    const found = detectSources(texts, targetOf('fr', INSTALLED), counting);

    expect(new Set(found)).toEqual(new Set(['es', 'en']));
    expect(looks).toBeLessThan(5);
  });

  for (const [language, texts] of Object.entries(SAMPLES)) {
    it.each(texts)(`finds that %p is ${language}`, (text) => {
      expect(detect([text])).toEqual([language]);
      expect(detect([text], 'en')).toEqual([language]);
    });
  }

  it.each([
    ['Das Haus ist groß und rot.', 'German'],
    ['Guten Tag', 'German'],
    ['こんにちは、お元気ですか', 'Japanese'],
    ['안녕하세요', 'Korean'],
    ['例', 'Chinese'],
    ['Привет, мир', 'Russian'],
    ['Dzień dobry, jak się masz?', 'Polish'],
  ])(
    'refuses %p, as %s is not installed, instead of taking it for something else',
    (text, name) => {
      expect(() => detect([text])).toThrow(
        `Value for 'source_lang' not supported. The text seems to be ${name}, which is not ` +
          'translated into Spanish here. If it is another language, give source_lang.',
      );
    },
  );

  it('says which text of many is not offered', () => {
    expect(() => detect(['The house is big.', 'Das Haus ist groß und rot.'])).toThrow(
      'Text 2 seems to be German',
    );
  });

  it.each([
    ['مرحبا', 'Persian'],
    ['नमस्ते', 'Marathi'],
    ['日本語のテキスト', 'Japanese'],
  ])('never takes %p, in letters of its own, for the language of the others', (text, name) => {
    expect(() => detect(['The dog eats.', text])).toThrow(`Text 2 seems to be ${name}`);
  });

  it.each(['proton beam', 'Kubernetes', 'Save', 'OK', 'Menu', 'radio', 'John Smith'])(
    'takes %p for English, whatever is installed',
    (text) => {
      expect(detect([text])).toEqual(['en']);
      expect(detect([text], 'es', MANY)).toEqual(['en']);
    },
  );

  it('takes short and ambiguous texts for the language of the others', () => {
    const french = ['La maison est grande et rouge.', 'Options', 'tableau', 'requis', 'OK'];
    const spanish = ['La casa no tiene ventanas.', 'Comandos', 'cadena de caracteres', 'tabla'];

    expect(detect(french)).toEqual(['fr', 'fr', 'fr', 'fr', 'fr']);
    expect(detect(spanish, 'en')).toEqual(['es', 'es', 'es', 'es']);
  });

  it('takes many short texts together where none is sure alone', () => {
    const texts = ['Commandes', 'Exemples', 'tableau', 'requis', 'nombre', 'chaîne de caractères'];

    expect(new Set(detect(texts))).toEqual(new Set(['fr']));
  });

  it('does not refuse a request for one name among its texts', () => {
    const texts = ['Choose the country in which you live.', 'Brazil', 'Germany', 'boolean'];

    expect(detect(texts)).toEqual(['en', 'en', 'en', 'en']);
  });

  it('reads the context, which is in the same language', () => {
    expect(detect(['tableau'])).toEqual(['en']);
    expect(detect(['tableau'], 'es', INSTALLED, 'Il y a un tableau sur le mur.')).toEqual(['fr']);
  });

  it('prefers what can be translated into the target among languages that are alike', () => {
    const close = 'Huset er stort';

    expect(detect([close], 'en', tags('en da'))).toEqual(['da']);
    expect(detect([close], 'en', tags('en nb'))).toEqual(['nb']);
  });

  it.each(['42', '', '¿?'])('takes %p for the target: nothing is to be translated', (text) => {
    expect(detect([text, 'Das Haus ist groß.'], 'de', tags('de en'))).toEqual(['de', 'de']);
  });

  it('falls back to the target for letters of which nothing is known', () => {
    expect(detect(['ᎣᏏᏲ'])).toEqual(['es']);
    expect(detect(['Save'], 'en')).toEqual(['en']);
  });
});
