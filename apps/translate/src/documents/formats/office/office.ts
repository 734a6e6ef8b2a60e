import type { DocumentFormat } from '../document-format.js';
import { mixedUnit } from '../xml/mixed-units.js';
import { openPackage, type PackageFiles, type PackageTexts } from '../packages/package-document.js';
import { runParagraphs, type ParagraphGrammar } from '../xml/run-paragraphs.js';
import type { ParagraphFinder } from '../xml/xml-part.js';
import { SheetTexts } from './sheet-texts.js';

/** @see ECMA-376 part 1, section 17.3: paragraphs and runs of text documents */
const WORD: ParagraphGrammar = {
  paragraph: 'w:p',
  paragraphProperties: 'w:pPr',
  run: 'w:r',
  properties: 'w:rPr',
  words: 'w:t',
  wrappers: new Set([
    ...['w:customXml', 'w:fldSimple', 'w:hyperlink', 'w:ins', 'w:moveTo', 'w:sdt', 'w:smartTag'],
  ]),
  wrapped: 'w:sdtContent',
  // Where a word may be parted depends on the word.
  dropped: new Set(['w:proofErr', 'w:softHyphen']),
  hyphen: 'w:noBreakHyphen',
  writeWords: (escaped) => `<w:t xml:space="preserve">${escaped}</w:t>`,
};

/** @see ECMA-376 part 1, section 21.1.2: text of drawings, slides, charts and diagrams */
const DRAWING: ParagraphGrammar = {
  paragraph: 'a:p',
  paragraphProperties: 'a:pPr',
  run: 'a:r',
  properties: 'a:rPr',
  words: 'a:t',
  wrappers: new Set(),
  dropped: new Set(),
  writeWords: (escaped) => `<a:t>${escaped}</a:t>`,
};

interface OfficeKind extends Pick<DocumentFormat, 'name' | 'extensions' | 'mediaType'> {
  /** The part without which a package is something else. */
  readonly main: string;
  readonly texts: (files: PackageFiles) => PackageTexts;
}

/** Where words are, by the names of parts. */
const inParts = (
  ...parts: readonly (readonly [names: RegExp, find: ParagraphFinder])[]
): PackageTexts => ({
  finderOf: (path) => parts.find(([names]) => names.test(path))?.[1],
});

/** Labels of a chart, as the program that made it has kept them beside the numbers. */
const CACHES: ReadonlySet<string> = new Set(['c:strCache', 'c:strLit']);

const findInDrawing: ParagraphFinder = (element, source, parent) => {
  if (element.name !== 'c:pt' || !CACHES.has(parent?.name ?? '')) {
    return findDrawingText(element, source, parent);
  }
  const value = element.children.find((child) => child.kind === 'element' && child.name === 'c:v');
  if (value?.kind !== 'element') return undefined;
  const unit = mixedUnit(value.children, new Set());
  return { unit, start: value.innerStart, end: value.innerEnd };
};

const findDrawingText = runParagraphs([DRAWING]);
const findInText = runParagraphs([WORD, DRAWING]);

const DRAWINGS = /\/(?:charts\/chart|diagrams\/data|diagrams\/drawing|drawings\/drawing)\d*\.xml$/;

const KINDS: readonly OfficeKind[] = [
  {
    name: 'Word',
    extensions: ['docx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    main: 'word/document.xml',
    texts: () =>
      inParts(
        [/^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/, findInText],
        [DRAWINGS, findInDrawing],
      ),
  },
  {
    name: 'PowerPoint',
    extensions: ['pptx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    main: 'ppt/presentation.xml',
    texts: () =>
      inParts(
        [/^ppt\/(?:slides\/slide|notesSlides\/notesSlide)\d+\.xml$/, findDrawingText],
        [DRAWINGS, findInDrawing],
      ),
  },
  {
    name: 'Excel',
    extensions: ['xlsx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    main: 'xl/workbook.xml',
    texts: (files) => {
      const sheets = new SheetTexts(files);
      const parts = inParts(
        [/^xl\/(?:sharedStrings|comments\d*|comments\/[^/]+|worksheets\/[^/]+)\.xml$/, sheets.find],
        [DRAWINGS, findInDrawing],
      );
      return { ...parts, keptTexts: () => sheets.kept };
    },
  },
];

/** Packages of Office Open XML (ECMA-376): text documents, presentations and sheets. */
export const OFFICE_FORMATS: readonly DocumentFormat[] = KINDS.map(
  ({ name, extensions, mediaType, main, texts }) => ({
    ...{ name, extensions, mediaType },
    isUnpacked: true,
    open: (bytes, options) => openPackage(bytes, { name, mustHave: main, texts }, options),
  }),
);
