import { escapeUTF8 } from 'entities';
import { NO_XML } from '../xml/xml-tree.js';
import { writeZip } from './zip.js';

/** Words that look the same. */
export interface DocxRun {
  readonly text: string;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  /** `#rrggbb` */
  readonly color?: string;
  /** In half points. */
  readonly size?: number;
  readonly shift?: 'superscript' | 'subscript' | undefined;
}

export interface DocxParagraph {
  /** 1 to 3; absent where it is none. */
  readonly heading?: number | undefined;
  readonly isCentered?: boolean;
  readonly runs: readonly DocxRun[];
}

export interface DocxCell {
  /** How many columns it has. */
  readonly span: number;
  readonly paragraphs: readonly DocxParagraph[];
}

export interface DocxTable {
  /** Of its columns, in points. */
  readonly widths: readonly number[];
  readonly rows: readonly (readonly DocxCell[])[];
}

export interface DocxPage {
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly blocks: readonly (DocxParagraph | DocxTable)[];
}

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const CONTENT_TYPES = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="${TYPES}.document.main+xml"/>
<Override PartName="/word/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`;

const relation = (kind: string, target: string): string =>
  `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`;

/** Headings look as their words say; these tell programs what they are. */
const heading = (level: number): string =>
  `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:basedOn w:val="Normal"/>
<w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="240"/><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`;

const STYLES = `${HEAD}<w:styles xmlns:w="${MAIN}"><w:docDefaults><w:rPrDefault><w:rPr>
<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/>
<w:pPr><w:spacing w:after="120"/></w:pPr></w:style>${[1, 2, 3].map(heading).join('')}</w:styles>`;

/**
 * Writes a text document, with a page for each one.
 *
 * @see ECMA-376 part 1, section 17
 */
export function docxOf(pages: readonly DocxPage[]): Uint8Array {
  const body = pages.flatMap(({ blocks }, at) => {
    const [first, ...others] = blocks.length === 0 ? [EMPTY] : blocks;
    if (first === undefined) return [];
    const isParagraph = 'runs' in first;
    const head = isParagraph || at > 0 ? [paragraphXml(isParagraph ? first : EMPTY, at > 0)] : [];
    return [...head, ...(isParagraph ? others : [first, ...others]).map(blockXml)];
  });
  const document = `${HEAD}<w:document xmlns:w="${MAIN}"><w:body>${body.join('\n')}${sectionXml(pages[0])}</w:body></w:document>`;
  const files = {
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': relation('officeDocument', 'word/document.xml'),
    'word/document.xml': document,
    'word/styles.xml': STYLES,
    'word/_rels/document.xml.rels': relation('styles', 'styles.xml'),
  };
  return writeZip({
    files: new Map(Object.entries(files).map(([path, file]) => [path, Buffer.from(file)])),
    stored: new Set(),
  });
}

const EMPTY: DocxParagraph = { runs: [] };

/** Two tables without a paragraph between them are one, and none may be the last of a text. */
const blockXml = (block: DocxParagraph | DocxTable): string =>
  'runs' in block ? paragraphXml(block, false) : tableXml(block) + paragraphXml(EMPTY, false);

const SIDES = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'];

function tableXml({ widths, rows }: DocxTable): string {
  const borders = SIDES.map((side) => `<w:${side} w:val="single" w:sz="4"/>`).join('');
  const columns = widths.map((width) => `<w:gridCol w:w="${twipsOf(width)}"/>`).join('');
  const head = `<w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr>`;
  const body = rows.map((cells) => `<w:tr>${cells.map(cellXml).join('')}</w:tr>`).join('');
  return `<w:tbl>${head}<w:tblGrid>${columns}</w:tblGrid>${body}</w:tbl>`;
}

function cellXml({ span, paragraphs }: DocxCell): string {
  const own = paragraphs.length === 0 ? [EMPTY] : paragraphs;
  const properties = span === 1 ? '' : `<w:gridSpan w:val="${span}"/>`;
  return `<w:tc><w:tcPr>${properties}</w:tcPr>${own.map((each) => paragraphXml(each, false)).join('')}</w:tc>`;
}

const twipsOf = (points: number): number => Math.round(20 * points);

/** The order of elements is that of the schema. */
function paragraphXml(
  { heading: level, isCentered, runs }: DocxParagraph,
  isNewPage: boolean,
): string {
  const properties = [
    level === undefined ? '' : `<w:pStyle w:val="Heading${level}"/>`,
    isNewPage ? '<w:pageBreakBefore/>' : '',
    isCentered === true ? '<w:jc w:val="center"/>' : '',
  ].join('');
  const head = properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`;
  return `<w:p>${head}${runs.map(runXml).join('')}</w:p>`;
}

function runXml({ text, isBold, isItalic, color, size, shift }: DocxRun): string {
  const properties = [
    isBold === true ? '<w:b/>' : '',
    isItalic === true ? '<w:i/>' : '',
    color === undefined || color === '#000000' ? '' : `<w:color w:val="${color.slice(1)}"/>`,
    size === undefined ? '' : `<w:sz w:val="${size}"/>`,
    shift === undefined ? '' : `<w:vertAlign w:val="${shift}"/>`,
  ].join('');
  const words = escapeUTF8(text.replaceAll(NO_XML, ''));
  return `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`;
}

/** @see ECMA-376 part 1, section 17.6.13: the largest page that programs take is 22 inches */
function sectionXml(page: DocxPage | undefined): string {
  const twips = (points = 0): number => Math.min(31_680, Math.max(1440, Math.round(20 * points)));
  const [width, height] = [twips(page?.width ?? 595), twips(page?.height ?? 842)];
  const margin = Math.min(1134, Math.round(Math.min(width, height) / 6));
  const margins = ['top', 'right', 'bottom', 'left', 'header', 'footer', 'gutter']
    .map((side) => `w:${side}="${side === 'gutter' ? 0 : margin}"`)
    .join(' ');
  return `<w:sectPr><w:pgSz w:w="${width}" w:h="${height}"/><w:pgMar ${margins}/></w:sectPr>`;
}
