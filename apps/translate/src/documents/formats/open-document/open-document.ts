import type { DocumentFormat } from '../document-format.js';
import { mixedUnit } from '../xml/mixed-units.js';
import { openPackage, type PackageFiles, type PackageTexts } from '../packages/package-document.js';
import type { ParagraphFinder } from '../xml/xml-part.js';
import { CalcTexts } from './calc-texts.js';

const PARAGRAPHS: ReadonlySet<string> = new Set(['text:p', 'text:h']);
const AROUND: ReadonlySet<string> = new Set(['text:a', 'text:span', 'text:meta', 'text:ruby-base']);

const find: ParagraphFinder = (element) =>
  PARAGRAPHS.has(element.name)
    ? {
        unit: mixedUnit(element.children, AROUND),
        start: element.innerStart,
        end: element.innerEnd,
      }
    : undefined;

interface OpenDocumentKind {
  readonly name: string;
  readonly extension: string;
  readonly type: string;
  readonly texts: (files: PackageFiles) => PackageTexts;
}

const inParts = (names: RegExp): PackageTexts => ({
  finderOf: (path) => (names.test(path) ? find : undefined),
});

const KINDS: readonly OpenDocumentKind[] = [
  {
    ...{ name: 'OpenDocument', extension: 'odt', type: 'text' },
    // Headers and footers are in the styles.
    texts: () => inParts(/^(?:content|styles)\.xml$/),
  },
  {
    ...{ name: 'OpenDocument presentation', extension: 'odp', type: 'presentation' },
    // Slides and notes; what masters show stays, as in pptx.
    texts: () => inParts(/^content\.xml$/),
  },
  {
    ...{ name: 'OpenDocument spreadsheet', extension: 'ods', type: 'spreadsheet' },
    texts: (files) => {
      const sheets = new CalcTexts(files, find);
      return {
        finderOf: (path) => (path === 'content.xml' ? sheets.find : undefined),
        keptTexts: () => sheets.kept,
      };
    },
  },
];

/** @see OASIS OpenDocument 1.3 part 3, section 5: paragraphs; section 9: tables */
export const OPEN_DOCUMENT_FORMATS: readonly DocumentFormat[] = KINDS.map(
  ({ name, extension, type, texts }) => ({
    name,
    extensions: [extension],
    mediaType: `application/vnd.oasis.opendocument.${type}`,
    isUnpacked: true,
    open: (bytes, options) => openPackage(bytes, { name, mustHave: 'content.xml', texts }, options),
  }),
);
