import { formatOf } from '../../src/documents/formats/formats.js';
import type {
  DocumentUnit,
  OpenedDocument,
  OpenOptions,
  WriteOptions,
} from '../../src/documents/formats/document-format.js';

/** Units of a file. */
export const unitsOf = (
  filename: string,
  source: string | Uint8Array,
  options?: OpenOptions,
): readonly DocumentUnit[] => opened(filename, source, options).units;

/** A file with other texts. */
export function translated(
  filename: string,
  source: string | Uint8Array,
  translate: (text: string) => string,
  options: WriteOptions & OpenOptions = {},
): Buffer {
  const document = opened(filename, source, options);
  const written = document.write(
    document.units.map(({ text }) => translate(text)),
    options,
  );
  if (written instanceof Promise) throw new Error(`${filename} is written later`);
  return Buffer.from(written);
}

/** A file that is read at once. */
export function opened(
  filename: string,
  source: string | Uint8Array,
  options?: OpenOptions,
): OpenedDocument {
  const document = formatOf(filename).open(Buffer.from(source), options);
  if (document instanceof Promise) throw new Error(`${filename} is opened later`);
  return document;
}

/** A translation that everybody can read: everything but markup in capitals. */
export const capitals = (text: string): string =>
  text.replaceAll(
    /(<[^<>]*>|&\w+;)|[^<&]+/g,
    (part, markup?: string) => markup ?? part.toUpperCase(),
  );

export const inCapitals = (filename: string, source: string): string =>
  translated(filename, source, capitals).toString();
