import { guessedEncoding, wideEncoding } from './encodings/guess-encoding.js';
import { singleBytes } from './encodings/single-bytes.js';
import { FILE_ERRORS } from './file-errors.js';

/** A text file's characters, and how they were written. */
export interface DecodedText {
  readonly text: string;
  /**
   * @returns the bytes of another text in the same encoding, with the mark if there was one; in UTF-8 where the encoding has
   *   no sign for one of its characters, or is written by nobody here
   */
  readonly encode: (text: string) => Uint8Array;
}

const MARKS = [
  { name: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { name: 'utf-16le', bytes: [0xff, 0xfe] },
  { name: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;
const [UTF_8] = MARKS;

/** Where files say how they are written: XML, HTML, style sheets, gettext. */
const DECLARED =
  /(<\?xml\s[^<>]*?\bencoding\s*=\s*["']|<meta\s[^<>]*?\bcharset\s*=\s*["']?|"Content-Type:[^"\n]*?charset=)([\w.:-]+)/i;
const HEAD_BYTES = 4096;

/**
 * Reads UTF-8 and UTF-16, and older encodings where the file says which one it is or its letters tell.
 *
 * @throws {Problem} `document_invalid` for other bytes
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const mark = MARKS.find((each) => each.bytes.every((byte, at) => bytes[at] === byte));
  const body = bytes.subarray(mark?.bytes.length ?? 0);
  const head = Buffer.from(mark?.bytes ?? []);
  for (const encoding of encodingsOf(body, mark?.name)) {
    const text = decoded(body, encoding);
    if (text === undefined) continue;
    return { text, encode: (other) => encoded(other, { encoding, head }) };
  }
  throw FILE_ERRORS.invalid({
    message:
      'Invalid file data: it cannot be told how its letters are written. Save the text as UTF-8.',
  });
}

/** The first that reads it is it. */
function* encodingsOf(bytes: Uint8Array, marked: string | undefined): Generator<string> {
  const sure = marked ?? wideEncoding(bytes);
  if (sure !== undefined) {
    yield sure;
    return;
  }
  const [, , declared] = DECLARED.exec(headOf(bytes)) ?? [];
  const known = knownEncoding(declared);
  const isAscii = known === undefined || known === 'utf-8';
  // What is declared wrongly is mostly UTF-8, whose bytes hardly come about by chance.
  if (known?.startsWith('utf-16') !== true) yield 'utf-8';
  if (!isAscii) yield known;
  const guessed = guessedEncoding(bytes);
  if (guessed !== undefined) yield guessed;
}

const headOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');

function knownEncoding(name: string | undefined): string | undefined {
  try {
    return name === undefined ? undefined : new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

interface Writing {
  readonly encoding: string;
  readonly head: Buffer;
}

function encoded(text: string, { encoding, head }: Writing): Buffer {
  if (encoding === 'utf-8') return Buffer.concat([head, Buffer.from(text, 'utf8')]);
  if (encoding.startsWith('utf-16')) {
    const bytes = Buffer.from(text, 'utf16le');
    return Buffer.concat([head, encoding === 'utf-16le' ? bytes : bytes.swap16()]);
  }
  return singleBytes(text, encoding) ?? asUtf8(text);
}

/**
 * With what it says of itself, and with the mark for programs that would take it for the encoding that it was in. A file of
 * gettext says enough, and with a mark it cannot be read.
 */
function asUtf8(text: string): Buffer {
  const start = text.slice(0, HEAD_BYTES);
  const head = start.replace(DECLARED, '$1utf-8');
  const isGettext = DECLARED.exec(start)?.[1]?.startsWith('"') === true;
  return Buffer.concat([
    Buffer.from(isGettext ? [] : UTF_8.bytes),
    Buffer.from(head + text.slice(HEAD_BYTES), 'utf8'),
  ]);
}
