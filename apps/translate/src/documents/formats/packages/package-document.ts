import type { OpenedDocument, OpenOptions } from '../document-format.js';
import { decodeText } from '../text-files.js';
import { XmlPart, type ParagraphFinder } from '../xml/xml-part.js';
import type { Entities, Replacement } from '../xml/xml-tree.js';
import { readZip, writeZip, type PackageRules } from './zip.js';

export type PackageFiles = ReadonlyMap<string, Uint8Array>;

/** Where the words of a package are. */
export interface PackageTexts {
  /** How the words of a file are found; undefined for a file without any. */
  finderOf(path: string): ParagraphFinder | undefined;
  /** Texts that were left since something depends on them, once all are found. */
  keptTexts?(): number;
  /** What says which language a file is in. */
  languageMarks?(
    path: string,
    part: XmlPart,
    source: string,
    language: string,
  ): readonly Replacement[];
}

export interface PackageKind extends PackageRules {
  /** Of the document types of its files. */
  readonly entities?: Entities;
  readonly texts: (files: PackageFiles) => PackageTexts;
}

/** A zip of XML files: those with words are translated, all others stay. */
export function openPackage(
  bytes: Uint8Array,
  { texts: textsOf, entities, ...rules }: PackageKind,
  { isOnlyRead = false }: OpenOptions = {},
): OpenedDocument {
  const { files, stored } = readZip(bytes, rules, { isOnlyRead });
  const texts = textsOf(files);
  const opened = [...files].flatMap(([path, file]) => {
    const finder = texts.finderOf(path);
    if (finder === undefined) return [];
    const { text, encode } = decodeText(file);
    return [{ path, text, encode, part: new XmlPart(text, finder, entities) }];
  });
  return {
    keptTexts: texts.keptTexts?.() ?? 0,
    units: opened.flatMap(({ part }) =>
      part.units.map(({ text }) => ({ kind: 'xml' as const, text })),
    ),
    write(translations, { language } = {}) {
      if (isOnlyRead) throw new Error('only what was read is there');
      const written = new Map(files);
      let from = 0;
      for (const { path, text, part, encode } of opened) {
        const own = translations.slice(from, from + part.units.length);
        from += part.units.length;
        const marks =
          language === undefined ? [] : (texts.languageMarks?.(path, part, text, language) ?? []);
        written.set(path, encode(part.write(own, marks)));
      }
      return writeZip({ files: written, stored });
    },
  };
}
