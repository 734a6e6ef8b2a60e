import { ALPHABETS, NEUTRAL } from './alphabets.js';

/** Of a text; more tells no more, and each encoding reads them. */
const SAMPLE_BYTES = 16 * 1024;
/** Bytes behind a letter beside ASCII that may belong to it. */
const TRAILING_BYTES = 4;
/** A text whose letters fit worse was written otherwise. */
const LEAST_SCORE = 0.8;

const decoded = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    // The last letter of a full sample may be cut.
    const stream = bytes.length === SAMPLE_BYTES;
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream });
  } catch {
    return undefined;
  }
};

/**
 * The encoding of a text that is no UTF-8: the one in which it is written with the letters of one language. O(bytes).
 *
 * Own choice: Node's `TextDecoder` reads all that browsers read, so that no package is needed to read them; what is asked of a
 * package would be this guess alone.
 *
 * @returns a name of the WHATWG Encoding Standard; undefined where none fits
 */
export function guessedEncoding(bytes: Uint8Array): string | undefined {
  const sample = sampleOf(bytes);
  const scores = [
    ...EAST_ASIAN.map((each) => ({
      encoding: each.encoding,
      score: eastAsianScore(sample, each),
    })),
    ...ALPHABETS.flatMap(({ encodings, letters }) =>
      encodings.map((encoding) => ({ encoding, score: scoreOf(sample, encoding, letters) })),
    ),
  ];
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score >= LEAST_SCORE ? best.encoding : undefined;
}

/** The first letters beside ASCII with what is around them: the rest of a text tells nothing. */
export function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(Math.min(SAMPLE_BYTES, bytes.length));
  let length = 0;
  let sinceLetter = 0;
  for (let at = 0; at < bytes.length && length < sample.length; at += 1) {
    const byte = bytes[at] ?? 0;
    sinceLetter = isAscii(byte) ? sinceLetter + 1 : 0;
    if (sinceLetter > TRAILING_BYTES && isAscii(bytes[at + 1] ?? 0)) continue;
    sample[length] = byte;
    length += 1;
  }
  return sample.subarray(0, length);
}

const isAscii = (byte: number): boolean => byte < 0x80;

/** UTF-16 without its mark: every other byte of a text in Latin letters is zero. */
export function wideEncoding(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, 2000);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 4;
  if (odd > many && even === 0) return 'utf-16le';
  return even > many && odd === 0 ? 'utf-16be' : undefined;
}

/** A letter beside ASCII, with what stands before and behind it. */
const LETTERS = /(?<=(.)|^)([\u0080-\uffff])(?=(.)|$)/gsu;
const LATIN = /\p{Script=Latin}/u;
/** No letter of any language. */
const NONE = '\0';

/** Share of letters beside ASCII that are those of one language. */
function scoreOf(bytes: Uint8Array, encoding: string, languages: readonly string[]): number {
  const text = decoded(bytes, encoding) ?? '';
  const letters = [...text.matchAll(LETTERS)].filter(([letter]) => !NEUTRAL.test(letter));
  if (letters.length === 0) return 0;
  const counts = new Map<string, number>();
  let small = 0;
  for (const match of letters) {
    const folded = letterOf(match);
    counts.set(folded, (counts.get(folded) ?? 0) + 1);
    if (match[0] === match[0].toLowerCase()) small += 1;
  }
  const shares = languages.map((language) =>
    [...counts].reduce((sum, [letter, count]) => sum + (language.includes(letter) ? count : 0), 0),
  );
  // Encodings of Cyrillic differ in which half is small: texts are mostly small letters.
  return (Math.max(...shares) / letters.length) * (0.9 + (0.1 * small) / letters.length);
}

/** In small; a capital within a word, and a letter of one script beside one of another, is none. */
function letterOf([letter, before = '', , after = '']: RegExpMatchArray): string {
  const isCapitalInside = /\p{Ll}/u.test(before) && /\p{Lu}/u.test(letter);
  const isStranger = !LATIN.test(letter) && (LATIN.test(before) || LATIN.test(after));
  return isCapitalInside || (isStranger && /\p{L}/u.test(letter)) ? NONE : letter.toLowerCase();
}

interface EastAsian {
  readonly encoding: string;
  /** Signs that every text in it has. */
  readonly usual: RegExp;
  /** Their share of a text, at least. */
  readonly share: number;
}

const KANA = { usual: /[\u3041-\u30ff]/u, share: 0.1 };
const HANGUL = { usual: /[\uac00-\ud7a3]/u, share: 0.6 };
const HAN = {
  usual: /[的一是不了在人有我他这這中大来來上个個国國们們到说說时時要就出会會可也你对對]/u,
  share: 0.1,
};

const EAST_ASIAN: readonly EastAsian[] = [
  { encoding: 'shift_jis', ...KANA },
  { encoding: 'euc-jp', ...KANA },
  { encoding: 'euc-kr', ...HANGUL },
  { encoding: 'gb18030', ...HAN },
  { encoding: 'big5', ...HAN },
];
const SIGNS = /[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7a3\uff01-\uff9f]/u;

/** Share of signs of East Asia, halved where those that are usual are missing. */
function eastAsianScore(bytes: Uint8Array, { encoding, usual, share }: EastAsian): number {
  const text = decoded(bytes, encoding) ?? '';
  const wide = Array.from(text).filter((sign) => sign > '\u007f' && !NEUTRAL.test(sign));
  if (wide.length === 0) return 0;
  const shareOf = (kind: RegExp) => wide.filter((sign) => kind.test(sign)).length / wide.length;
  return shareOf(SIGNS) * (shareOf(usual) < share ? 0.5 : 1);
}
