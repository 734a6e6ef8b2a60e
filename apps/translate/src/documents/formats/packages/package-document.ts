import type { OpenedDocument, OpenOptions } from '../document-format.js';
import { decodeText } from '../text-files.js';
import { XmlPart, type ParagraphFinder } from '../xml/xml-part.js';
import type { Entities } from '../xml/xml-tree.js';
import { readZip, writeZip, type PackageRules } from './zip.js';

export type PackageFiles = ReadonlyMap<string, Uint8Array>;

export interface PackageKind extends PackageRules {
  /** Of the document types of its files. */
  readonly entities?: Entities;
  /** How the words of a file are found; undefined for a file without any. */
  readonly finderOf: (path: string, files: PackageFiles) => ParagraphFinder | undefined;
}

/** A zip of XML files: those with words are translated, all others stay. */
export function openPackage(
  bytes: Uint8Array,
  { finderOf, entities, ...rules }: PackageKind,
  { isOnlyRead = false }: OpenOptions = {},
): OpenedDocument {
  const { files, stored } = readZip(bytes, rules, { isOnlyRead });
  const opened = [...files].flatMap(([path, file]) => {
    const finder = finderOf(path, files);
    if (finder === undefined) return [];
    const { text, encode } = decodeText(file);
    return [{ path, encode, part: new XmlPart(text, finder, entities) }];
  });
  return {
    units: opened.flatMap(({ part }) =>
      part.units.map(({ text }) => ({ kind: 'xml' as const, text })),
    ),
    write(translations) {
      if (isOnlyRead) throw new Error('only what was read is there');
      const written = new Map(files);
      let from = 0;
      for (const { path, part, encode } of opened) {
        const own = translations.slice(from, from + part.units.length);
        from += part.units.length;
        written.set(path, encode(part.write(own)));
      }
      return writeZip({ files: written, stored });
    },
  };
}
