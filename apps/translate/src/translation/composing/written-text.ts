import { textOf, type Composition } from '../../text/composition.js';
import { provenanceOf, type Origin } from '../provenance.js';
import { preserveFormatting } from '../segments/preserve-formatting.js';
import type { FinishedSegment } from '../segments/segment-work.js';
import type { TranslationOptions } from '../translation-options.js';

/** A text that was put together again. */
export interface WrittenText {
  readonly text: string;
  /** Joined, the parts are the text. Only where it is asked for and all segments are there. */
  readonly provenance?: readonly Origin[] | undefined;
}

/**
 * Puts a text together again.
 *
 * @param finished its first segments, or all; the text ends before the first that is missing
 */
export function writtenText(
  composition: Composition,
  finished: readonly FinishedSegment[],
  { preserveFormatting: isPreserved = false, wantsProvenance = false }: TranslationOptions,
): WrittenText {
  const { segments } = composition;
  const formatted = isPreserved
    ? finished.map((segment, at) => preserveFormatting(segments[at], segment))
    : finished;
  const chunks = composition.compose(formatted);
  if (finished.length === segments.length) {
    const provenance = wantsProvenance ? provenanceOf(chunks, formatted) : undefined;
    return { text: textOf(chunks), provenance };
  }
  const open = chunks.findIndex(({ segment = -1 }) => segment >= finished.length);
  return { text: textOf(open === -1 ? chunks : chunks.slice(0, open)) };
}
