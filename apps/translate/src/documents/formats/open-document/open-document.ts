import type { DocumentFormat } from './document-format.js';
import { mixedUnit } from './xml/mixed-units.js';
import { openPackage, type PackageKind } from './packages/package-document.js';
import type { ParagraphFinder } from './xml/xml-part.js';

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

const KIND: PackageKind = {
  name: 'OpenDocument',
  mustHave: 'content.xml',
  texts: () => ({
    finderOf: (path) => (/^(?:content|styles)\.xml$/.test(path) ? find : undefined),
  }),
};

/** @see OASIS OpenDocument 1.3 part 3, section 5: paragraphs */
export const OPEN_DOCUMENT: DocumentFormat = {
  name: 'OpenDocument',
  extensions: ['odt'],
  mediaType: 'application/vnd.oasis.opendocument.text',
  isUnpacked: true,
  open: (bytes, options) => openPackage(bytes, KIND, options),
};
