import type { MarkedText } from '../../text/marked-text.js';
import type { TranslatedSegment } from './segment-translator.js';

const LAST_STOP = /[.!?…]+$/u;

/**
 * Undoes what an engine corrects: the case of the first letter, and full stops at the end that the source
 * does not have.
 *
 * Leaves a segment alone where that would move the end of a span.
 */
export function preserveFormatting<T extends Pick<TranslatedSegment, 'text' | 'spans'>>(
  source: MarkedText | undefined,
  translated: T,
): T {
  if (source === undefined) return translated;
  const text = withFirstCase(source.text, translated.text);
  const added = LAST_STOP.test(source.text) ? undefined : LAST_STOP.exec(text)?.[0];
  if (added === undefined) return { ...translated, text };
  const end = text.length - added.length;
  const isInSpan = translated.spans.some((span) => span.end > end);
  return isInSpan ? { ...translated, text } : { ...translated, text: text.slice(0, end) };
}

function withFirstCase(source: string, text: string): string {
  const [first = ''] = text;
  const [original = ''] = source;
  const cased = isLower(original)
    ? first.toLowerCase()
    : isUpper(original)
      ? first.toUpperCase()
      : first;
  return cased.length === first.length ? cased + text.slice(first.length) : text;
}

const isLower = (letter: string): boolean => letter !== letter.toUpperCase();
const isUpper = (letter: string): boolean => letter !== letter.toLowerCase();
