import { hashed, NO_HASH } from './line-index.js';
import { insertSpans, isFreeIn } from '../../text/insert-spans.js';
import type { MarkedText } from '../../text/marked-text.js';
import type { HashedRange, IndexedTerm, TermIndex } from './term-index.js';

/** A term that was found in a segment. */
export interface AppliedTerm {
  readonly glossaryId: string;
  /** As the glossary holds it. */
  readonly source: string;
  readonly target: string;
  /** The span that stands for it. */
  readonly spanId: number;
}

/** A dictionary that is searched. */
export interface SearchedDictionary {
  readonly glossaryId: string;
  readonly index: TermIndex;
}

interface Candidate extends IndexedTerm {
  readonly glossaryId: string;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly candidate: Candidate;
}

/** Scripts that write without spaces. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;
const WHITE_SPACE = /\s/;

/**
 * Finds the terms of glossaries in texts.
 *
 * A term is found as a whole word: exactly as it is written or, when its entry has no capital letter, at the
 * start of a sentence and in capitals as well. Where several fit, the longest wins, then an entry over a form of
 * another, then that of the glossary named first, then the exact one.
 *
 * O(length of the text × length of the longest term), whatever the number of entries.
 */
export class TermMatcher {
  readonly #dictionaries: readonly SearchedDictionary[];
  /** Ascending. */
  readonly #lengths: readonly number[];

  /** @param dictionaries that of the glossary named first comes first */
  constructor(dictionaries: readonly SearchedDictionary[]) {
    this.#dictionaries = dictionaries;
    const lengths = new Set(dictionaries.flatMap(({ index }) => index.lengths));
    this.#lengths = [...lengths].sort((a, b) => a - b);
  }

  /** Terms from left to right, none overlapping another or cutting one of the taken ranges. */
  find(text: string, isFree: (start: number, end: number) => boolean): readonly Found[] {
    const searched = searchedText(text);
    const found: Found[] = [];
    for (let start = 0; start < text.length; start += 1) {
      if (searched.isJoined[start] === 1 || WHITE_SPACE.test(text.charAt(start))) continue;
      const match = this.#at(searched, start).findLast(({ end }) => isFree(start, end));
      if (match === undefined) continue;
      found.push(match);
      start = match.end - 1;
    }
    return found;
  }

  /** What begins there: the best comes last. */
  #at(searched: SearchedText, start: number): readonly Found[] {
    const { text, folded, isJoined } = searched;
    const found: Found[] = [];
    let [exact, lower, end] = [NO_HASH, NO_HASH, start];
    let isLower = true;
    for (const length of this.#lengths) {
      if (start + length > text.length) break;
      for (; end < start + length; end += 1) {
        exact = hashed(exact, text.charCodeAt(end));
        lower = hashed(lower, folded.charCodeAt(end));
        isLower &&= text.charCodeAt(end) === folded.charCodeAt(end);
      }
      if (isJoined[end] === 1 || !this.#holds(exact, lower)) continue;
      const range = { start, end, hash: exact };
      const candidate = this.#named(searched, range, isLower ? undefined : lower);
      if (candidate !== undefined) found.push({ start, end, candidate });
    }
    return found;
  }

  #holds(exact: number, lower: number): boolean {
    for (const { index } of this.#dictionaries) {
      if (index.holds(exact) || (lower !== exact && index.holds(lower))) return true;
    }
    return false;
  }

  /** @param lower the hash of the range in lower case, if that is another text */
  #named(
    { text, folded }: SearchedText,
    exact: HashedRange,
    lower: number | undefined,
  ): Candidate | undefined {
    for (const kind of KINDS) {
      for (const { glossaryId, index } of this.#dictionaries) {
        const term = index[kind](text, exact);
        if (term !== undefined) return { glossaryId, ...term };
        const small =
          lower === undefined ? undefined : index[kind](folded, { ...exact, hash: lower });
        if (small && isCased(small.form, text.slice(exact.start, exact.end))) {
          return { glossaryId, ...small };
        }
      }
    }
    return undefined;
  }
}

/** An entry wins over a form of another. */
const KINDS = ['entry', 'form'] as const;

interface SearchedText {
  readonly text: string;
  /** In lower case, unit by unit. */
  readonly folded: string;
  /** By position 1 where a word or a character would be cut. */
  readonly isJoined: Uint8Array;
}

function searchedText(text: string): SearchedText {
  const isJoined = new Uint8Array(text.length + 1);
  let position = 0;
  let wasWord = false;
  for (const character of text) {
    const isWord = WORD_CHARACTER.test(character) && !UNSPACED.test(character);
    if (isWord && wasWord) isJoined[position] = 1;
    if (character.length > 1) isJoined[position + 1] = 1;
    position += character.length;
    wasWord = isWord;
  }
  return { text, folded: foldedText(text), isJoined };
}

/** Some letters grow in lower case (`İ`): these stay as they are. */
function foldedText(text: string): string {
  const folded = text.toLowerCase();
  if (folded.length === text.length) return folded;
  return Array.from(text, (character) => {
    const small = character.toLowerCase();
    return small.length === character.length ? small : character;
  }).join('');
}

/** The segment with its terms as spans, numbered on from its own. */
export function withTerms(
  segment: MarkedText,
  matcher: TermMatcher | undefined,
): { readonly segment: MarkedText; readonly terms: readonly AppliedTerm[] } {
  const found = matcher?.find(segment.text, isFreeIn(segment)) ?? [];
  if (found.length === 0) return { segment, terms: [] };
  const terms: AppliedTerm[] = [];
  const withSpans = insertSpans(segment, found, (placed, { candidate }) => {
    const { glossaryId, source, target, form, rendering, agreement } = candidate;
    terms.push({ glossaryId, source, target, spanId: placed.id });
    const written = inCaseOf(segment.text.slice(placed.start, placed.end), form, rendering);
    return { ...placed, kind: 'term', target: written, agreement };
  });
  return { segment: withSpans, terms };
}

/** Whether a form in lower case may be written so. */
const isCased = (form: string, written: string): boolean =>
  form === form.toLowerCase() && (written === capitalised(form) || written === form.toUpperCase());

/** At the start of a sentence a term is written like one, and in capitals among capitals. */
function inCaseOf(written: string, form: string, rendering: string): string {
  if (written === form) return rendering;
  if (written === capitalised(form)) return capitalised(rendering);
  return rendering.toUpperCase();
}

function capitalised(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}
