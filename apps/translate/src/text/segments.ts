import { fencedCodeIn } from './fenced-code.js';
import { untranslatableIn, type Keeping, type TextRange } from './untranslatable.js';

/**
 * A part of a text: either for the engine, or kept byte for byte.
 *
 * Kept are line breaks, NUL and all other control characters, the white space around them, and parts
 * without a single letter. No engine sees them, so none can lose them.
 */
export interface Segment {
  readonly kind: 'translatable' | 'kept';
  readonly text: string;
}

/** UTF-16 code units. Bounds the time until an engine answers, and what a crash can repeat. */
const LONGEST_SEGMENT = 2000;

/** C0 and C1 control characters (NUL, tab, LF, VT, FF, CR, NEL and the rest) and Unicode's line breaks. */
const BREAKS = /([\p{Cc}\u2028\u2029]+)/u;

const LETTER = /[\p{L}\p{M}]/u;

/** Where a text may be split. */
export interface SplitRules {
  /** At line ends; other control characters always split. */
  readonly atLines: boolean;
  /** At the ends of sentences: for memories, which hold sentences. Engines do better with whole lines. */
  readonly atSentences: boolean;
  /** Where lines are not split: whether a line that begins an item, or follows a whole sentence, is one of its own. */
  readonly atItems?: boolean;
  /** What is not split, as far as the caller says. */
  readonly keeping?: Keeping | undefined;
}

export const LINES: SplitRules = { atLines: true, atSentences: false };

/** All control characters but those of line ends. */
const BREAKS_WITHIN_LINES = /((?:(?![\n\r])\p{Cc})+)/u;

/** What an item of a list begins with. */
const ITEM = String.raw`(?:[-–—*+•·▪◦‣]|\(?\p{L}[).]|\d{1,3}[).])[ \t]`;

/** Line ends that a sentence does not go across, and empty lines. */
const BREAKS_OF_ITEMS = new RegExp(
  String.raw`((?:(?![\n\r])\p{Cc})+|(?<=[.!?:;…]["'”’»)]{0,3})[\n\r]+|[\n\r]{1,4}(?=[ \t]{0,20}${ITEM})|(?:\r?\n){2,})`,
  'u',
);

/**
 * Splits a text so that `joinSegments(splitText(text)) === text`.
 *
 * Each line is a segment of its own, unless the rules say otherwise; a line above 2,000 UTF-16 code units is split at the ends of
 * sentences, else between words, else between characters. Blocks of code between fences are kept, and nothing that must stay
 * in one piece is split. O(n).
 */
export function splitText(text: string, rules: SplitRules = LINES): readonly Segment[] {
  const segments: Segment[] = [];
  let position = 0;
  for (const { start, end } of fencedCodeIn(text)) {
    segments.push(...splitProse(text.slice(position, start), rules), kept(text.slice(start, end)));
    position = end;
  }
  return [...segments, ...splitProse(text.slice(position), rules)];
}

function splitProse(text: string, rules: SplitRules): readonly Segment[] {
  // With a capturing group, split() returns what it split at in every second place.
  return text
    .split(breaksOf(rules))
    .flatMap((part, index) => (index % 2 === 1 ? [kept(part)] : splitLine(part, rules)))
    .filter((segment) => segment.text !== '');
}

function breaksOf({ atLines, atItems = false }: SplitRules): RegExp {
  if (atLines) return BREAKS;
  return atItems ? BREAKS_OF_ITEMS : BREAKS_WITHIN_LINES;
}

export function joinSegments(segments: readonly Segment[]): string {
  return segments.map((segment) => segment.text).join('');
}

function splitLine(line: string, { atSentences, keeping }: SplitRules): readonly Segment[] {
  if (atSentences) return sentencesOf(line, keeping).flatMap(trimmed);
  if (line.length <= LONGEST_SEGMENT) return trimmed(line);
  return packed(sentencesOf(line, keeping)).flatMap(trimmed);
}

function trimmed(part: string): readonly Segment[] {
  if (!LETTER.test(part)) return [kept(part)];
  const core = part.trim();
  const start = part.length - part.trimStart().length;
  return [
    kept(part.slice(0, start)),
    { kind: 'translatable', text: core },
    kept(part.slice(start + core.length)),
  ];
}

const kept = (text: string): Segment => ({ kind: 'kept', text });

// English rules: the language may not be known yet, and sentence ends differ little between scripts.
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

function sentencesOf(line: string, keeping: Keeping | undefined): readonly string[] {
  const rangeAt = ascending(untranslatableIn(line, keeping));
  const parts: string[] = [];
  let start = 0;
  for (const { segment, index } of sentences.segment(line)) {
    const end = index + segment.length;
    if (end < line.length && rangeAt(end) !== undefined) continue;
    const sentence = line.slice(start, end);
    parts.push(
      ...(sentence.length <= LONGEST_SEGMENT ? [sentence] : cutBetweenWords(sentence, keeping)),
    );
    start = end;
  }
  return parts;
}

/** Finds the range that a place is inside of; each place must lie behind the one before. */
function ascending(ranges: readonly TextRange[]): (place: number) => TextRange | undefined {
  let next = 0;
  return (place) => {
    while ((ranges[next]?.end ?? place + 1) <= place) next += 1;
    const range = ranges[next];
    return range !== undefined && range.start < place ? range : undefined;
  };
}

/** Joins neighbours as long as they fit: more context for the engine, fewer segments. */
function packed(parts: readonly string[]): readonly string[] {
  const result: string[] = [];
  let current = '';
  for (const part of parts) {
    if (current !== '' && current.length + part.length > LONGEST_SEGMENT) {
      result.push(current);
      current = '';
    }
    current += part;
  }
  return [...result, current];
}

function cutBetweenWords(sentence: string, keeping: Keeping | undefined): readonly string[] {
  const rangeAt = ascending(untranslatableIn(sentence, keeping));
  const parts: string[] = [];
  let start = 0;
  while (sentence.length - start > LONGEST_SEGMENT) {
    const point = cutPoint(sentence, start);
    const range = rangeAt(point);
    const end = range === undefined ? point : range.start > start ? range.start : range.end;
    parts.push(sentence.slice(start, end));
    start = end;
  }
  return [...parts, sentence.slice(start)].filter((part) => part !== '');
}

function cutPoint(sentence: string, start: number): number {
  const limit = start + LONGEST_SEGMENT;
  const space = sentence.lastIndexOf(' ', limit - 1);
  if (space > start) return space + 1;
  return isTrailSurrogate(sentence.charCodeAt(limit)) ? limit - 1 : limit;
}

const isTrailSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
