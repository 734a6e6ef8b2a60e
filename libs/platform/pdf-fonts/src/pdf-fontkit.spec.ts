import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { create } from 'fontkit';
import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { pdfFontkit } from './pdf-fontkit.js';

const require = createRequire(import.meta.url);
const NOTO = readFileSync(
  require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
);
const TEXT = 'The house in the garden, Über größere Häuser, Дом';

/** The fonts that a document holds. */
async function fontsIn(bytes: Uint8Array) {
  const { context } = await PDFDocument.load(bytes);
  return context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFDict ? [object.lookup(PDFName.of('FontFile2'))] : [],
    )
    .flatMap((file) => (file instanceof PDFRawStream ? [decodePDFRawStream(file).decode()] : []))
    .map((file) => create(Buffer.from(file)));
}

describe('a font in a PDF', () => {
  it('has the outline of every letter in use, and no others', async () => {
    const document = await PDFDocument.create();
    document.registerFontkit(pdfFontkit);
    const font = await document.embedFont(NOTO, { subset: true });
    document.addPage().drawText(TEXT, { font });

    const [embedded] = await fontsIn(await document.save());

    if (embedded === undefined || !('numGlyphs' in embedded)) throw new Error('no font');
    const letters = [...new Set(TEXT)];
    expect(embedded.numGlyphs).toBeLessThan(letters.length + 20);
    const whole = pdfFontkit.create(NOTO);
    const lengths = (glyphs: readonly { readonly path: { toSVG(): string } }[]) =>
      glyphs.map(({ path }) => path.toSVG().length).filter((length) => length > 0);
    const ofSubset = lengths(
      Array.from({ length: embedded.numGlyphs }, (_, at) => embedded.getGlyph(at)),
    );
    for (const length of lengths(
      letters.map((letter) => whole.glyphForCodePoint(letter.codePointAt(0) ?? 0)),
    )) {
      expect(ofSubset).toContain(length);
    }
  });

  it('is parsed once for the same bytes', () => {
    expect(pdfFontkit.create(NOTO)).toBe(pdfFontkit.create(NOTO));
  });
});
