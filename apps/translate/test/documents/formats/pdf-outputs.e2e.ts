import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { DocumentCalls } from '../document-calls.js';
import { drawing } from '../drawing.js';
import { converted, hasLibreOffice } from '../programs.js';
import { startLibreTranslateStub, type LibreTranslateStub } from '../../libretranslate-stub.js';
import { startUpperCase, type RunningTranslate } from '../../running-translate.js';

const hasTesseract = spawnSync('tesseract', ['--version'], { stdio: 'ignore' }).status === 0;

const folder = mkdtempSync(join(tmpdir(), 'sextant-pdf-'));
let engine: LibreTranslateStub;
let running: RunningTranslate;
let calls: DocumentCalls;
beforeAll(async () => {
  engine = await startLibreTranslateStub();
  running = await startUpperCase(engine, join(folder, 'blobs'));
  calls = new DocumentCalls(running.url);
});
afterAll(async () => {
  await running.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});

/** Two pages: a title, a paragraph of two lines with a bold word, a red one, a number; then a heading and a word. */
async function report(): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const oblique = await document.embedFont(StandardFonts.HelveticaOblique);
  const first = document.addPage([595, 842]);
  const size = 10;
  const title = 'The report';
  const middle = (595 - bold.widthOfTextAtSize(title, 20)) / 2;
  first.drawText(title, { x: middle, y: 780, size: 20, font: bold });
  let x = 60;
  for (const [text, font] of [
    ['The house is ', regular],
    ['very', bold],
    [
      ' big & it stands in the middle of a garden with many old trees and some birds in all of them,',
      regular,
    ],
  ] as const) {
    first.drawText(text, { x, y: 740, size, font });
    x += font.widthOfTextAtSize(text, size);
  }
  first.drawText('and nobody lives there now.', { x: 60, y: 728, size, font: regular });
  first.drawText('Red words', { x: 60, y: 690, size, font: oblique, color: rgb(1, 0, 0) });
  first.drawText('12345', { x: 60, y: 650, size, font: regular });
  const second = document.addPage([595, 842]);
  second.drawText('The end', { x: 60, y: 780, size: 14, font: bold });
  second.drawText('Nothing more.', { x: 60, y: 740, size, font: regular });
  return Uint8Array.from(await document.save());
}

const asDocx = { output_format: 'docx' };

const bodyOf = (bytes: Uint8Array): string =>
  strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array());

/** Style, alignment, and runs with their formatting, of each paragraph. */
const paragraphsOf = (xml: string): readonly string[] =>
  [...xml.matchAll(/<w:p>(.*?)<\/w:p>/gs)].map(([, inner = '']) =>
    inner
      .replaceAll(/<w:pStyle w:val="(\w+)"\/>/g, '[$1]')
      .replaceAll('<w:pageBreakBefore/>', '[page]')
      .replaceAll('<w:jc w:val="center"/>', '[center]')
      .replaceAll('<w:b/>', '[b]')
      .replaceAll('<w:i/>', '[i]')
      .replaceAll(/<w:color w:val="(\w+)"\/>/g, '[#$1]')
      .replaceAll(/<w:sz w:val="(\d+)"\/>/g, '[$1]')
      .replaceAll(/<[^<>]*>/g, ''),
  );

