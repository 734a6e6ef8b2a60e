import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { FontStore, FontUnavailable, pdfFontkit, type FontName } from '@sextant/platform-pdf-fonts';
import type { PDFDocument, PDFFont } from 'pdf-lib';
import { FILE_ERRORS } from '../file-errors.js';
import { fontPlaces } from './font-places.js';
import type { Look } from './shown-glyphs.js';

/** Noto Sans has Latin, Greek, Cyrillic and Devanagari; what the fetched ones have, their names say. */
const FILES = {
  regular: 'noto-sans/400Regular/NotoSans_400Regular.ttf',
  italic: 'noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  bold: 'noto-sans/700Bold/NotoSans_700Bold.ttf',
  boldItalic: 'noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf',
} as const;

type OwnName = keyof typeof FILES;
type Name = OwnName | FontName;

const FALLBACKS: readonly FontName[] = ['japanese', 'chinese', 'korean'];

export interface Face {
  /** Under which resources know it. */
  readonly name: string;
  readonly font: PDFFont;
  readonly characters: ReadonlySet<number>;
}

const require = createRequire(import.meta.url);
const store = new FontStore(fontPlaces());

/** Fonts that are embedded as texts need them, with the glyphs in use only. */
export class Faces {
  readonly #faces = new Map<Name, Face>();

  constructor(private readonly document: PDFDocument) {
    document.registerFontkit(pdfFontkit);
  }

  /**
   * @throws {Problem} `document_invalid` for a character that no font here has, as of scripts from right to left, and where its
   *   font cannot be fetched
   */
  async faceOf(character: string, look: Look): Promise<Face> {
    const code = character.codePointAt(0) ?? 0;
    const wanted = look.isBold
      ? look.isItalic
        ? 'boldItalic'
        : 'bold'
      : look.isItalic
        ? 'italic'
        : 'regular';
    const others = FALLBACKS.filter((name) => store.mayHave(name, character));
    for (const name of [wanted, 'regular', ...others] as const) {
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
    const font = await this.document.embedFont(await bytesOf(name), { subset: true });
    const face = { name: `Sextant-${name}`, font, characters: new Set(font.getCharacterSet()) };
    this.#faces.set(name, face);
    return face;
  }
}

async function bytesOf(name: Name): Promise<Uint8Array> {
  if (isOwn(name)) return readFileSync(require.resolve(`@expo-google-fonts/${FILES[name]}`));
  try {
    return await store.read(name);
  } catch (error) {
    if (!(error instanceof FontUnavailable)) throw error;
    // The reason names hosts inside: it is for the log.
    throw FILE_ERRORS.invalid({
      message:
        'The translation cannot be written into a PDF: a font that it needs is not available now. Try again later.',
      cause: error,
    });
  }
}

const isOwn = (name: Name): name is OwnName => name in FILES;
