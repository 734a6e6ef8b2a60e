import { isUtf8 } from 'node:buffer';

/**
 * Go's strings are bytes. Here they are JavaScript strings in which a byte that is no part of valid
 * UTF-8 stands as U+DC00 + byte (0x80 to 0xFF), so that text stays text and no byte is lost.
 */
const RAW_BYTE = 0xdc00;
const REPLACEMENT = 0xfffd;

/** The bytes of a Go string. */
export function toBytes(text: string): Uint8Array {
  if (text.isWellFormed()) return Buffer.from(text, 'utf8');
  const parts: Uint8Array[] = [];
  for (const run of text.split(/([\udc80-\udcff]+)/u)) {
    const first = run.charCodeAt(0);
    const isRaw = first >= 0xdc80 && first <= 0xdcff;
    parts.push(
      isRaw ? Uint8Array.from(run, (char) => char.charCodeAt(0) - RAW_BYTE) : Buffer.from(run),
    );
  }
  return Buffer.concat(parts);
}

/** The Go string of some bytes; each byte that is no UTF-8 is kept. */
export function fromBytes(bytes: Uint8Array): string {
  if (isUtf8(bytes)) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  }
  let text = '';
  for (let index = 0; index < bytes.length;) {
    const { point, size } = decodeRune(bytes, index);
    text += point < 0 ? String.fromCharCode(RAW_BYTE + byteAt(bytes, index)) : runeText(point);
    index += size;
  }
  return text;
}

/** Number of bytes, as Go's `len`. */
export function byteLength(text: string): number {
  return text.isWellFormed() ? Buffer.byteLength(text, 'utf8') : toBytes(text).length;
}

/** Joins the halves of a character that raw bytes of two strings may have formed. */
export function canonical(text: string): string {
  return text.isWellFormed() ? text : fromBytes(toBytes(text));
}

/** Plain text: each byte that is no UTF-8 becomes U+FFFD. */
export function toText(text: string): string {
  return text.isWellFormed() ? text : canonical(text).toWellFormed();
}

/** The part from byte `start` to byte `end`. */
export function sliceBytes(text: string, start: number, end: number): string {
  return fromBytes(toBytes(text).subarray(start, end));
}

/** The code point of one character of a Go string, U+FFFD for a raw byte. */
export function runeOf(char: string): number {
  const point = char.codePointAt(0) ?? REPLACEMENT;
  return isSurrogate(point) ? REPLACEMENT : point;
}

/** The byte which a character of a Go string stands for, or undefined if it is a real character. */
export function rawByteOf(char: string): number | undefined {
  const unit = char.charCodeAt(0);
  return char.length === 1 && unit >= 0xdc80 && unit <= 0xdcff ? unit - RAW_BYTE : undefined;
}

/** The text of a code point; U+FFFD for what is none. */
export function runeText(point: number): string {
  const valid = point >= 0 && point <= 0x10ffff && !isSurrogate(point);
  return String.fromCodePoint(valid ? point : REPLACEMENT);
}

/** Order of the bytes, which is what Go sorts map keys by. */
export function compareStrings(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    if (a < 0xd800 && b < 0xd800) return a - b;
    return Buffer.compare(toBytes(left), toBytes(right));
  }
  return left.length - right.length;
}

function isSurrogate(point: number): boolean {
  return point >= 0xd800 && point <= 0xdfff;
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}

/** RFC 3629 section 4; point -1 and size 1 for a byte that starts no valid sequence. */
function decodeRune(bytes: Uint8Array, index: number): { point: number; size: number } {
  const first = byteAt(bytes, index);
  if (first < 0x80) return { point: first, size: 1 };
  const size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  const sequence = bytes.subarray(index, index + size);
  if (first < 0xc2 || sequence.length < size || !isUtf8(sequence)) return { point: -1, size: 1 };
  return { point: runeOf(Buffer.from(sequence).toString('utf8')), size };
}
