import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApertiumEngine } from '../../src/engines/apertium/apertium-engine.js';
import { EldLanguageDetector } from '../../src/languages/eld-language-detector.js';
import type { TranslationOptions } from '../../src/translation/translation-options.js';
import { Translator } from '../../src/translation/translator.js';
import { ExactMemory, MemoryTerminology, OWNER, translatorParts } from '../ports.js';

const MEMORY = '11111111-1111-4111-8111-111111111111';
const XML = {
  kind: 'xml',
  version: 'v1',
  detectsOutline: true,
  splittingTags: [],
  nonSplittingTags: [],
  ignoreTags: [],
} as const;

const detector = await EldLanguageDetector.load();

describe('with the pairs of Debian', () => {
  const engine = new ApertiumEngine({}, { info: () => undefined, warn: () => undefined });
  const terminology = new MemoryTerminology();
  const memory = new ExactMemory(MEMORY, {
    'The house is green.': 'La morada es verde.',
    'The dog is old': 'Este perro tiene sus años',
  });
  const translator = new Translator(
    ...translatorParts([engine], detector, {
      terminology,
      memory,
      morphology: engine.morphology,
    }),
  );

  beforeAll(() => {
    terminology.put('homes', 'en>es', {
      house: 'edificio',
      'credit card': 'tarjeta de pago',
      Acme: 'Cumbre',
      'C++': 'C más más',
      go: 'ir corriendo',
      blog: 'bitácora',
    });
    terminology.put('other', 'en>es', { house: 'vivienda', dog: 'can' });
    terminology.put('through', 'en>pt', { house: 'moradia' });
  });

  afterAll(() => engine.close());

  const translate = async (
    text: string,
    options: TranslationOptions,
    languages: { sourceLang?: string; targetLang?: string } = {},
  ) => {
    const [translation] = await translator.translate({
      owner: OWNER,
      texts: [text],
      sourceLang: 'EN',
      targetLang: 'ES',
      ...languages,
      options,
    });
    return translation!;
  };

  describe('a glossary', () => {
    const termed = async (text: string, glossaryIds = ['homes']) =>
      (await translate(text, { glossaryIds })).text;

    it('puts its terms in place, and says which', async () => {
      const { text, appliedTerms } = await translate('The dog saw the house of Acme.', {
        glossaryIds: ['homes'],
      });

      expect(text).toBe('El perro vio el edificio de Cumbre.');
      expect(appliedTerms).toMatchObject([
        { glossaryId: 'homes', source: 'house', target: 'edificio' },
        { glossaryId: 'homes', source: 'Acme', target: 'Cumbre' },
      ]);
    });

    it('lets articles and adjectives agree with the term', async () => {
      expect(await termed('The white house is big.')).toBe('El edificio blanco es grande.');
      expect(await termed('He bought a new credit card.')).toMatch(
        /una tarjeta de pago nueva|una nueva tarjeta de pago/,
      );
    });

    it('inflects the term with its number', async () => {
      expect(await termed('The white houses are big.')).toBe('Los edificios blancos son grandes.');
      expect(await termed('My credit cards.')).toBe('Mis tarjetas de pago.');
    });

    it('takes over the case of the place', async () => {
      expect(await termed('House')).toBe('Edificio');
      expect(await termed('HOUSE')).toBe('EDIFICIO');
    });

    it('leaves other words alone, and terms inside of words', async () => {
      const { text, appliedTerms } = await translate('The doghouse and the housecat, acme.', {
        glossaryIds: ['homes'],
      });

      expect(text).not.toMatch(/edificio|Cumbre/);
      expect(appliedTerms).toEqual([]);
    });

    it('finds terms with signs and unknown targets', async () => {
      expect(await termed('I write C++ in my blog.')).toMatch(/C más más.*bitácora/);
    });

    it('gives way to the glossary that is named first', async () => {
      expect(await termed('The house.', ['other', 'homes'])).toBe('La vivienda.');
      expect(await termed('The house.', ['homes', 'other'])).toBe('El edificio.');
      expect(await termed('The dog.', ['homes', 'other'])).toBe('El can.');
    });

    it('reaches through a third language', async () => {
      const { text } = await translate(
        'The dog saw the house.',
        { glossaryIds: ['through'] },
        { targetLang: 'PT' },
      );

      expect(text).toMatch(/cachorro|cão/);
      expect(text).toMatch(/ moradia\.$/);
    });

    it('works inside of tags, and keeps out of ignored ones', async () => {
      const { text, appliedTerms } = await translate(
        'The <b>white house</b> and the <x>house</x>.',
        { glossaryIds: ['homes'], markup: { ...XML, ignoreTags: ['x'] } },
      );

      expect(text).toBe('El <b>edificio blanco</b> y el <x>house</x>.');
      expect(appliedTerms).toHaveLength(1);
    });

    it('is named in the provenance', async () => {
      const { text, provenance = [] } = await translate('The house.', {
        glossaryIds: ['homes'],
        wantsProvenance: true,
      });

      expect(provenance.map((part) => part.text).join('')).toBe(text);
      expect(provenance).toContainEqual({
        text: 'edificio',
        origin: 'glossary',
        glossaryId: 'homes',
        term: 'house',
      });
    });

    it.each<[string, TranslationOptions, object, string]>([
      ['that is not there', { glossaryIds: ['none'] }, {}, 'glossary_not_found'],
      [
        'of another pair',
        { glossaryIds: ['homes'] },
        { targetLang: 'CA' },
        'glossary_pair_mismatch',
      ],
      [
        'one of which is of another pair',
        { glossaryIds: ['homes', 'through'] },
        {},
        'glossary_pair_mismatch',
      ],
      [
        'without a source',
        { glossaryIds: ['homes'] },
        { sourceLang: undefined },
        'glossary_needs_source_lang',
      ],
    ])('%s is refused', async (_what, options, languages, code) => {
      await expect(translate('x', options, languages)).rejects.toMatchObject({ code });
    });

    it('of another owner is not there', async () => {
      const request = { texts: ['x'], sourceLang: 'EN', targetLang: 'ES' };

      await expect(
        translator.translate({
          ...request,
          owner: 'stranger',
          options: { glossaryIds: ['homes'] },
        }),
      ).rejects.toMatchObject({ code: 'glossary_not_found', status: 404 });
    });
  });

  describe('a memory', () => {
    const remembering = (threshold: number): TranslationOptions => ({
      memory: { id: MEMORY, threshold },
      wantsProvenance: true,
    });

    it('goes before the engine, sentence by sentence', async () => {
      const { text, provenance } = await translate(
        'The house is green. The dog eats.',
        remembering(75),
      );

      expect(text).toBe('La morada es verde. El perro come.');
      expect(provenance?.[0]).toEqual({
        text: 'La morada es verde.',
        origin: 'memory',
        segmentId: 'unit of The house is green.',
        score: 100,
      });
    });

    it('gives what is alike at the threshold, not below', async () => {
      expect((await translate('The dog is cold', remembering(80))).text).toBe(
        'Este perro tiene sus años',
      );
      expect((await translate('The dog is cold', remembering(81))).text).toBe('El perro pasa frío');
    });

    it('takes whole texts when sentences are not to be split', async () => {
      const { text } = await translate('The house is green. The dog eats.', {
        ...remembering(100),
        splitSentences: '0',
      });

      expect(text).toBe('La casa es verde. El perro come.');
    });

    it('keeps tags around a segment, and leaves one with tags inside to the engine', async () => {
      const options = { ...remembering(100), markup: XML };

      expect((await translate('<p><b>The house is green.</b></p>', options)).text).toBe(
        '<p><b>La morada es verde.</b></p>',
      );
      expect((await translate('<p>The <b>house</b> is green.</p>', options)).text).toBe(
        '<p>La <b>casa</b> es verde.</p>',
      );
    });

    it('that is not there is refused', async () => {
      await expect(
        translate('x', { memory: { id: 'other', threshold: 75 } }),
      ).rejects.toMatchObject({ code: 'translation_memory_not_found', status: 404 });
    });
  });
});
