import type { DocumentUnit } from '../../formats/document-format.js';
import { alignedUnit, wordsIn } from './aligned-texts.js';

/** Which texts of a document are shown. */
export interface ShownTexts {
  /** One for each unit. */
  readonly translations: readonly string[];
  /** Units before are passed over. */
  readonly fromUnit: number;
  readonly most: number;
}

/** A text of a document beside its translation. */
export interface ShownText {
  readonly id: string;
  /** The place of its unit. */
  readonly unit: number;
  /** Words with `g` and `x`, as in an alignment. */
  readonly source: string;
  readonly target: string;
  /** Words of the source alone. */
  readonly words: string;
}

export interface TextPage {
  readonly texts: readonly ShownText[];
  /** Where the next page begins; undefined for the last one. */
  readonly nextUnit: number | undefined;
}

/** Units are not parted: a page may have more texts than were asked for where its last unit has several. */
export function textPage(
  units: readonly DocumentUnit[],
  { translations, fromUnit, most }: ShownTexts,
): TextPage {
  const texts: ShownText[] = [];
  let at = fromUnit;
  for (; at < units.length && texts.length < most; at += 1) {
    const unit = units[at];
    if (unit === undefined) break;
    for (const { id, source, target } of alignedUnit(unit, translations[at] ?? unit.text, at + 1)
      .texts) {
      texts.push({ id, unit: at, source, target, words: wordsIn(source) });
    }
  }
  return { texts, nextUnit: at < units.length ? at : undefined };
}
