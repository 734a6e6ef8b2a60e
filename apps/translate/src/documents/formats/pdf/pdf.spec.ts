import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PDFDocument, PDFName, StandardFonts, type PDFFont, type PDFPage } from 'pdf-lib';
import { capitals } from '../../../../test/documents/in-capitals.js';
import { pdfText } from '../../../../test/documents/pdf-text.js';
import { operationsIn } from './content-stream.js';
import { PDF } from './pdf.js';

interface Sheet {
  readonly document: PDFDocument;
  readonly page: PDFPage;
  readonly regular: PDFFont;
}

/** A page with contents as a test writes them; F1 is Helvetica, F2 bold, F3 oblique. */
async function sheet(contents: string, more?: (sheet: Sheet) => void): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 400]);
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const oblique = await document.embedFont(StandardFonts.HelveticaOblique);
  for (const [name, font] of Object.entries({ F1: regular, F2: bold, F3: oblique })) {
    page.node.setFontDictionary(PDFName.of(name), font.ref);
  }
  page.node.set(
    PDFName.of('Contents'),
    document.context.register(document.context.flateStream(contents)),
  );
  more?.({ document, page, regular });
  return await document.save();
}

const textsOf = async (bytes: Uint8Array): Promise<readonly string[]> =>
  (await PDF.open(bytes)).units.map(({ text }) => text);

async function translated(bytes: Uint8Array, translate = capitals): Promise<Uint8Array> {
  const document = await PDF.open(bytes);
  return await document.write(document.units.map(({ text }) => translate(text)));
}

/** Lines of a column, of 10 points. */
async function wrapped(text: string, width: number): Promise<readonly string[]> {
  const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && font.widthOfTextAtSize(longer, 10) <= width)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A line of text at a place. */
const at = (x: number, y: number, text: string, font = 'F1 10'): string =>
  `BT /${font} Tf 1 0 0 1 ${String(x)} ${String(y)} Tm (${text}) Tj ET\n`;