describe('a PDF that is wished as docx', () => {
  it('is one, with its paragraphs, headings, formatting and pages', async () => {
    const form = { name: 'report.pdf', contents: await report(), fields: asDocx };
    const handle = await calls.taken(form);
    expect(await calls.until(handle, 'done', 'error')).toMatchObject({ status: 'done' });

    const result = await calls.result(handle);
    const xml = bodyOf(new Uint8Array(await result.arrayBuffer()));

    expect(result.headers.get('content-disposition')).toBe('attachment; filename=report.docx');
    expect(result.headers.get('content-type')).toContain('wordprocessingml.document');
    expect(paragraphsOf(xml)).toEqual([
      '[Heading1][center][b][40]THE REPORT',
      '[20]THE HOUSE IS [b][20]VERY[20] BIG &amp; IT STANDS IN THE MIDDLE OF A GARDEN WITH MANY OLD TREES AND SOME BIRDS IN ALL OF THEM, AND NOBODY LIVES THERE NOW.',
      '[i][#ff0000][20]RED WORDS',
      '[20]12345',
      '[Heading2][page][b][28]THE END',
      '[20]NOTHING MORE.',
    ]);
    expect(xml).toContain('<w:pgSz w:w="11900" w:h="16840"/>');
  });

  it('keeps tables whose cells are parted by lines, and what stands around them', async () => {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    const page = document.addPage([595, 842]);
    const words = (text: string, x: number, y: number) =>
      page.drawText(text, { x, y, size: 10, font });
    const line = (x: number, y: number, toX: number, toY: number) =>
      page.drawLine({ start: { x, y }, end: { x: toX, y: toY }, thickness: 1 });
    words('Before the table.', 60, 760);
    for (const y of [740, 710, 680, 650]) line(60, y, 360, y);
    for (const x of [60, 360]) line(x, 650, x, 740);
    line(210, 680, 210, 740);
    words('Fruit', 70, 720);
    words('Price', 220, 720);
    words('Red apples', 70, 690);
    words('12', 220, 690);
    words('All of it is sold.', 70, 660);
    words('Behind the table.', 60, 600);
    const contents = Uint8Array.from(await document.save());

    const docx = await calls.translated({ name: 'table.pdf', contents, fields: asDocx });

    const xml = bodyOf(docx);
    const [table = ''] = /<w:tbl>.*<\/w:tbl>/s.exec(xml) ?? [];
    const rows = [...table.matchAll(/<w:tr>(.*?)<\/w:tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<w:tc>(.*?)<\/w:tc>/gs)].map(([, cell = '']) =>
        cell.replaceAll(/<[^<>]*>/g, ''),
      ),
    );
    expect(rows).toEqual([['FRUIT', 'PRICE'], ['RED APPLES', '12'], ['ALL OF IT IS SOLD.']]);
    expect(table).toContain('<w:gridSpan w:val="2"/>');
    const text = xml.replaceAll(/<[^<>]*>/g, ' ');
    expect(text.indexOf('BEFORE')).toBeLessThan(text.indexOf('FRUIT'));
    expect(text.indexOf('SOLD')).toBeLessThan(text.indexOf('BEHIND'));
  });

  (hasLibreOffice ? it : it.skip)(
    'opens in LibreOffice with its pages, needs soffice',
    async () => {
      const file = join(folder, 'opened.docx');
      const form = { name: 'report.pdf', contents: await report(), fields: asDocx };
      writeFileSync(file, await calls.translated(form));

      const text = readFileSync(await converted(file, 'fodt', folder), 'utf8');
      const pages = await PDFDocument.load(readFileSync(await converted(file, 'pdf', folder)));

      expect(text).toMatch(/<text:h [^>]*text:outline-level="1"[^>]*>(<[^<>]*>)*THE REPORT/);
      expect(text).toMatch(/<text:h [^>]*text:outline-level="2"[^>]*>(<[^<>]*>)*THE END/);
      expect(pages.getPageCount()).toBe(2);
    },
  );

  it.each([
    ['report.pdf', 'txt', 'A pdf file is answered as pdf or docx.'],
    ['report.pdf', 'pptx', 'A pdf file is answered as pdf or docx.'],
    ['report.docx', 'pdf', 'A docx file is answered as docx.'],
    ['report.html', 'docx', 'A html file is answered as html.'],
  ])(
    '%s is nothing else: as %s it is refused with what is possible',
    async (name, output_format, what) => {
      const contents = await report();

      const response = await calls.upload({ name, contents, fields: { output_format } });

      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        message: `Value for 'output_format' not supported. ${what}`,
      });
    },
  );

  it('and is none is refused in words', async () => {
    const response = await calls.upload({ name: 'a.pdf', contents: 'words', fields: asDocx });

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message: expect.stringMatching(/^Invalid file data: /),
    });
  });
});

const LETTER = ['The house is big and the dog', 'eats in the garden.', '', 'It costs 900 today.'];

/** Pages that are pictures. */
async function scanned(pages: readonly (readonly string[])[]): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  for (const lines of pages) {
    const picture = await document.embedJpg(await sharp(drawing(lines)).jpeg().toBuffer());
    const { width, height } = picture.scale(0.4);
    document.addPage([595, 842]).drawImage(picture, { x: 40, y: 842 - height - 40, width, height });
  }
  return Uint8Array.from(await document.save());
}

const NO_TEXT =
  'Invalid file data: it has no text; pages that are pictures, such as scanned ones, are not translated.';

(hasTesseract ? describe : describe.skip)('a scanned PDF, needs tesseract', () => {
  it('is answered as a text of its words', async () => {
    const contents = await scanned([LETTER, ['The end of it.']]);

    const handle = await calls.taken({ name: 'scan.pdf', contents });
    const { status } = await calls.until(handle, 'done', 'error');
    const result = await calls.result(handle);

    expect(status).toBe('done');
    expect(result.headers.get('content-disposition')).toBe('attachment; filename=scan.txt');
    expect(await result.text()).toBe(
      'THE HOUSE IS BIG AND THE DOG EATS IN THE GARDEN.\n\nIT COSTS 900 TODAY.\n\nTHE END OF IT.',
    );
  });

  it('is a text document with its pages where that is wished', async () => {
    const contents = await scanned([LETTER, [], ['The end of it.']]);

    const docx = await calls.translated({ name: 'scan.pdf', contents, fields: asDocx });

    expect(paragraphsOf(bodyOf(docx))).toEqual([
      'THE HOUSE IS BIG AND THE DOG EATS IN THE GARDEN.',
      'IT COSTS 900 TODAY.',
      '[page]',
      '[page]THE END OF IT.',
    ]);
  });

  it('is no PDF again, nor longer than its sender waits, nor without words', async () => {
    const messageOf = async (contents: Uint8Array<ArrayBuffer>, fields = {}) =>
      (
        (await (await calls.upload({ name: 'scan.pdf', contents, fields })).json()) as {
          message: string;
        }
      ).message;

    expect(await messageOf(await scanned([LETTER]), { output_format: 'pdf' })).toBe(
      "Value for 'output_format' not supported. A scanned pdf file is answered as txt or docx.",
    );
    expect(await messageOf(await scanned(Array.from({ length: 9 }, () => ['a'])))).toBe(
      'Invalid file data: its 9 pages are pictures; 8 can be read at once. Cut it into parts.',
    );
    expect(await messageOf(await scanned([[]]))).toBe(
      'Invalid file data: no words are seen in it; it may be damaged.',
    );
  });
});

describe('a scanned PDF without Tesseract', () => {
  it.each([{}, asDocx])('is refused with the reason, wished as %j', async (fields) => {
    const bare = await startUpperCase(engine, join(folder, 'bare'), {
      TESSERACT: 'no-such-program',
    });
    const contents = await scanned([LETTER]);

    const response = await new DocumentCalls(bare.url).upload({
      name: 'scan.pdf',
      contents,
      fields,
    });
    await bare.close();

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ message: NO_TEXT });
  });
});
