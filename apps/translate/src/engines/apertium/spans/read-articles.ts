import type { MarkedText } from '../../../text/marked-text.js';
import { agreementKey, type StandIns } from './stand-ins.js';

interface Articles {
  /** What a feminine one is before a masculine word. */
  readonly m: Readonly<Record<string, string>>;
  readonly f: Readonly<Record<string, string>>;
}

const OF_ONE_LETTER: Articles = {
  m: { a: 'o', A: 'O', as: 'os', As: 'Os' },
  f: { o: 'a', O: 'A', os: 'as', Os: 'As' },
};

/** Articles that are other words as well: before a word of the other gender they are read so, and lost. */
const ARTICLES: Readonly<Record<string, Articles>> = {
  es: { m: { la: 'el', La: 'El', las: 'los', Las: 'Los' }, f: {} },
  gl: OF_ONE_LETTER,
  pt: OF_ONE_LETTER,
};

const LAST_WORD = /(?<![\p{L}\p{M}])\p{L}{1,3}(?= $)/u;
const FEMININE = /^\p{Ll}*(?:as?|ã|ção|ções|ciones|ción|cións|dad|dades?|gem|gens)$/u;

/**
 * The segment with the article of the word that stands for a term: that of the term's translation may be another (`a casa` with
 * casa=habitatge).
 */
export function withReadArticles(
  { text, spans }: MarkedText,
  language: string,
  standIns: StandIns | undefined,
): MarkedText {
  const articles = ARTICLES[language];
  if (articles === undefined) return { text, spans };
  let read = text;
  for (const span of spans) {
    if (span.kind !== 'term' || span.agreement === undefined) continue;
    // Without one the word stands for itself.
    if (standIns?.has(agreementKey(span.agreement)) !== true) continue;
    const { gender } = span.agreement;
    const isFeminine = FEMININE.test(text.slice(span.start, span.end));
    if (isFeminine === (gender === 'f')) continue;
    const before = read.slice(0, span.start);
    read =
      before.replace(LAST_WORD, (word) => articles[gender][word] ?? word) + read.slice(span.start);
  }
  return { text: read, spans };
}
