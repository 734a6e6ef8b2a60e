import { FILE_ERRORS } from './file-errors.js';
import type { DocumentUnit } from './document-format.js';

/** A unit is read in one go where everybody's requests are: its length in UTF-16 code units, markup included. */
const LONGEST = { plain: 1_000_000, xml: 200_000 } as const;
/** Of all units together, which are held there as well. */
const MOST_OF_ALL = 64_000_000;
const MOST_UNITS = 500_000;

/**
 * Refuses units that would hold up others; blocks of HTML are measured where they are cut.
 *
 * @throws {Problem} `document_invalid`
 */
export function checkUnits(units: readonly DocumentUnit[]): void {
  let total = 0;
  for (const { kind, text } of units) {
    if (kind !== 'html' && text.length > LONGEST[kind]) throw tooLongText();
    total += text.length;
  }
  if (total > MOST_OF_ALL || units.length > MOST_UNITS) {
    throw FILE_ERRORS.invalid({ message: 'Invalid file data: it has too much text.' });
  }
}

export const tooLongText = (): Error =>
  FILE_ERRORS.invalid({
    message: 'Invalid file data: one of its paragraphs is too long, or has too many marks.',
  });
