import { Injectable } from '@nestjs/common';
import type { CheckedImage, ImageChecks, ImageType } from '../images.js';
import { IPT_ERRORS } from '../../errors/ipt-errors.js';
import { decodeImage } from './image-decoding.js';
import { OwnerTurns } from './owner-turns.js';
import { SvgDrawing } from './svg-drawing.js';

/** Recommendations of the specification (spec 3, part 8). */
const RECOMMENDED_BYTES = 5 * 1024 * 1024;
const RECOMMENDED_PIXELS = 512;

/**
 * Decoding takes a thread of Node's four, which files are read by too: 50 million pixels, 390 KB as they come, a second
 * of it and 400 MB where they are interlaced.
 */
const RUNNING = 2;
const WAITING = 64;

/** Looks at the content itself: the format that it has, that all of it decodes, that nothing follows it. */
@Injectable()
export class SharpImageChecks implements ImageChecks {
  readonly #svgs = new SvgDrawing();
  readonly #rasters = new OwnerTurns({ running: RUNNING, waiting: WAITING, of: 'images' });

  async check(given: Uint8Array, type: ImageType, owner: string): Promise<CheckedImage> {
    const { bytes, warnings, ...size } =
      type === 'image/svg+xml'
        ? await this.#svgs.check(given, owner)
        : await this.#rasters.take(owner, () => checkRaster(given, type));
    return { bytes, ...size, warnings: [...warnings, ...warningsFor(bytes, size)] };
  }
}

const SIGNATURES: Readonly<Record<Exclude<ImageType, 'image/svg+xml'>, RegExp>> = {
  'image/png': /^\x89PNG\r\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/webp': /^RIFF[^]{4}WEBP/,
};

/** The first bytes decide before the library does, which would draw an SVG that is called a PNG. */
async function checkRaster(
  bytes: Uint8Array,
  type: Exclude<ImageType, 'image/svg+xml'>,
): Promise<CheckedImage> {
  if (!SIGNATURES[type].test(Buffer.from(bytes.subarray(0, 16)).toString('latin1'))) {
    throw IPT_ERRORS.unsupportedImageType({ message: `The content is not ${type}.` });
  }
  const { width, height } = await decodeImage(bytes, type);
  requireNothingAfter(bytes, type);
  return { bytes, width, height, warnings: [] };
}

/** A file that is an image and something else as well keeps the else behind the image. */
function requireNothingAfter(given: Uint8Array, type: ImageType): void {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const isWhole =
    type === 'image/png'
      ? pngEnd(bytes) === bytes.length
      : type === 'image/webp'
        ? bytes.readUInt32LE(4) + 8 === bytes.length
        : jpegEnd(bytes) === bytes.length;
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

/** Where the marker EOI is, behind the scans (ITU-T T.81, section B.1.1): its two bytes may stand in segments too. */
function jpegEnd(bytes: Buffer): number {
  for (let at = 2; at + 4 <= bytes.length || bytes[at + 1] === 0xd9;) {
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff) return -1;
    if (marker === 0xd9) return at + 2;
    if (marker === 0xff) at += 1;
    else at += 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xda) at = scanEnd(bytes, at);
  }
  return -1;
}

/** Coded data ends at the first marker that is neither a stuffed zero nor a restart. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

function warningsFor(bytes: Uint8Array, { width, height }: { width: number; height: number }) {
  const warnings: string[] = [];
  if (bytes.length > RECOMMENDED_BYTES) warnings.push('The image is larger than 5 MB.');
  if (Math.min(width, height) < RECOMMENDED_PIXELS) {
    warnings.push('The image is smaller than 512x512 pixels.');
  }
  return warnings;
}
