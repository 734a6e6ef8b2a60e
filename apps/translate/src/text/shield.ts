import { insertSpans, isFreeIn } from './insert-spans.js';
import type { MarkedText } from './marked-text.js';
import { untranslatableIn } from './untranslatable.js';

/** The segment with everything that must not be translated as protected spans. */
export function shielded(segment: MarkedText): MarkedText {
  const isFree = isFreeIn(segment);
  const ranges = untranslatableIn(segment.text).filter(({ start, end }) => isFree(start, end));
  return insertSpans(segment, ranges, (placed) => ({ ...placed, kind: 'protected' }));
}
