import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ApertiumEngine } from '../../src/engines/apertium/apertium-engine.js';
import type { EngineAnswer } from '../../src/engines/translation-engine.js';
import type { MarkedText, Span } from '../../src/text/marked-text.js';
import { direction } from '../ports.js';

/** Sentences in which something belongs to somebody; `1` and `2` are its nouns. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  en: [
    "The 1's 2",
    "The 1's 2 is big.",
    "It's the 1's 2.",
    "This is not the 1's big 2.",
    "I see the big 1's red 2.",
    "The 1's is here, and it is the 2's.",
    "They eat in the 1's 2.",
    "My 1's 2 and the 2's 1",
    "The 1's 2's 1.",
    'The 2 of the 1',
    'I see the 2 of the 1.',
    "John Brown's 2 is the 1's.",
  ],
  ca: ['La 1 de la 2 és gran.', 'Veig la 1 de la 2.', 'És la 1 de la 2.', 'En la 1 de la 2'],
  es: ['La 1 de la 2 es grande.', 'Veo la 1 de la 2.', 'Es la 1 de la 2.', 'En la 1 de la 2'],
  fr: [
    'La 1 de la 2 est grande.',
    'Je vois la 1 de la 2.',
    "C'est la 1 de la 2.",
    'Dans la 1 de la 2',
  ],
  gl: ['A 1 da 2 é grande.', 'Vexo a 1 da 2.', 'É a 1 da 2.', 'Na 1 da 2'],
  it: ['La 1 della 2 è grande.', 'Vedo la 1 della 2.', 'È la 1 della 2.', 'Nella 1 della 2'],
  pt: ['A 1 da 2 é grande.', 'Vejo a 1 da 2.', 'É a 1 da 2.', 'Na 1 da 2'],
};

/** Feminine where words are. */
const NOUNS: Readonly<Record<string, readonly string[]>> = {
  en: ['house', 'dog', 'table'],
  ca: ['casa', 'taula', 'finestra'],
  es: ['casa', 'mesa', 'ventana'],
  fr: ['maison', 'table', 'voiture'],
  gl: ['casa', 'mesa', 'xanela'],
  it: ['casa', 'tavola', 'finestra'],
  pt: ['casa', 'mesa', 'janela'],
};

/** Articles of a target, and what they are in one word with. */
const ARTICLES: Readonly<Record<string, RegExp>> = {
  an: /\b(?:o|a|os|as|lo|la|los|las|d[oae]s?|n[oa]s?)\b|\bl'/giu,
  ca: /\b(?:el|la|els|les|dels?|als?|pels?)\b|\bl'/giu,
  en: /\bthe\b/giu,
  eo: /\bla\b/giu,
  es: /\b(?:el|la|los|las|del|al)\b/giu,
  fr: /\b(?:le|la|les|du|des|aux?)\b|\bl'/giu,
  gl: /(?<!\p{L})(?:[oa]s?|d[oa]s?|n[oa]s?|aos?|ás?|pol[oa]s?)(?!\p{L})/giu,
  hr: /\bthe\b/giu,
  it: /\b(?:il|lo|la|i|gli|le|(?:de|da|ne|su|a)(?:l|llo|lla|i|gli|lle))\b|l'/giu,
  oc: /\b(?:lo|la|los|las|de[lu]s?|a[lu]s?)\b|\bl'/giu,
  pt: /(?<!\p{L})(?:[oa]s?|d[oa]s?|n[oa]s?|aos?|às?|pel[oa]s?)(?!\p{L})/giu,
};

/** Unknown to all rules. */
const TERM = 'blorx';

const KINDS = ['term', 'm sg', 'f sg', 'protected', 'tag', 'word'] as const;

/** Their `a` before a word that says nothing may be the preposition as well, which stays too. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['gl', 'pt']);
const isNoun = (kind: Noun['kind']): boolean => kind !== 'protected';

interface Noun {
  readonly kind: (typeof KINDS)[number];
  readonly word: string;
}

function segmentOf(sentence: string, nouns: Readonly<Record<string, Noun>>): MarkedText {
  const spans: Span[] = [];
  let text = '';
  for (const part of sentence.split(/([12])/)) {
    const noun = nouns[part];
    if (noun === undefined) {
      text += part;
      continue;
    }
    const written = noun.kind === 'protected' ? '{n}' : noun.word;
    const range = { id: spans.length, start: text.length, end: text.length + written.length };
    text += written;
    spans.push(...spansOf(noun.kind, range));
  }
  return { text, spans };
}

function spansOf(kind: Noun['kind'], range: Pick<Span, 'id' | 'start' | 'end'>): readonly Span[] {
  if (kind === 'word') return [];
  if (kind === 'tag' || kind === 'protected') return [{ ...range, kind }];
  if (kind === 'term') return [{ ...range, kind, target: TERM }];
  const gender = kind === 'm sg' ? 'm' : 'f';
  return [{ ...range, kind: 'term', target: TERM, agreement: { gender, number: 'sg' } }];
}

/** @param pairs such as `en>es`, each a test */
export function itKeepsArticles(
  engineOf: () => ApertiumEngine,
  pairs: readonly string[],
  numRuns: number,
): void {
  for (const pair of pairs.filter(isKnown)) {
    it(`${pair}: no article is lost around what belongs to something`, () =>
      checkArticles(engineOf(), pair, numRuns));
  }
}

const isKnown = (pair: string): boolean => {
  const [source = '', target = ''] = pair.split('>');
  return SENTENCES[source] !== undefined && ARTICLES[target.slice(0, 2)] !== undefined;
};

/** An answer with terms, placeholders and tags has the articles of the answer for the plain sentence. */
async function checkArticles(engine: ApertiumEngine, pair: string, numRuns: number): Promise<void> {
  const [source = '', target = ''] = pair.split('>');
  const noun = fc.record({
    kind: fc.constantFrom(...(AMBIGUOUS.has(source) ? KINDS.filter(isNoun) : KINDS)),
    word: fc.constantFrom(...(NOUNS[source] ?? [])),
  });
  const sentence = fc.constantFrom(...(SENTENCES[source] ?? []));
  await fc.assert(
    fc.asyncProperty(sentence, noun, noun, async (written, first, second) => {
      const plain = (one: Noun): Noun => ({ ...one, kind: 'word' });
      const shielded = segmentOf(written, { 1: first, 2: second });
      const asked = [shielded, segmentOf(written, { 1: plain(first), 2: plain(second) })];
      const answers = await engine.translate({
        ...direction(source, target),
        ...{ segments: asked, options: {} },
      });
      const [answer, expected] = answers.map((one) => textOf(one));
      if (answer === undefined) return;

      const missing = articlesIn(expected, target) - articlesIn(answer, target);
      expect([shielded.text, expected, answer, Math.max(missing, 0)]).toEqual([
        ...[shielded.text, expected, answer],
        0,
      ]);
    }),
    { numRuns },
  );
}

/** @returns undefined for what is translated in the parts between spans */
const textOf = (answer: EngineAnswer): string | undefined =>
  answer.kind === 'translated' ? answer.text : undefined;

const articlesIn = (text: string | undefined, target: string): number =>
  [...(text ?? '').matchAll(ARTICLES[target.slice(0, 2)] ?? /(?!)/g)].length;
