import { decodeXML } from 'entities';
import type { DocumentFormat } from './document-format.js';
import { mixedUnit } from './xml/mixed-units.js';
import { openPackage, type PackageFiles } from './packages/package-document.js';
import { runParagraphs, type ParagraphGrammar } from './xml/run-paragraphs.js';
import { decodeText } from './text-files.js';
import type { ParagraphFinder } from './xml/xml-part.js';
import { elementsIn, parseXml } from './xml/xml-tree.js';

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
  dropped: new Set(['w:proofErr']),
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

/** @see ECMA-376 part 1, section 18.4: strings of sheets, with and without formatting */
const sheetText = (paragraph: string): ParagraphGrammar => ({
  paragraph,
  paragraphProperties: 'phoneticPr',
  run: 'r',
  properties: 'rPr',
  words: 't',
  wrappers: new Set(),
  dropped: new Set(),
  writeWords: (escaped) => `<t xml:space="preserve">${escaped}</t>`,
});

const findInSheet = runParagraphs([sheetText('si'), sheetText('is'), sheetText('text')]);

const NAMING = /^xl\/(?:tables\/table|pivotCache\/pivotCacheDefinition)\d*\.xml$/;
const NAMED: ReadonlySet<string> = new Set(['tableColumn', 'cacheField']);

/** Columns of tables are called as their heads say, and formulas call them so: such words stay. */
function findBesideNames(files: PackageFiles): ParagraphFinder {
  const names = new Set(
    [...files]
      .filter(([path]) => NAMING.test(path))
      .flatMap(([, file]) => [...elementsIn(parseXml(decodeText(file).text))])
      .filter(({ name }) => NAMED.has(name))
      .map(({ attributes }) => attributes['name'] ?? ''),
  );
  if (names.size === 0) return findInSheet;
  return (element, source, parent) => {
    const found = findInSheet(element, source, parent);
    const isName = found !== undefined && found !== 'silent' && names.has(wordsOf(found.unit.text));
    return isName ? undefined : found;
  };
}

const wordsOf = (text: string): string => decodeXML(text.replaceAll(/<[^<>]*>/g, ''));

interface OfficeKind extends Pick<DocumentFormat, 'name' | 'extensions' | 'mediaType'> {
  /** The part without which a package is something else. */
  readonly main: string;
  readonly parts: readonly {
    readonly names: RegExp;
    readonly find: (files: PackageFiles) => ParagraphFinder;
  }[];
}

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
    parts: [
      {
        names: /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/,
        find: () => findInText,
      },
      { names: DRAWINGS, find: () => findInDrawing },
    ],
  },
  {
    name: 'PowerPoint',
    extensions: ['pptx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    main: 'ppt/presentation.xml',
    parts: [
      {
        names: /^ppt\/(?:slides\/slide|notesSlides\/notesSlide)\d+\.xml$/,
        find: () => findDrawingText,
      },
      { names: DRAWINGS, find: () => findInDrawing },
    ],
  },
  {
    name: 'Excel',
    extensions: ['xlsx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    main: 'xl/workbook.xml',
    parts: [
      {
        names: /^xl\/(?:sharedStrings|comments\d*|comments\/[^/]+|worksheets\/[^/]+)\.xml$/,
        find: findBesideNames,
      },
      { names: DRAWINGS, find: () => findInDrawing },
    ],
  },
];

/** Packages of Office Open XML (ECMA-376): text documents, presentations and sheets. */
export const OFFICE_FORMATS: readonly DocumentFormat[] = KINDS.map(
  ({ name, extensions, mediaType, main, parts }) => ({
    ...{ name, extensions, mediaType },
    isUnpacked: true,
    open: (bytes, options) =>
      openPackage(
        bytes,
        {
          name,
          mustHave: main,
          finderOf: (path, files) => parts.find(({ names }) => names.test(path))?.find(files),
        },
        options,
      ),
  }),
);
