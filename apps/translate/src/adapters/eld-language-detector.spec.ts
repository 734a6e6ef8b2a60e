import { describe, expect, it } from '@jest/globals';
import type { LanguageTag } from '../domain/language.js';
import { EldLanguageDetector } from './eld-language-detector.js';

const tags = (codes: string) => codes.split(' ') as LanguageTag[];
const FIVE = tags('ca en es fr pt');
const ALL = tags(
  'af an ar ast be bg br bs ca da en eo es eu fr frp gl hi hr id is it mk ms nb nl nn oc pl pt ro ru sc sl sr sv szl ur',
);

const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  en: ['Hello', 'Hello, world!', 'Thank you', 'Where is the station?', 'My name is John'],
  es: ['Hola', 'Gracias', 'Buenos días', '¿Dónde está la estación?', 'Me llamo Juan'],
  fr: ['Bonjour', 'Merci', 'Où est la gare ?', "J'aime la musique", "C'est un test"],
  pt: ['Olá, mundo', 'Obrigado', 'Onde fica a estação?', 'Meu nome é João', 'Sim, claro'],
  ca: ['Gràcies', 'Bona nit', "On és l'estació?", 'Em dic Joan', 'Això és una prova'],
};

describe('EldLanguageDetector', () => {
  const detector = new EldLanguageDetector();

  for (const [language, texts] of Object.entries(SAMPLES)) {
    it.each(texts)(`tells that %p is ${language}`, (text) => {
      expect(detector.detect(text, FIVE)?.language).toBe(language);
      expect(detector.detect(text, ALL)?.language).toBe(language);
    });
  }

  it('returns candidates only', () => {
    const detected = detector.detect('The house is big and red.', tags('es fr'));

    expect(['es', 'fr']).toContain(detected?.language);
  });

  it.each(['42', '', ' \n', '¿?', '😀'])('finds no evidence in %p', (text) => {
    expect(detector.detect(text, ALL)).toBeUndefined();
  });

  it('finds no candidate for a script that none of them is written in', () => {
    expect(detector.detect('Привет, мир', FIVE)).toBeUndefined();
  });

  it('tells Macedonian by its letters, which eld does not know', () => {
    expect(detector.detect('Ќе одам дома, меѓу нас.', ALL)?.language).toBe('mk');
  });

  it('is sure of a whole sentence and less so of a single word', () => {
    const sentence = detector.detect('She did not want to go to the market.', ALL);
    const word = detector.detect('radio', ALL);

    expect(sentence?.confidence).toBeGreaterThan(word?.confidence ?? 1);
  });

  it('looks at the beginning of a long text only', () => {
    const startMs = performance.now();

    detector.detect('The house is big. '.repeat(100_000), ALL);

    expect(performance.now() - startMs).toBeLessThan(1000);
  });
});
