import { isFreeIn } from '../../../text/insert-spans.js';
import type { MarkedText } from '../../../text/marked-text.js';

/** `s/he`, `(s)he`: rules read a letter and a pronoun, which they leave to the verb. */
const SHORT = /(?<![\p{L}\p{M}\p{N}\/])(?:([Ss])\/|\(([Ss])\))he(?![\p{L}\p{M}\p{N}\/])/gv;

/** The segment with pronouns in full: `she/he`. The same one where there are no such ones. */
export function withFullPronouns(segment: MarkedText, language: string): MarkedText {
  if (language !== 'en') return segment;
  const isFree = isFreeIn(segment);
  const found = [...segment.text.matchAll(SHORT)].filter(({ 0: short, index }) =>
    isFree(index, index + short.length),
  );
  return found.reduceRight<MarkedText>(
    ({ text, spans }, { 0: short, 1: s, 2: bracketed, index }) => {
      const end = index + short.length;
      const full = `${s ?? bracketed ?? ''}he/he`;
      const moved = (place: number) => (place >= end ? place + full.length - short.length : place);
      return {
        text: text.slice(0, index) + full + text.slice(end),
        spans: spans.map((span) => ({ ...span, start: moved(span.start), end: moved(span.end) })),
      };
    },
    segment,
  );
}
