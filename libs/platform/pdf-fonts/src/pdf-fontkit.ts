import { create, type Subset } from 'fontkit';
import type { PDFDocument } from 'pdf-lib';

type Fontkit = Parameters<PDFDocument['registerFontkit']>[0];
export type PdfFont = ReturnType<Fontkit['create']>;
type PdfSubset = ReturnType<PdfFont['createSubset']>;
type SubsetStream = ReturnType<PdfSubset['encodeStream']>;

const parsed = new WeakMap<Uint8Array, PdfFont>();

/** For `PDFDocument.registerFontkit`. Bytes that are given again are parsed once. */
export const pdfFontkit: Fontkit = {
  create(bytes) {
    const known = parsed.get(bytes);
    if (known !== undefined) return known;
    const font = create(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (!('createSubset' in font)) throw new Error('a collection of fonts is no font');
    const createSubset = font.createSubset.bind(font);
    const streaming = Object.assign(font, { createSubset: () => streamed(createSubset()) });
    // Both packages describe the same objects, in different words.
    const forPdf = streaming as unknown as PdfFont;
    parsed.set(bytes, forPdf);
    return forPdf;
  },
};

/** fontkit gives the bytes at once, `pdf-lib` waits for events. */
function streamed(subset: Subset): Subset & Pick<PdfSubset, 'encodeStream'> {
  const encodeStream = (): SubsetStream => {
    const stream: SubsetStream = {
      on(event, listener) {
        const bytes = () => (event === 'data' ? subset.encode() : new Uint8Array());
        queueMicrotask(() => void listener(bytes()));
        return stream;
      },
    };
    return stream;
  };
  return Object.assign(subset, { encodeStream });
}
