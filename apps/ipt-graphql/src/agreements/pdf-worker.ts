/**
 * The thread that prints: laying out a page takes longer than answering a hundred requests.
 *
 * It imports nothing of the project: Node runs it from source as well, in tests.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import {
  FontStore,
  FontUnavailable,
  pdfFontkit,
  type FontName,
  type FontPlaces,
} from '@sextant/platform-pdf-fonts';
import { PDFDocument, type PDFFont, type PDFPage } from 'pdf-lib';

export interface Paragraph {
  readonly text: string;
  /** In points, as is the space before it. */
  readonly size: number;
  readonly before: number;
}

export interface PrintRequest {
  readonly id: number;
  readonly title: string;
  readonly paragraphs: readonly Paragraph[];
}

export interface PrintReply {
  readonly id: number;
  readonly pdf?: Uint8Array;
  /** For the log: it may name hosts inside. */
  readonly error?: string;
  readonly isFontMissing?: boolean;
}

parentPort?.on('message', (request: PrintRequest) => {
  print(request).then(
    (pdf) => reply({ id: request.id, pdf }),
    (error: unknown) =>
      reply({
        id: request.id,
        error: String(error),
        isFontMissing: error instanceof FontUnavailable,
      }),
  );
});

const reply = (answer: PrintReply): void => parentPort?.postMessage(answer);

const require = createRequire(import.meta.url);

const OWN = '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf';
/** In the order in which they are asked for a character that the own one lacks. */
const OTHERS: readonly FontName[] = ['japanese', 'korean', 'chinese'];
const store = new FontStore(workerData as FontPlaces);

const PAGE: [number, number] = [595.28, 841.89]; // A4, in points
const MARGIN = 64;
/** One fixed time, so that the same document gives the same bytes on every machine. */
const CREATED = new Date('2026-01-01T00:00:00Z');

interface Face {
  readonly bytes: Uint8Array;
  readonly characters: ReadonlySet<number>;
  /** The advance of a character in ems. The library's own measuring lays texts out, which is far slower. */
  readonly widthOf: (character: string) => number;
}

/** A face in one document. */
interface DocumentFont {
  readonly pdf: PDFFont;
  readonly widthOf: Face['widthOf'];
}

type FaceName = FontName | 'own';

const faces = new Map<FaceName, Promise<Face>>();
/** With fonts that are embedded, subset to what is used. */
async function print({ title, paragraphs }: PrintRequest): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.registerFontkit(pdfFontkit);
  pdf.setTitle(title);
  pdf.setProducer('Sextant ipt-graphql');
  pdf.setCreationDate(CREATED);
  pdf.setModificationDate(CREATED);
  const fonts = await fontsFor(pdf, paragraphs.map((each) => each.text).join(''));
  const sheet = new Sheet(pdf, fonts);
  for (const paragraph of paragraphs) sheet.write(paragraph);
  return await pdf.save({ useObjectStreams: false });
}

/** Only the fonts whose characters occur are loaded. */
async function fontsFor(pdf: PDFDocument, whole: string): Promise<Fonts> {
  const fontOf = new Map<string, DocumentFont>();
  let missing = new Set(whole.replace(/[\n\r]/g, ''));
  // Unknown characters are printed as U+XXXX.
  for (const character of 'U+0123456789ABCDEF ') missing.add(character);
  for (const name of ['own', ...OTHERS] as const) {
    const isWorthReading =
      name === 'own' || [...missing].some((character) => store.mayHave(name, character));
    if (!isWorthReading) continue;
    const face = await faceOf(name);
    const has = (character: string) => face.characters.has(character.codePointAt(0) ?? 0);
    const here = [...missing].filter(has);
    if (here.length === 0) continue;
    const embedded = await pdf.embedFont(face.bytes, { subset: true });
    const font = { pdf: embedded, widthOf: face.widthOf };
    for (const character of here) fontOf.set(character, font);
    missing = new Set([...missing].filter((character) => !has(character)));
  }
  return fontOf;
}

