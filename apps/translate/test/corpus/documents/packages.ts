import { escapeText } from 'entities';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { linesOf, rowsOf, withBold, type Content } from './content.js';
import { html } from './text-files.js';

const zipped = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(
    Object.fromEntries<Zippable[string]>(
      Object.entries(files).map(([path, text]) => [path, [strToU8(text), { level: 0 }]]),
    ),
  );

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const SLIDE = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0';

/** Runs of Office Open XML, one of them bold. */
const runs = (prefix: string, sentence: string, boldly: string): string => {
  const run = (about: string) => (text: string) =>
    `<${prefix}r>${about}<${prefix}t xml:space="preserve">${escapeText(text)}</${prefix}t></${prefix}r>`;
  return withBold(sentence, { plain: run(''), bold: run(boldly) });
};

export function docx(content: Content): Uint8Array {
  const paragraph = (text: string, style?: string) => {
    const about = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
    return `<w:p>${about}${runs('w:', text, '<w:rPr><w:b/></w:rPr>')}</w:p>`;
  };
  const rows = rowsOf(content).map(
    (row) =>
      `<w:tr>${row.map((cell) => `<w:tc><w:tcPr/>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`,
  );
  const body = [
    paragraph(content.title, 'Heading1'),
    ...content.paragraphs.map((text) => paragraph(text)),
    paragraph(content.quote, 'Quote'),
    ...content.items.map((text) => paragraph(text, 'ListBullet')),
    `<w:tbl>${rows.join('')}</w:tbl>`,
  ];
  return zipped({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body.join('')}</w:body></w:document>`,
  });
}

export function pptx(content: Content): Uint8Array {
  const slide = (lines: readonly string[]) => {
    const paragraphs = lines.map((text) => `<a:p>${runs('a:', text, '<a:rPr b="1"/>')}</a:p>`);
    return `<p:sld xmlns:p="${SLIDE}" xmlns:a="${DRAWING}"><p:sp><p:txBody>${paragraphs.join('')}</p:txBody></p:sp></p:sld>`;
  };
  return zipped({
    'ppt/presentation.xml': `<p:presentation xmlns:p="${SLIDE}"/>`,
    'ppt/slides/slide1.xml': slide([content.title, ...content.paragraphs, content.quote]),
    'ppt/slides/slide2.xml': slide([...content.items, ...content.cells]),
  });
}

export function xlsx(content: Content): Uint8Array {
  const lines = linesOf(content);
  const strings = lines.map((line) => `<si><t>${escapeText(line)}</t></si>`);
  const rows = lines.map(
    (_line, at) =>
      `<row r="${String(at + 1)}"><c r="A${String(at + 1)}" t="s"><v>${String(at)}</v></c></row>`,
  );
  return zipped({
    'xl/workbook.xml': `<workbook xmlns="${SHEET}"/>`,
    'xl/sharedStrings.xml': `<sst xmlns="${SHEET}">${strings.join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEET}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  });
}

export function odt(content: Content): Uint8Array {
  const words = (sentence: string) =>
    withBold(sentence, {
      plain: escapeText,
      bold: (text) => `<text:span text:style-name="Bold">${escapeText(text)}</text:span>`,
    });
  const paragraph = (text: string) => `<text:p>${words(text)}</text:p>`;
  const items = content.items.map((item) => `<text:list-item>${paragraph(item)}</text:list-item>`);
  const rows = rowsOf(content).map(
    (row) =>
      `<table:table-row>${row.map((cell) => `<table:table-cell>${paragraph(cell)}</table:table-cell>`).join('')}</table:table-row>`,
  );
  const body = [
    `<text:h>${words(content.title)}</text:h>`,
    ...content.paragraphs.map(paragraph),
    paragraph(content.quote),
    `<text:list>${items.join('')}</text:list><table:table>${rows.join('')}</table:table>`,
  ];
  return zipped({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content xmlns:office="${OFFICE}" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text>${body.join('')}</office:text></office:body></office:document-content>`,
  });
}

/** Its page is the one of HTML, as XHTML. */
export function epub(content: Content): Uint8Array {
  const { language, title } = content;
  const page = html(content)
    .replace('<!DOCTYPE html>\n', '')
    .replace('<html ', '<html xmlns="http://www.w3.org/1999/xhtml" ')
    .replace(/<(meta|img)([^>]*)>/g, '<$1$2/>');
  return zipped({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container/>',
    'content.opf': `<package xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeText(title)}</dc:title><dc:language>${language}</dc:language></package>`,
    'page.xhtml': page,
  });
}

/** A line for each text, far enough from each other to be paragraphs. */
export async function pdf(content: Content): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([595, 842]);
  const font = await document.embedFont(StandardFonts.Helvetica);
  linesOf(content).forEach((text, at) => {
    page.drawText(text, { x: 50, y: 800 - 36 * at, size: 10, font });
  });
  return await document.save({ useObjectStreams: false });
}
