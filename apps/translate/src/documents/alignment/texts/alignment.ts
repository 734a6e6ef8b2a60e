import { escapeUTF8 } from 'entities';
import type { DocumentUnit } from '../../formats/document-format.js';
import { NO_XML } from '../../formats/xml/xml-tree.js';
import { alignedUnit } from './aligned-texts.js';

/** Where a translation comes from. */
export type TranslationOrigin = 'engine' | 'remembered' | 'reviewer';

/** Everything that an alignment says. */
export interface AlignedDocument {
  /** Name of its file. */
  readonly name: string;
  /** BCP 47; the target's where it has no words. */
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  /** One for each unit. */
  readonly translations: readonly string[];
  /** Of units whose translation is not an engine's. */
  readonly origins: ReadonlyMap<number, TranslationOrigin>;
}

/** @see XLIFF 1.2, section 2.5, `state` and `state-qualifier` */
const STATES: Readonly<Record<TranslationOrigin, string>> = {
  engine: 'state="needs-review-translation" state-qualifier="leveraged-mt"',
  remembered: 'state="needs-review-translation" state-qualifier="leveraged-inherited"',
  reviewer: 'state="signed-off"',
};

/**
 * The texts of a document beside their translations, as XLIFF 1.2: what tools for translators read, all of them. What is
 * around words is `g`, what stands between them `x`, as in the units.
 *
 * @see XLIFF 1.2, OASIS, 2008
 */
export function alignmentOf(
  units: readonly DocumentUnit[],
  { name, sourceLanguage, targetLanguage, translations, origins }: AlignedDocument,
): string {
  const original = escapeUTF8(name.replaceAll(NO_XML, ''));
  const extension = original.split('.').at(-1) ?? '';
  const texts = units.flatMap((unit, at) => {
    const state = STATES[origins.get(at) ?? 'engine'];
    return alignedUnit(unit, translations[at] ?? unit.text, at + 1).texts.map(
      ({ id, source, target }) =>
        `<trans-unit id="${id}" xml:space="preserve">\n<source>${source}</source>\n` +
        `<target ${state}>${target}</target>\n</trans-unit>\n`,
    );
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n' +
    `<file original="${original}" datatype="x-${extension}" ` +
    `source-language="${sourceLanguage}" target-language="${targetLanguage}">\n` +
    `<header/>\n<body>\n${texts.join('')}</body>\n</file>\n</xliff>\n`
  );
}
