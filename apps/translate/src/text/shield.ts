import { insertSpans, isFreeIn } from './insert-spans.js';
import type { MarkedText } from './marked-text.js';
import { untranslatableIn, type TextRange } from './untranslatable.js';

/**
 * The segment with everything that must not be translated as protected spans.
 *
 * @param ranges what must not be, from left to right
 */
export function shielded(
  segment: MarkedText,
  ranges: readonly TextRange[] = untranslatableIn(segment.text),
): MarkedText {
  const isFree = isFreeIn(segment);
  const free = ranges.filter(({ start, end }) => isFree(start, end));
  return insertSpans(segment, free, (placed) => ({ ...placed, kind: 'protected' }));
}
