import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApertiumEngine } from '../../src/engines/apertium/apertium-engine.js';
import { isFaithful, type MarkedText } from '../../src/text/marked-text.js';
import { composeMarkup } from '../../src/text/markup/markup-composition.js';
import { LINES } from '../../src/text/segments.js';
import type { MarkupOptions } from '../../src/text/markup/markup-options.js';
import type { EngineAnswer, TranslationEngine } from '../../src/engines/translation-engine.js';
import { Translator } from '../../src/translation/translator.js';
import { blocksOf, htmlDocuments, htmlTokensOf } from '../html-documents.js';
import { markupDocuments, readings, tagsOf, unknownReferencesOf } from '../markup-documents.js';
import { MemoryTerminology, noDetector, offered, OWNER, translatorParts } from '../ports.js';

// Other processes may keep the machine busy.

const silent = { info: () => undefined, warn: () => undefined };

const terminology = new MemoryTerminology();
for (const pair of ['en>es', 'en>pt']) {
  terminology.put(pair, pair, { house: 'morada', 'the red': 'o encarnado', x: 'X' });
}

const xml = (options: Partial<MarkupOptions> = {}): MarkupOptions => ({
  kind: 'xml',
  version: 'v1',
  detectsOutline: true,
  splittingTags: [],
  nonSplittingTags: [],
  ignoreTags: [],
  ...options,
});

/** Every tag once and nested: what comes out is well formed and holds the same tags. */
function expectAllTags(source: string, translated: string, kind: MarkupOptions['kind']): void {
  if (kind === 'xml') {
    const references = unknownReferencesOf(source).toSorted();
    expect(unknownReferencesOf(translated).toSorted()).toEqual(references);
  }
  expect(tagsOf(translated).toSorted()).toEqual(tagsOf(source).toSorted());
  expect(() => composeMarkup(translated, xml(), LINES)).not.toThrow();
}

/** As a parser of HTML sees it: the same tags, comments, scripts and styles, and the same blocks around them. */
function expectSameHtml(source: string, translated: string): void {
  expect(htmlTokensOf(translated).toSorted()).toEqual(htmlTokensOf(source).toSorted());
  expect(blocksOf(translated)).toBe(blocksOf(source));
}

