import { lazily } from '@sextant/platform-runtime/promises';
import type { ImageType } from '../images.js';
import { IPT_ERRORS } from '../../errors/ipt-errors.js';

const FORMATS: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

/** More pixels are a decompression bomb (our choice). */
const MAX_PIXELS = 50_000_000;

/** Loaded with the first image: some 60 files of code and 20 MiB. */
const loadSharp = lazily(() => import('sharp'));

/**
 * Decodes every row of an image.
 *
 * @throws {Problem} `UNSUPPORTED_IMAGE_TYPE` when it is not what its type says, is too large or does not decode
 */
export async function decodeImage(bytes: Uint8Array, type: ImageType) {
  const { default: sharp } = await loadSharp();
  try {
    // metadata() reads the header only, so that any size may be looked at.
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (format !== FORMATS[type]) {
      throw IPT_ERRORS.unsupportedImageType({ message: `The image is ${format}, not ${type}.` });
    }
    if (width * height > MAX_PIXELS) {
      throw IPT_ERRORS.unsupportedImageType({
        message: `The image has ${width} x ${height} pixels: at most 50 million are taken.`,
      });
    }
    // This reads every row.
    const density = type === 'image/svg+xml' ? densityFor(width, height) : undefined;
    const image = sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
      ...(density === undefined ? {} : { density }),
    });
    await image.resize(8, 8, { fit: 'fill' }).raw().toBuffer();
    return { width, height };
  } catch (error) {
    if (error instanceof Error && 'status' in error) throw error;
    throw IPT_ERRORS.unsupportedImageType({
      message: `The image cannot be decoded as ${type}.`,
      cause: error,
    });
  }
}

/** At which an SVG is drawn at most 600 pixels long: it has no pixels of its own, and each layer would take memory. */
const densityFor = (width: number, height: number): number =>
  Math.max(1, Math.min(72, Math.floor((72 * 600) / Math.max(width, height))));
