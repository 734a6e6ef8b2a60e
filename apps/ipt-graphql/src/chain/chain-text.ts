/** Text of a contract's event, as it may be shown. */
export interface ChainText {
  readonly text: string;
  /** Whether the text is what the chain has, byte for byte. */
  readonly isExact: boolean;
}

/**
 * What cannot be shown as it is: controls (NUL among them, which PostgreSQL's text cannot hold), half pairs, marks
 * that turn the direction of writing, and characters that nobody sees. Joiners stay: scripts and emoji need them.
 *
 * @see https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
const UNSHOWABLE =
  // oxlint-disable-next-line no-control-regex -- they are what it looks for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]/gu;
const REPLACEMENT = '\ufffd';

/**
 * Reads what a stranger wrote as text: anybody can write any bytes into an event. Each byte or character that is
 * no text is replaced by U+FFFD, and what is longer is cut.
 *
 * @param bytes UTF-8, or not
 * @param maxCharacters UTF-16 units
 */
export function chainText(bytes: Uint8Array, maxCharacters: number): ChainText {
  // Four bytes for a character at most: what comes after cannot be shown anyway.
  const isLonger = bytes.length > 4 * maxCharacters;
  const head = isLonger ? bytes.subarray(0, 4 * maxCharacters) : bytes;
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(head);
  const shown = decoded.replace(UNSHOWABLE, REPLACEMENT);
  const text = shown.length > maxCharacters ? wholeStart(shown, maxCharacters) : shown;
  const isExact = !isLonger && text === decoded && isUtf8(head);
  return { text, isExact };
}

/** The start of a text, without half of a pair at its end. */
const wholeStart = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
