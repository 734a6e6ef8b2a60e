import { FILE_ERRORS } from './file-errors.js';

/** A text file's characters, and how they were written. */
export interface DecodedText {
  readonly text: string;
  /** @returns the bytes of another text in the same encoding, with the mark if there was one */
  readonly encode: (text: string) => Uint8Array;
}

const MARKS = [
  { name: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { name: 'utf-16le', bytes: [0xff, 0xfe] },
  { name: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/**
 * Reads UTF-8, and UTF-16 with a mark.
 *
 * @throws {Problem} `document_invalid` for other bytes: a guess would break letters
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const mark = MARKS.find((each) => each.bytes.every((byte, at) => bytes[at] === byte));
  const encoding = mark?.name ?? 'utf-8';
  const start = mark?.bytes.length ?? 0;
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(
      bytes.subarray(start),
    );
    const head = Buffer.from(mark?.bytes ?? []);
    return { text, encode: (other) => Buffer.concat([head, encoded(other, encoding)]) };
  } catch (error) {
    throw FILE_ERRORS.invalid({
      message: 'Invalid file data: the text is neither UTF-8 nor UTF-16 with a byte order mark.',
      cause: error,
    });
  }
}

function encoded(text: string, encoding: (typeof MARKS)[number]['name']): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}