function faceOf(name: FaceName): Promise<Face> {
  const known = faces.get(name);
  if (known !== undefined) return known;
  const loading = loadFace(name);
  faces.set(name, loading);
  loading.catch(() => faces.delete(name));
  return loading;
}

async function loadFace(name: FaceName): Promise<Face> {
  const bytes = name === 'own' ? await readFile(require.resolve(OWN)) : await store.read(name);
  const font = pdfFontkit.create(bytes);
  const widths = new Map<string, number>();
  const widthOf = (character: string): number => {
    const known = widths.get(character);
    if (known !== undefined) return known;
    const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
    const width = glyph.advanceWidth / font.unitsPerEm;
    widths.set(character, width);
    return width;
  };
  return { bytes, characters: new Set(font.characterSet), widthOf };
}

type Fonts = ReadonlyMap<string, DocumentFont>;

/** Fills pages from top to bottom, with one font after another in a line as its characters need them. */
class Sheet {
  #page: PDFPage;
  #y: number;

  readonly #pdf: PDFDocument;
  readonly #fonts: Fonts;

  constructor(pdf: PDFDocument, fonts: Fonts) {
    this.#pdf = pdf;
    this.#fonts = fonts;
    this.#page = pdf.addPage(PAGE);
    this.#y = PAGE[1] - MARGIN;
  }

  write({ text: paragraph, size, before }: Paragraph): void {
    this.#y -= before;
    for (const line of this.#lines(paragraph, size)) {
      if (this.#y - size < MARGIN) this.#nextPage();
      this.#y -= size * 1.4;
      this.#draw(line, size);
    }
  }

  #nextPage(): void {
    this.#page = this.#pdf.addPage(PAGE);
    this.#y = PAGE[1] - MARGIN;
  }

  /** Breaks at spaces, and inside of words that are longer than a line, as those of CJK texts are. */
  #lines(paragraph: string, size: number): readonly string[] {
    const lines: string[] = [];
    let line = '';
    let width = 0;
    for (const piece of this.#pieces(paragraph)) {
      const pieceWidth = this.#width(piece, size);
      if (width + pieceWidth > PAGE[0] - 2 * MARGIN && line !== '') {
        lines.push(line);
        line = '';
        width = 0;
        if (piece === ' ') continue;
      }
      line += piece;
      width += pieceWidth;
    }
    return line === '' ? lines : [...lines, line];
  }

  /** Words and spaces; long words and CJK texts character by character. */
  #pieces(paragraph: string): readonly string[] {
    return paragraph
      .split(/( )/)
      .flatMap((word) =>
        word.length > 40 || /[\u2e80-\uffef]/.test(word) ? Array.from(word) : [word],
      )
      .filter((piece) => piece !== '');
  }

  #width(piece: string, size: number): number {
    return this.#runs(piece).reduce(
      (sum, { font, text: run }) => sum + widthIn(font, run, size),
      0,
    );
  }

  #draw(line: string, size: number): void {
    let x = MARGIN;
    for (const { font, text: run } of this.#runs(line)) {
      this.#page.drawText(run, { x, y: this.#y, size, font: font.pdf });
      x += widthIn(font, run, size);
    }
  }

  /** Neighbouring characters of the same font; one that no font has is written as its code point. */
  #runs(line: string): readonly { readonly font: DocumentFont; readonly text: string }[] {
    const runs: { font: DocumentFont; text: string }[] = [];
    for (const character of line) {
      const shown = this.#fonts.has(character) ? [character] : Array.from(codePoint(character));
      for (const each of shown) {
        const font = this.#fonts.get(each);
        if (font === undefined) continue;
        const last = runs.at(-1);
        if (last?.font === font) last.text += each;
        else runs.push({ font, text: each });
      }
    }
    return runs;
  }
}

const widthIn = ({ widthOf }: DocumentFont, run: string, size: number): number =>
  Array.from(run).reduce((sum, character) => sum + widthOf(character), 0) * size;

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
