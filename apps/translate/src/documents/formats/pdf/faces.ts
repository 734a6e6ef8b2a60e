import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pdfFontkit } from '@sextant/platform-pdf-fonts';
import type { PDFDocument, PDFFont } from 'pdf-lib';
import { FILE_ERRORS } from '../file-errors.js';
import type { Look } from './shown-glyphs.js';

/** Noto Sans has Latin, Greek, Cyrillic and Devanagari; the others what each is named after. */
const FILES = {
  regular: 'noto-sans/400Regular/NotoSans_400Regular.ttf',
  italic: 'noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  bold: 'noto-sans/700Bold/NotoSans_700Bold.ttf',
  boldItalic: 'noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf',
  chinese: 'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  japanese: 'noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  korean: 'noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
} as const;

type Name = keyof typeof FILES;

const FALLBACKS: readonly Name[] = ['regular', 'japanese', 'chinese', 'korean'];

export interface Face {
  /** Under which resources know it. */
  readonly name: string;
  readonly font: PDFFont;
  readonly characters: ReadonlySet<number>;
}

const require = createRequire(import.meta.url);

/** Fonts that are embedded as texts need them, with the glyphs in use only. */
export class Faces {
  readonly #faces = new Map<Name, Face>();

  constructor(private readonly document: PDFDocument) {
    document.registerFontkit(pdfFontkit);
  }

  /** @throws {Problem} `document_invalid` for a character that no font here has, as of scripts from right to left */
  async faceOf(character: string, look: Look): Promise<Face> {
    const code = character.codePointAt(0) ?? 0;
    const wanted = look.isBold
      ? look.isItalic
        ? 'boldItalic'
        : 'bold'
      : look.isItalic
        ? 'italic'
        : 'regular';
    for (const name of [wanted, ...FALLBACKS] as const) {
      const face = await this.#face(name);
      if (face.characters.has(code)) return face;
    }
    throw FILE_ERRORS.invalid({
      message: `The translation cannot be written into a PDF: no font here has the character ${character}.`,
    });
  }

  async #face(name: Name): Promise<Face> {
    const present = this.#faces.get(name);
    if (present !== undefined) return present;
    const file = require.resolve(`@expo-google-fonts/${FILES[name]}`);
    const font = await this.document.embedFont(readFileSync(file), { subset: true });
    const face = { name: `Sextant-${name}`, font, characters: new Set(font.getCharacterSet()) };
    this.#faces.set(name, face);
    return face;
  }
}