describe('PDF', () => {
  it('is translated where its words stand, by every operator that shows text', async () => {
    const source = await sheet(
      `BT /F1 10 Tf 20 TL 1 0 0 1 50 300 Tm (One house) Tj T* T* [(Two) -300 (hou) 20 (ses)] TJ
       0 -40 Td (Three) ' T* 2 1 (Four houses) " ET 0 0 1 RG 50 50 100 20 re S`,
    );

    expect(await textsOf(source)).toEqual(['One house', 'Two houses', 'Three', 'Four houses']);
    const [page] = await pdfText(await translated(source));
    expect(page?.split(/\s*\n\s*/)).toEqual(['ONE HOUSE', 'TWO HOUSES', 'THREE', 'FOUR HOUSES']);
  });

  it('keeps what is not translated at its place, behind what is', async () => {
    const source = await sheet(
      'BT /F1 10 Tf 50 300 Td (A house costs ) Tj 60 0 Td (12) Tj ( 13) Tj ET',
    );

    const [page] = await pdfText(
      await translated(source, (text) => text.replace('A house costs', 'Es')),
    );

    expect(page).toContain('Es');
    expect(page).toContain('12');
  });

  it('is a file as it was, where no word is another', async () => {
    const source = await sheet(at(50, 300, 'One house'));

    expect(await translated(source, (text) => text)).toBe(source);
  });

  it('takes a line for a part of the sentence before it that has not ended, however ragged its lines are', async () => {
    const source = await sheet(
      [
        at(50, 350, 'The house is big and the garden'),
        at(50, 338, 'is full of flowers.'),
        at(50, 326, 'Another sentence'),
        at(50, 314, 'New York'),
        at(50, 290, 'a list of words'),
      ].join(''),
    );

    expect(await textsOf(source)).toEqual([
      'The house is big and the garden is full of flowers.',
      'Another sentence',
      'New York',
      'a list of words',
    ]);
  });

  it('leaves items of lists and lines of contents apart, and keeps the hyphens of compounds', async () => {
    const source = await sheet(
      [
        at(50, 350, '2. Close the door'),
        at(50, 338, String.raw`a\) London`),
        at(50, 326, String.raw`b\) Paris`),
        at(50, 290, 'The house ........... 12'),
        at(50, 278, 'x = y + 2 * z'),
        at(50, 240, 'This is a well-'),
        at(50, 228, 'known address'),
      ].join(''),
    );

    expect(await textsOf(source)).toEqual([
      ...['2. Close the door', 'a) London', 'b) Paris'],
      ...['The house ........... 12', 'x = y + 2 * z', 'This is a well-known address'],
    ]);
  });

  it('puts lines together that are a paragraph, and leaves apart what is not', async () => {
    const first =
      'The first paragraph has a few lines that are wrapped where the next word has no more room, as every program does it.';
    const second =
      'Another one begins at once below it, and nobody sees that but by the short line before it, which had room enough.';
    const lines = [...(await wrapped(first, 200)), ...(await wrapped(second, 200))];
    const source = await sheet(
      [
        at(50, 350, 'A heading', 'F2 16'),
        ...lines.map((line, index) => at(50, 320 - 12 * index, line)),
        at(50, 100, 'Name'),
        at(150, 100, 'Size'),
        at(50, 60, 'Words are parted at the end of a hy-'),
        at(50, 48, 'phenated line.'),
      ].join(''),
    );

    expect(lines.length).toBeGreaterThan(4);
    expect(await textsOf(source)).toEqual([
      ...['A heading', first, second, 'Name', 'Size'],
      'Words are parted at the end of a hyphenated line.',
    ]);
  });

  it('reads columns one after the other where they are drawn row by row', async () => {
    const left =
      'The left column tells of a house that is very old, and of the people who lived in it for a hundred years and more.';
    const right =
      'The right one tells of a garden, of its trees and of its flowers, and of a dog who slept below them all day long.';
    const [lefts, rights] = [await wrapped(left, 110), await wrapped(right, 110)];
    const rows = Array.from({ length: Math.max(lefts.length, rights.length) }, (_, row) =>
      [
        ...(lefts[row] === undefined ? [] : [at(50, 320 - 12 * row, lefts[row])]),
        ...(rights[row] === undefined ? [] : [at(215, 320 - 12 * row, rights[row])]),
      ].join(''),
    );
    const source = await sheet(
      [at(50, 350, 'A heading', 'F2 16'), ...rows, at(50, 100, 'The end')].join(''),
    );

    expect(lefts.length).toBeGreaterThan(4);
    expect(await textsOf(source)).toEqual(['A heading', left, right, 'The end']);
    const [page] = await pdfText(await translated(source));
    expect(page).toContain('THE LEFT COLUMN TELLS OF');
  });

  it.each([
    [
      'cells that fill them, each for itself',
      (row: number) => [`The long name ${row}`, `A street of houses ${row}`],
    ],
    ['few words', (row: number) => [`Name ${row}`, `Street of house ${row}`]],
    [
      'cells that do not fill their columns',
      (row: number) => [row === 2 ? 'A very long name of a person' : 'A short name', 'x y z'],
    ],
  ])('leaves a table in its rows: %s', async (_what, cellsOf) => {
    const rows = Array.from({ length: 6 }, (_, row) => cellsOf(row));
    const source = await sheet(
      rows
        .map(([first = '', second = ''], row) =>
          [at(50, 320 - 14 * row, first), at(215, 320 - 14 * row, second)].join(''),
        )
        .join(''),
    );

    expect(await textsOf(source)).toEqual(rows.flat());
  });

  it('keeps cells apart that only a line parts, and words together that one underlines', async () => {
    const underlined =
      'These words are underlined for as long as they go, and the lines below still belong to them, as the underlining of a single line ends no paragraph at all.';
    const lines = await wrapped(underlined, 190);
    const source = await sheet(
      [
        at(50, 300, 'Name'),
        at(81, 300, 'Price of it'),
        at(50, 285, 'Table'),
        '0.5 w 78 270 m 78 320 l S 20 296 200 0.5 re f 20 279 200 0.5 re f',
        ...lines.map((line, index) => at(50, 200 - 12 * index, line)),
        '50 198.5 190 0.5 re f',
      ].join('\n'),
    );

    expect(await textsOf(source)).toEqual([...['Name', 'Price of it', 'Table'], underlined]);
  });

  it('carries the look of words with them', async () => {
    const source = await sheet(
      'BT /F1 10 Tf 50 300 Td (The ) Tj /F2 10 Tf (red) Tj /F1 10 Tf ( house is ) Tj 1 0 0 rg /F3 10 Tf (old) Tj ET',
    );

    expect(await textsOf(source)).toEqual(['The <g id="1">red</g> house is <g id="2">old</g>']);
    const written = await translated(
      source,
      () => 'La casa <g id="1">roja</g> es <g id="2">vieja</g>',
    );
    const again = await textsOf(written);
    expect(again).toEqual(['La casa <g id="1">roja</g> es <g id="2">vieja</g>']);
  });

  it('has its forms translated once, on each page that shows them', async () => {
    const source = await sheet(
      `q /X1 Do Q ${at(50, 200, 'The page')}`,
      ({ document, page, regular }) => {
        const form = document.context.flateStream(at(10, 10, 'The letter head'), {
          Type: 'XObject',
          Subtype: 'Form',
          BBox: [0, 0, 200, 50],
        });
        const reference = document.context.register(form);
        page.node.setXObject(PDFName.of('X1'), reference);
        const second = document.addPage([400, 400]);
        second.node.setXObject(PDFName.of('X1'), reference);
        second.node.setFontDictionary(PDFName.of('F1'), regular.ref);
        second.node.set(
          PDFName.of('Contents'),
          document.context.register(document.context.flateStream('/X1 Do')),
        );
      },
    );

    expect(await textsOf(source)).toEqual(['The letter head', 'The page']);
    const pages = await pdfText(await translated(source));
    expect(pages[0]).toContain('THE LETTER HEAD');
    expect(pages[0]).toContain('THE PAGE');
    expect(pages[1]).toBe('THE LETTER HEAD');
  });

  it('survives contents that leave states open, and that close too many', async () => {
    const source = await sheet(`Q q 0.5 0 0 0.5 0 0 cm ${at(100, 600, 'A house')} q q`);

    const [page] = await pdfText(await translated(source));

    expect(page).toBe('A HOUSE');
  });

  it('is written smaller where words are longer', async () => {
    const source = await sheet(at(50, 300, 'Word') + at(100, 300, 'Next'));

    const written = await translated(source, (text) => (text === 'Word' ? 'A longer word' : text));

    const [page] = await pdfText(written);
    expect(page).toContain('A longer word');
    expect(page).toContain('Next');
  });

  it('finds Greek, Cyrillic, Chinese, Japanese and Korean letters in its fonts', async () => {
    const source = await sheet(at(50, 300, 'Word'));
    for (const word of ['Λέξη', 'Слово', '词语', 'かな', '단어']) {
      expect(await pdfText(await translated(source, () => word))).toEqual([word]);
    }
  });

  it('says which letters it cannot write', async () => {
    const source = await sheet(at(50, 300, 'Word'));

    await expect(translated(source, () => 'كلمة')).rejects.toThrow(
      'no font here has the character ك',
    );
  });

  it.each([
    ['what is no PDF', Buffer.from('words'), 'Invalid file data'],
    ['half a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<'), 'Invalid file data'],
  ])('is not %s', async (_, bytes, reason) => {
    await expect(textsOf(bytes)).rejects.toThrow(reason);
  });

  it('has text: pages that are pictures are refused, and so are words under them', async () => {
    const reason = 'pages that are pictures';

    await expect(textsOf(await sheet('0 0 10 10 re f'))).rejects.toThrow(reason);
    await expect(textsOf(await sheet(`3 Tr ${at(50, 300, 'Seen by a machine')}`))).rejects.toThrow(
      reason,
    );
  });

  it.each([1, 2])('that unpacks to too much is refused, packed %d times', async (times) => {
    let packed: Buffer = Buffer.alloc(70 * 1024 * 1024, 32);
    for (let time = 0; time < times; time += 1) packed = deflateSync(packed);
    const filters = '/FlateDecode '.repeat(times);
    const bomb = Buffer.concat([
      Buffer.from(
        `%PDF-1.7\n1 0 obj\n<</Length ${String(packed.length)}/Filter[${filters}]>>\nstream\n`,
      ),
      packed,
      Buffer.from('\nendstream\nendobj\n'),
    ]);

    await expect(textsOf(bomb)).rejects.toThrow('it unpacks to too much');
  });
});

describe('a content stream', () => {
  it('is read with its strings, arrays, dictionaries, comments and images', () => {
    const stream = `q 1 -.5 +2. rg % (comment
      (a \\) (b)) Tj [(c) <41> 2] TJ /P <</M [1 (x>>)]>> BDC BI /W 1 ID \u0001EI( EI EMC T* Q`;

    const operators = operationsIn(Buffer.from(stream, 'latin1')).map(({ operator }) => operator);

    expect(operators).toEqual(['q', 'rg', 'Tj', 'TJ', 'BDC', 'BI', 'EMC', 'T*', 'Q']);
  });

  it('of any bytes is read to its end, or refused', () => {
    const piece = fc.constantFrom(
      ...['(', ')', '<', '>', '[', ']', '/', '%', 'BI ', ' EI ', 'Tj', ' 1 ', '\\'],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 }))), (pieces) => {
        const bytes = Buffer.from(pieces.join(''), 'latin1');
        try {
          for (const { start, end } of operationsIn(bytes)) expect(start).toBeLessThan(end);
        } catch (error) {
          expect(String(error)).toMatch(/has no end/);
        }
      }),
    );
  });
});
