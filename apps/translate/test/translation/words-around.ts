import { expect, it } from '@jest/globals';
import { Problem } from '@sextant/platform-http/errors';
import fc from 'fast-check';
import type { ApertiumEngine } from '../../src/engines/apertium/apertium-engine.js';
import type { EngineAnswer } from '../../src/engines/translation-engine.js';
import { unmarked, type MarkedText, type Span } from '../../src/text/marked-text.js';
import { direction, translateTexts } from '../ports.js';

/** Words of each source that targets contract, leave without an article, or move. */
const WORDS: Readonly<Record<string, string>> = {
  af: 'die n van in huis groot en eet',
  an: 'o a de en casa gran y minchar',
  ar: 'البيت في من كبير',
  be: 'дом у з вялікі і есць',
  bg: 'къщата на в голяма и яде',
  br: 'an ti bras e da hag a debr',
  bs: 'kuća u od velika i jede',
  ca: 'el la del a els casa gran i menja',
  da: 'det i til hus stort og er en',
  en: 'the a of in to house big and eats',
  eo: 'la de en domo granda kaj manĝas',
  es: 'el la de a los casa grande y come',
  eu: 'etxea handia da eta ez du',
  fr: 'le la de à les maison grande et mange',
  gl: 'o a de en os casa grande e come',
  hi: 'घर में का बड़ा और है',
  hr: 'kuća u od velika i jede',
  id: 'rumah di dari besar dan makan',
  is: 'húsið í af stórt og er',
  it: 'il la di a gli casa grande e mangia',
  mk: 'куќата на во голема и јаде',
  ms: 'rumah di dari besar dan makan',
  mt: 'id-dar ta kbira u jiekol',
  nb: 'det i til hus stor og er en',
  nl: 'het een van in huis groot en eet',
  nn: 'det i til hus stor og er ein',
  oc: 'lo la de a los ostal grand e manja',
  pl: 'dom w z duży i je',
  pt: 'o a de em os casa grande e come',
  ro: 'casa de la mare și mănâncă un',
  ru: 'дом в из большой и ест',
  sc: 'sa de in domo manna e mandigat',
  sh: 'kuća u od velika i jede',
  sl: 'hiša v od velika in je',
  sr: 'kuća u od velika i jede',
  sv: 'det i till hus stort och är en',
  uk: 'дім в з великий і їсть',
  ur: 'گھر میں کا بڑا اور ہے',
};

/** Unknown to all of them, as the word that a placeholder is translated by. */
const UNKNOWN = 'xqz';
/** Unknown as well: rules copy them, so that each must be there. */
const STRANGE = ['blorx', 'flurb'];

interface Piece {
  readonly text: string;
  readonly kind: 'word' | 'protected' | 'tag';
}

/** The pieces as one sentence with its spans. */
function segmentOf(pieces: readonly Piece[]): MarkedText {
  const spans: Span[] = [];
  let text = '';
  for (const { text: piece, kind } of pieces) {
    if (text !== '') text += ' ';
    const range = { start: text.length, end: text.length + piece.length };
    if (kind !== 'word') spans.push({ id: spans.length, kind, ...range });
    text += piece;
  }
  return { text: `${text}.`, spans };
}

/** The answer with the unknown word in the place of what was protected. */
function withUnknown(answer: Extract<EngineAnswer, { kind: 'translated' }>, source: MarkedText) {
  const isProtected = (id: number) =>
    source.spans.find((span) => span.id === id)?.kind === 'protected';
  return answer.spans
    .filter(({ id }) => isProtected(id))
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end }) => text.slice(0, start) + UNKNOWN + text.slice(end),
      answer.text,
    );
}

/** @param pairs such as `es>ca`, each a test */
export function itKeepsWords(
  engineOf: () => ApertiumEngine,
  pairs: readonly string[],
  numRuns: number,
): void {
  it.each(pairs)('%s: no word of the rules is lost around placeholders and tags', (pair) =>
    checkPair(engineOf(), pair, numRuns),
  );
}

/**
 * No word that rules write for a sentence is lost because parts of it are protected or tagged, no letter of those parts
 * changes, and no unknown word of the source is gone.
 */
export async function checkPair(
  engine: ApertiumEngine,
  pair: string,
  numRuns: number,
): Promise<void> {
  const [source = '', target = ''] = pair.split('>');
  const request = { ...direction(source, target), options: {} };
  let hasFailed = false;
  await fc.assert(
    fc.asyncProperty(sentencesOf(source), async (list) => {
      if (hasFailed) return;
      const segments = list.map(segmentOf);
      const both = Promise.all([
        engine.translate({ ...request, segments }),
        translateTexts(engine, request, list.map(plainOf)),
      ]);
      // Some rules crash or hang on plain words: that is an error for the caller, and loses nothing.
      const [answers, expected] = await both.catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        hasFailed = true;
        return [[], []] as const;
      });

      answers.forEach((answer, at) => {
        if (answer.kind !== 'translated') return;
        expectWords(segments[at] ?? unmarked(''), answer, expected[at] ?? '');
      });
    }),
    { numRuns },
  );
}

function sentencesOf(source: string): fc.Arbitrary<Piece[][]> {
  const words = [...(WORDS[source] ?? '').split(' ').filter(Boolean), ...STRANGE];
  const oneOf = (weight: number, kind: Piece['kind'], texts: readonly string[]) => ({
    weight,
    arbitrary: fc.constantFrom(...texts).map((text): Piece => ({ text, kind })),
  });
  const piece = fc.oneof(
    oneOf(5, 'word', words),
    oneOf(2, 'protected', ['{n}', '%s', '12%']),
    // A tag around a word of a phrase changes how it is read: only what is unknown can be compared.
    oneOf(1, 'tag', STRANGE),
  );
  const sentence = fc.array(piece, { minLength: 2, maxLength: 6 });
  return fc.array(sentence, { minLength: 1, maxLength: 10 });
}

const plainOf = (pieces: readonly Piece[]): string =>
  `${pieces.map(({ text, kind }) => (kind === 'protected' ? UNKNOWN : text)).join(' ')}.`;

function expectWords(
  segment: MarkedText,
  answer: Extract<EngineAnswer, { kind: 'translated' }>,
  plain: string,
): void {
  const said = [segment.text, comparable(withUnknown(answer, segment))];
  expect(said).toEqual([segment.text, comparable(plain)]);
  for (const strange of STRANGE) {
    const times = [answer.text, timesIn(answer.text, strange)];
    expect(times).toEqual([answer.text, timesIn(segment.text, strange)]);
  }
}

/** A sentence may begin elsewhere, and its stop may be that of an abbreviation. */
const comparable = (text: string): string => text.toLowerCase().replace(/\.$/, '');

const timesIn = (text: string, part: string): number => text.toLowerCase().split(part).length - 1;
