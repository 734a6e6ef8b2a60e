import { formatOf } from '../../src/domain/documents/formats/formats.js';
import type { DocumentUnit } from '../../src/domain/documents/formats/document-format.js';

/** Units of a file. */
export const unitsOf = (filename: string, source: string | Uint8Array): readonly DocumentUnit[] =>
  formatOf(filename).open(Buffer.from(source)).units;

/** A file with other texts. */
export function translated(
  filename: string,
  source: string | Uint8Array,
  translate: (text: string) => string,
): Buffer {
  const document = formatOf(filename).open(Buffer.from(source));
  return Buffer.from(document.write(document.units.map(({ text }) => translate(text))));
}

/** A translation that everybody can read: everything but markup in capitals. */
export const capitals = (text: string): string =>
  text.replaceAll(
    /(<[^<>]*>|&\w+;)|[^<&]+/g,
    (part, markup?: string) => markup ?? part.toUpperCase(),
  );

export const inCapitals = (filename: string, source: string): string =>
  translated(filename, source, capitals).toString();