describe('tags', () => {
  describe('through Apertium', () => {
    const engine = new ApertiumEngine({}, silent);
    const translator = new Translator(
      ...translatorParts([engine], noDetector, { terminology, morphology: engine.morphology }),
    );

    beforeAll(() => engine.warm([]));
    afterAll(() => engine.close());

    it.each(['ES', 'PT'])('come out once each and nested, into %s', async (targetLang) => {
      const glossary = `en>${targetLang.toLowerCase()}`;
      const batches = fc.array(markupDocuments, { minLength: 1, maxLength: 8 });

      await fc.assert(
        fc.asyncProperty(batches, readings, fc.boolean(), async (texts, reading, hasTerms) => {
          const translations = await translator.translate({
            owner: OWNER,
            texts,
            sourceLang: 'EN',
            targetLang,
            options: {
              markup: xml(reading),
              ...(hasTerms ? { glossaryIds: [glossary] } : {}),
            },
          });

          translations.forEach(({ text }, index) => {
            expectAllTags(texts[index] ?? '', text, reading.kind);
          });
        }),
        { numRuns: 100 },
      );
    });

    it('come out once each from any HTML', async () => {
      const batches = fc.array(htmlDocuments, { minLength: 1, maxLength: 8 });

      await fc.assert(
        fc.asyncProperty(batches, async (texts) => {
          const options = { markup: xml({ kind: 'html' }), glossaryIds: ['en>es'] };
          const request = { owner: OWNER, texts, sourceLang: 'EN', targetLang: 'ES', options };

          const translations = await translator.translate(request);

          translations.forEach(({ text }, index) => {
            expectSameHtml(texts[index] ?? '', text);
          });
        }),
        { numRuns: 100 },
      );
    });
  });

  describe('through an engine that answers anything', () => {
    /** Answers from a list: dropped, doubled, moved and crossed spans, or none at all. */
    const hostile = (random: Iterator<number>): TranslationEngine => {
      const pick = (below: number) => (random.next().value as number) % below;
      const answerTo = ({ text, spans }: MarkedText): EngineAnswer => {
        if (spans.length === 0) return { kind: 'translated', text: `<${text}>&`, spans: [] };
        if (pick(4) === 0) return { kind: 'unplaced' };
        const translated = text.toUpperCase();
        const placed = spans
          .filter(() => pick(8) > 0)
          .map(({ id, start, end }) => ({
            id,
            start: start + pick(3) - 1,
            end: end + pick(3) - 1,
          }));
        return { kind: 'translated', text: translated, spans: placed };
      };
      return {
        name: 'hostile',
        directions: () => PAIRS,
        translate: ({ segments }) => Promise.resolve(segments.map(answerTo)),
        state: () => ({ status: 'up', pairs: 2, broken: [] }),
        close: () => Promise.resolve(),
      };
    };
    const PAIRS = offered('en>es es>pt');

    it('come out once each and nested all the same', async () => {
      const random = fc.infiniteStream(fc.nat());

      await fc.assert(
        fc.asyncProperty(markupDocuments, readings, random, async (text, reading, stream) => {
          const translator = new Translator(
            ...translatorParts([hostile(stream)], noDetector, { terminology }),
          );

          for (const targetLang of ['ES', 'PT']) {
            const [translation] = await translator.translate({
              owner: OWNER,
              texts: [text],
              sourceLang: 'EN',
              targetLang,
              options: { markup: xml(reading), glossaryIds: [`en>${targetLang.toLowerCase()}`] },
            });

            expectAllTags(text, translation?.text ?? '', reading.kind);
          }
        }),
        { numRuns: 500 },
      );
    });

    it('come out once each from any HTML all the same', async () => {
      const random = fc.infiniteStream(fc.nat());

      await fc.assert(
        fc.asyncProperty(htmlDocuments, random, async (text, stream) => {
          const translator = new Translator(
            ...translatorParts([hostile(stream)], noDetector, { terminology }),
          );

          const [translation] = await translator.translate({
            owner: OWNER,
            texts: [text],
            sourceLang: 'EN',
            targetLang: 'ES',
            options: { markup: xml({ kind: 'html' }), glossaryIds: ['en>es'] },
          });

          expectSameHtml(text, translation?.text ?? '');
        }),
        { numRuns: 1000 },
      );
    });
  });
});

describe('isFaithful', () => {
  const source: MarkedText = {
    text: 'a bc d',
    spans: [
      { id: 0, kind: 'tag', start: 0, end: 4 },
      { id: 1, kind: 'protected', start: 2, end: 4, parent: 0 },
      { id: 2, kind: 'tag', start: 5, end: 5 },
    ],
  };
  const right = [
    { id: 1, start: 4, end: 6 },
    { id: 0, start: 2, end: 7 },
    { id: 2, start: 7, end: 7 },
  ];

  it('accepts spans that have moved with their words', () => {
    expect(isFaithful(source, right, 'x A bc.')).toBe(true);
  });

  it.each([
    ['one is missing', right.slice(1)],
    ['one is there twice', [...right, right[2]!]],
    ['one is unknown', [...right.slice(0, 2), { id: 9, start: 0, end: 0 }]],
    ['a child is outside', [{ id: 1, start: 0, end: 2 }, ...right.slice(1)]],
    ['neighbours overlap', [...right.slice(0, 2), { id: 2, start: 3, end: 3 }]],
    ['one is backwards', [...right.slice(0, 2), { id: 2, start: 7, end: 6 }]],
    ['one is beyond the end', [...right.slice(0, 2), { id: 2, start: 7, end: 8 }]],
    ['protected content is another', [{ id: 1, start: 3, end: 5 }, ...right.slice(1)]],
  ])('refuses when %s', (_fault, placed) => {
    expect(isFaithful(source, placed, 'x A bc.')).toBe(false);
  });
});
