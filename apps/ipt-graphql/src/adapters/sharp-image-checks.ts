import sharp from 'sharp';
import type { CheckedImage, ImageChecks, ImageType } from '../domain/images.js';
import { IPT_ERRORS } from '../domain/ipt-errors.js';
import { sanitizeSvg } from './svg.js';

const FORMATS: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

/** More pixels are a decompression bomb (our choice). */
const MAX_PIXELS = 50_000_000;
/** Recommendations of the specification (spec 3, part 8). */
const RECOMMENDED_BYTES = 5 * 1024 * 1024;
const RECOMMENDED_PIXELS = 512;

/** Looks at the content itself: the format that it has, that all of it decodes, that nothing follows it. */
export class SharpImageChecks implements ImageChecks {
  async check(given: Uint8Array, type: ImageType): Promise<CheckedImage> {
    const bytes = type === 'image/svg+xml' ? sanitizeSvg(given) : given;
    const { width, height } = await decode(bytes, type);
    if (type !== 'image/svg+xml') requireNothingAfter(bytes, type);
    return { bytes, width, height, warnings: warningsFor(bytes, { width, height }) };
  }
}

async function decode(bytes: Uint8Array, type: ImageType) {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { format, width, height } = await image.metadata();
    if (format !== FORMATS[type]) {
      throw IPT_ERRORS.unsupportedImageType({ message: `The image is ${format}, not ${type}.` });
    }
    // metadata() reads the header only: this reads every row.
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

/** A file that is an image and something else as well keeps the else behind the image. */
function requireNothingAfter(given: Uint8Array, type: ImageType): void {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const isWhole =
    type === 'image/png'
      ? pngEnd(bytes) === bytes.length
      : type === 'image/webp'
        ? bytes.readUInt32LE(4) + 8 === bytes.length
        : bytes.readUInt16BE(bytes.length - 2) === 0xffd9;
  if (isWhole) return;
  throw IPT_ERRORS.unsupportedImageType({ message: 'Something follows the image in its file.' });
}

/** Where the chunk IEND ends (PNG, section 5.3). */
function pngEnd(bytes: Buffer): number {
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return end;
    at = end;
  }
  return -1;
}

function warningsFor(bytes: Uint8Array, { width, height }: { width: number; height: number }) {
  const warnings: string[] = [];
  if (bytes.length > RECOMMENDED_BYTES) warnings.push('The image is larger than 5 MB.');
  if (Math.min(width, height) < RECOMMENDED_PIXELS) {
    warnings.push('The image is smaller than 512x512 pixels.');
  }
  return warnings;
}
