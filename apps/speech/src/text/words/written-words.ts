import type { SourceText } from './source-text.js';

/** A word as it stands in the input, with the punctuation around it. Offsets are of the input. */
export interface WrittenWord {
  readonly lead: string;
  readonly text: string;
  readonly trail: string;
  readonly start: number;
  readonly end: number;
  /** Begin and end with the punctuation around it. */
  readonly outerStart: number;
  readonly outerEnd: number;
  /** Whether its punctuation, or the line, ends a sentence. */
  readonly endsSentence: boolean;
}

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** What is heard: letters, digits, marks, and signs with a name. */
const AUDIBLE = /[\p{L}\p{N}\p{M}\p{S}&@%‰#*/§]/u;
/** Punctuation before a word; currency signs, number signs and the like belong to it. */
const LEAD = /^(?:(?![#&@%‰*§])(?![-.][\d\p{Sc}])\p{P})+/u;
const TRAILING = /^(?![%‰&@#*/§])\p{P}$/u;
const SENTENCE_END = /[.!?…。！？।؟]["'”’»)\]』」]*$/u;

export interface WrittenWordsOptions {
  readonly language: string;
  /** The whole text is one word. */
  readonly isWhole: boolean;
}

/**
 * The words of a text, in order. What is punctuation alone goes with the word before it; at the beginning of the text
 * it is a word without `text`, for whoever knows what stands before.
 */
export function writtenWords(source: SourceText, options: WrittenWordsOptions): WrittenWord[] {
  const words: WrittenWord[] = [];
  for (const { from, to, breaksLine } of tokens(source.text, options)) {
    const word = wordOf(source, from, to, options.isWhole);
    if (word !== undefined) words.push({ ...word, endsSentence: word.endsSentence || breaksLine });
    else appendTo(words, source, { from, to, breaksLine });
  }
  return words;
}

interface Token {
  readonly from: number;
  readonly to: number;
  /** Whether an empty line or a line end follows. */
  readonly breaksLine: boolean;
}

function* tokens(text: string, { language, isWhole }: WrittenWordsOptions): Generator<Token> {
  if (isWhole) {
    const from = text.length - text.trimStart().length;
    const to = text.trimEnd().length;
    if (to > from) yield { from, to, breaksLine: false };
    return;
  }
  for (const match of text.matchAll(/\S+/gu)) {
    const to = match.index + match[0].length;
    const breaksLine = /^[^\S\n]*\n/.test(text.slice(to, to + 80));
    if (UNSPACED.test(match[0])) yield* segmented(match[0], match.index, { language, breaksLine });
    else yield { from: match.index, to, breaksLine };
  }
}

/** Words of a stretch without spaces, found by the dictionaries of ICU. */
function* segmented(
  stretch: string,
  offset: number,
  { language, breaksLine }: { language: string; breaksLine: boolean },
): Generator<Token> {
  const parts = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(stretch)];
  for (const [index, { segment, index: at }] of parts.entries()) {
    const from = offset + at;
    const isLast = index === parts.length - 1;
    yield { from, to: from + segment.length, breaksLine: isLast && breaksLine };
  }
}

function wordOf(
  { text, starts, ends }: SourceText,
  from: number,
  to: number,
  isWhole: boolean,
): WrittenWord | undefined {
  const token = text.slice(from, to);
  if (!AUDIBLE.test(token)) return undefined;
  const [lead, core, trail] = isWhole ? ['', token, ''] : withoutPunctuation(token);
  if (core === '') return undefined;
  const begin = from + lead.length;
  const last = begin + core.length - 1;
  return {
    lead,
    text: core,
    trail,
    start: starts[begin] ?? 0,
    end: ends[last] ?? 0,
    outerStart: starts[from] ?? 0,
    outerEnd: ends[to - 1] ?? 0,
    endsSentence: SENTENCE_END.test(trail),
  };
}

/** What stands before a word, the word, and what stands after it. */
function withoutPunctuation(token: string): readonly [string, string, string] {
  const [lead = ''] = LEAD.exec(token) ?? [];
  const rest = token.slice(lead.length);
  const end = endOfCore(rest);
  return [lead, rest.slice(0, end), rest.slice(end)];
}

/** Looked for from behind: a pattern that looks from the front begins anew at each of many signs in the middle. O(n). */
function endOfCore(text: string): number {
  let end = text.length;
  while (end > 0) {
    const start = end - (isPair(text, end - 2) ? 2 : 1);
    if (!TRAILING.test(text.slice(start, end))) break;
    end = start;
  }
  return end;
}

/** Two UTF-16 units that are one sign. */
const isPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff;

/** Punctuation that stands alone, such as a dash, is said (paused at) after the word before it. */
function appendTo(
  words: WrittenWord[],
  { text, starts, ends }: SourceText,
  { from, to, breaksLine }: Token,
): void {
  const start = starts[from] ?? 0;
  const before: WrittenWord = words.at(-1) ?? {
    lead: '',
    text: '',
    trail: '',
    start,
    end: start,
    outerStart: start,
    outerEnd: start,
    endsSentence: false,
  };
  const mark = text.slice(from, to);
  words[Math.max(0, words.length - 1)] = {
    ...before,
    trail: before.trail + (before.outerEnd === start ? '' : ' ') + mark,
    outerEnd: ends[to - 1] ?? before.outerEnd,
    endsSentence: before.endsSentence || breaksLine || SENTENCE_END.test(mark),
  };
}
