import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { checkStreams } from './bounded-streams.js';
import { inWords } from './pdf-pages.js';

/** What recognisers of letters are trained with, in dots an inch; a point is a 72nd. */
const RESOLUTION = 200;
const POINTS = 72;
/** Of a page, and of a picture on it: A2 at that resolution. */
const MOST_PIXELS = 16_000_000;
/** Honest pictures of pages have twice the resolution. */
const MOST_PIXELS_OF_PICTURE = 64_000_000;

/** What unpacks pictures of scanners: JBIG2 and JPEG 2000. */
const DECODERS = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist')), '../wasm/');

/** A PDF whose pages are drawn, one after the other. */
export interface DrawnPdf {
  readonly pages: number;
  /** @param number from 1 @returns PNG */
  page(number: number): Promise<Uint8Array>;
}

/** @throws {Problem} `document_invalid` for what is no PDF, or is protected */
export const drawnPdf = (bytes: Uint8Array): Promise<DrawnPdf> =>
  inWords(async () => {
    checkStreams(bytes);
    const pdf = await getDocument({
      ...{ data: Uint8Array.from(bytes), verbosity: 0, useSystemFonts: false },
      ...{ maxImageSize: MOST_PIXELS_OF_PICTURE, wasmUrl: DECODERS },
    }).promise;
    return { pages: pdf.numPages, page: (number) => inWords(() => drawn(pdf, number)) };
  });

async function drawn(pdf: PDFDocumentProxy, number: number): Promise<Uint8Array> {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(RESOLUTION / POINTS, Math.sqrt(MOST_PIXELS / (width * height)));
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const canvasContext = canvas.getContext('2d');
  await page.render({ canvas: null, canvasContext, viewport }).promise;
  page.cleanup();
  return await canvas.encode('png');
}
