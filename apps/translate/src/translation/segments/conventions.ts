import type { LanguageTag } from '../../languages/language.js';
import type { MarkedText, PlacedSpan } from '../../text/marked-text.js';
import { smallLetters } from './small-letters.js';
import type { TranslatedSegment } from './segment-translator.js';

type Written = Pick<TranslatedSegment, 'text' | 'spans'>;

/**
 * What engines leave out of how a text is written: capitals throughout, small letters where no sentence begins, and in Spanish the signs that open questions and
 * exclamations.
 *
 * @param source the segment with its terms and protected content, which stay as they are
 */
export function conventional<T extends Written>(
  source: MarkedText,
  target: LanguageTag,
  written: T,
): T {
  const capital = isCapital(source)
    ? inCapitals(source, target, written)
    : { ...written, text: smallLetters(source, target, written) };
  return /^es\b/i.test(target) ? withOpeningSigns(source, capital) : capital;
}

/** Two capital letters at least, and no small one outside of what stays as it is. */
function isCapital(source: MarkedText): boolean {
  const words = outside(source.text, fixedIn(source, source.spans)).join('');
  return !/\p{Ll}/u.test(words) && (words.match(/\p{Lu}/gu)?.length ?? 0) > 1;
}

/** Letters that grow in capitals (`ß`) stay, so that no span moves. */
function inCapitals<T extends Written>(source: MarkedText, target: LanguageTag, written: T): T {
  const fixed = fixedIn(source, written.spans);
  const upper = (text: string) =>
    Array.from(text, (letter) => {
      const large = letter.toLocaleUpperCase(target);
      return large.length === letter.length ? large : letter;
    }).join('');
  let position = 0;
  let text = '';
  for (const { start, end } of fixed) {
    text += upper(written.text.slice(position, start)) + written.text.slice(start, end);
    position = end;
  }
  return { ...written, text: text + upper(written.text.slice(position)) };
}

/** The places of protected content and terms among the given ones, from left to right. */
function fixedIn({ spans }: MarkedText, places: readonly PlacedSpan[]): readonly PlacedSpan[] {
  const fixed = new Set(spans.filter(({ kind }) => kind !== 'tag').map(({ id }) => id));
  return places.filter(({ id }) => fixed.has(id)).toSorted((a, b) => a.start - b.start);
}

function outside(text: string, ranges: readonly PlacedSpan[]): readonly string[] {
  const ends = [0, ...ranges.map(({ end }) => end)];
  return ends.map((from, at) => text.slice(from, ranges[at]?.start));
}

const SIGNS = [
  { closing: /\?["»”’)\]]*$/u, opening: '¿' },
  { closing: /!["»”’)\]]*$/u, opening: '¡' },
] as const;

const BEFORE_SENTENCE = /^[\s"«“‘([—–-]*/u;

const sentences = new Intl.Segmenter('es', { granularity: 'sentence' });

/** In each sentence that closes with a sign and does not open with one; a sign in the middle of something closes none. */
function withOpeningSigns<T extends Written>(source: MarkedText, written: T): T {
  if (!/[?!]/.test(source.text)) return written;
  const fixed = fixedIn(source, written.spans);
  const signs = [...sentences.segment(written.text)].flatMap(({ segment, index }) => {
    const sentence = segment.trimEnd();
    const end = index + sentence.length;
    const isWhole = sentence !== segment || end === written.text.length;
    const sign = SIGNS.find(({ closing }) => closing.test(sentence));
    if (!isWhole || sign === undefined || sentence.includes(sign.opening)) return [];
    if (fixed.some((place) => place.start < end && end <= place.end)) return [];
    const lead = BEFORE_SENTENCE.exec(sentence)?.[0].length ?? 0;
    return [{ at: index + lead, opening: sign.opening }];
  });
  return signs.reduceRight((result, { at, opening }) => inserted(result, at, opening), written);
}

/** In front of the spans that begin there. */
function inserted<T extends Written>(written: T, at: number, sign: string): T {
  const { text, spans } = written;
  const moved = spans.map((span) => ({
    ...span,
    start: span.start >= at ? span.start + sign.length : span.start,
    end: span.end > at || span.start >= at ? span.end + sign.length : span.end,
  }));
  return { ...written, text: text.slice(0, at) + sign + text.slice(at), spans: moved };
}
