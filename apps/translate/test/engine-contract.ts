import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Problem } from '@sextant/platform-http/errors';
import fc from 'fast-check';
import { baseLanguage } from '../src/languages/language.js';
import { isFaithful, unmarked, type MarkedText, type Span } from '../src/text/marked-text.js';
import type { EngineAnswer, TranslationEngine } from '../src/engines/translation-engine.js';
import type { Direction } from '../src/engines/direction.js';

/** An engine that works, and a direction that it has. */
export interface EngineUnderTest {
  readonly engine: TranslationEngine;
  readonly direction: Direction;
  /** A text that it translates. */
  readonly text: string;
  close(): Promise<void>;
}

/** Words around spans of every kind, nested as callers' tags are. */
const markedTexts: fc.Arbitrary<MarkedText> = fc
  .array(
    fc.record({
      words: fc.constantFrom('The house', 'is "big" & <old>', 'über 5 €', '👩‍🚀 and it', 'a'),
      kind: fc.constantFrom('none', 'tag', 'nested', 'empty', 'protected', 'term'),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => {
    const spans: Span[] = [];
    let text = '';
    for (const { words, kind } of parts) {
      if (text !== '') text += ' ';
      const range = { start: text.length, end: text.length + words.length };
      const id = spans.length + 1;
      if (kind === 'tag' || kind === 'nested') spans.push({ id, kind: 'tag', ...range });
      if (kind === 'nested') spans.push({ id: id + 1, kind: 'tag', ...range, parent: id });
      if (kind === 'empty') spans.push({ id, kind: 'tag', start: range.start, end: range.start });
      if (kind === 'protected') spans.push({ id, kind: 'protected', ...range });
      if (kind === 'term') spans.push({ id, kind: 'term', target: 'la finca', ...range });
      text += words;
    }
    return { text, spans };
  });

const answered = (answer: EngineAnswer | undefined, segment: MarkedText): boolean =>
  answer !== undefined &&
  (answer.kind !== 'translated' || isFaithful(segment, answer.spans, answer.text));

/**
 * What the translator relies on of every engine; see docs/engines.md.
 *
 * @param start called once; what it starts is closed at the end
 */
export function describeEngine(name: string, start: () => Promise<EngineUnderTest>): void {
  describe(`the engine ${name}`, () => {
    let tested: EngineUnderTest;
    beforeAll(async () => {
      tested = await start();
    });
    afterAll(() => tested.close());

    const ask = (segments: readonly MarkedText[], signal?: AbortSignal) =>
      tested.engine.translate({ ...tested.direction, segments, options: {}, signal });

    it('has its name, and the same directions until something changes', () => {
      const { engine, direction } = tested;

      expect(engine.name).toBe(name);
      expect(engine.directions()).toBe(engine.directions());
      expect(engine.directions()).toContainEqual(expect.objectContaining(direction));
      for (const { source, target, cost, modelTypes } of engine.directions()) {
        expect([source, cost > 0, modelTypes.length > 0]).toEqual([
          baseLanguage(source),
          true,
          true,
        ]);
        expect(baseLanguage(target)).not.toBe(source);
      }
    });

    it('is up, with as many pairs as it has directions', () => {
      const { engine } = tested;

      expect(engine.state()).toMatchObject({ status: 'up', pairs: engine.directions().length });
    });

    it('translates what it can', async () => {
      const [answer] = await ask([unmarked(tested.text)]);

      expect(answer).toMatchObject({ kind: 'translated', spans: [] });
      expect(answer?.kind === 'translated' && answer.text).not.toBe(tested.text);
    });

    it('gives one answer for each of many segments, in their order', async () => {
      const segments = Array.from({ length: 120 }, (_none, at) => unmarked(`House ${at} is big.`));

      const answers = await ask(segments);

      expect(answers).toHaveLength(segments.length);
      answers.forEach((answer, at) => {
        if (answer.kind === 'translated') expect(answer.text).toMatch(new RegExp(`\\b${at}\\b`));
      });
    });

    it('keeps requests apart that come together', async () => {
      const requests = Array.from({ length: 20 }, (_none, at) =>
        ask([unmarked(`House ${at} is big.`), unmarked(`It costs ${at}00 today.`)]),
      );

      (await Promise.all(requests)).forEach((answers, at) => {
        expect(answers).toHaveLength(2);
        for (const answer of answers) {
          if (answer.kind === 'translated')
            expect(answer.text).toMatch(new RegExp(`\\b${at}(00)?\\b`));
        }
      });
    });

    it('places every span once, or says that it cannot', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(markedTexts, { minLength: 1, maxLength: 4 }),
          async (segments) => {
            const answers = await ask(segments);

            expect(answers).toHaveLength(segments.length);
            segments.forEach((segment, at) => {
              expect([segment, answers[at], answered(answers[at], segment)]).toEqual([
                segment,
                answers[at],
                true,
              ]);
            });
          },
        ),
        { numRuns: 40 },
      );
    });

    it('answers signs, long words and long texts', async () => {
      const texts = ['.', '👩‍🚀', '"', '&amp;', '<b>', '\\', '[1]', '^a$', 'x'.repeat(1900)];
      const long = 'The house is big. '.repeat(100).trim();

      expect(await ask([...texts, long].map(unmarked))).toHaveLength(texts.length + 1);
    });

    it('does nothing for somebody who has gone', async () => {
      const reason = new Error('gone');

      const answer = ask([unmarked(tested.text)], AbortSignal.abort(reason));

      // Who answers without waiting may do so.
      await answer.catch((error: unknown) => expect(error).toBe(reason));
    });

    it('settles what is under way when it is closed, and is closed twice', async () => {
      const own = await start();
      const underWay = own.engine.translate({
        ...own.direction,
        segments: [unmarked(own.text)],
        options: {},
      });

      await own.engine.close();
      await own.engine.close();

      await underWay.catch((error: unknown) => {
        expect(error).toBeInstanceOf(Problem);
        expect((error as Problem).code).toBe('engine_unavailable');
      });
      await own.close();
    });
  });
}
