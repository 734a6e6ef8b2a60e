import { LRUCache } from 'lru-cache';
import { insertSpans, isFreeIn } from '../../../text/insert-spans.js';
import type { MarkedText } from '../../../text/marked-text.js';
import { unitsOf } from './lexical-unit.js';
import { isPlainText, lookUp } from './lookup.js';

/** Words with a capital letter behind each other: `Yesterday John Brown`. */
const CAPITALISED =
  /(?<![\p{L}\p{N}'’-])\p{Lu}[\p{Ll}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+){1,5}(?![\p{L}\p{N}])/gu;
/** No part of the name before it. */
const POSSESSIVE = /['’]s?$/u;
export const SENTENCE_START = /(?:^|[.!?:…]["'”’»)]*\s+)["'“‘«(¿¡]*$/u;
const SENTENCE_END = /[.!?…]["'”’»)]*$/u;
const WORD = /\p{L}+/gu;

/** Languages in which any noun has a capital letter. */
const NOUNS_IN_CAPITALS: ReadonlySet<string> = new Set(['de', 'lb']);

/** What a dictionary says of a word: a given name, perhaps one, or none. */
type Reading = 'name' | 'ambiguous' | 'other';

interface NameSearch {
  readonly language: string;
  /** The dictionary of the source. */
  readonly analyser: string | undefined;
  /** Whose turn it is. */
  readonly owner?: string | undefined;
}

/** A word with a capital letter and one behind it. */
interface Candidate {
  readonly start: number;
  /** Of the last word with a capital letter. */
  readonly end: number;
  readonly given: string;
  /** Whether the capital letter may come from where the word stands. */
  readonly isWeak: boolean;
}

/**
 * Finds full names whose family name is a word of the language (`John Brown`): rules would translate it.
 *
 * A given name is what the analyser of the source knows as one. At the start of a sentence it must be nothing else.
 */
export class Names {
  readonly #readings = new LRUCache<string, Reading>({ max: 20_000 });

  /**
   * @returns the segments with full names as protected spans; the same ones where there is none
   */
  async shielded(
    segments: readonly MarkedText[],
    { language, analyser, owner }: NameSearch,
  ): Promise<readonly MarkedText[]> {
    if (analyser === undefined || NOUNS_IN_CAPITALS.has(language)) return segments;
    const candidates = segments.map(candidatesIn);
    if (candidates.every((list) => list.length === 0)) return segments;
    const words = candidates.flat().map(({ given }) => given);
    const readings = await this.#read(analyser, [...new Set(words)], owner);
    return segments.map((segment, at) => {
      const isFree = isFreeIn(segment);
      let endOfLast = 0;
      const names = (candidates[at] ?? []).filter(({ given, isWeak, start, end }) => {
        const reading = readings.get(given);
        const isName = reading === 'name' || (reading === 'ambiguous' && !isWeak);
        if (!isName || start < endOfLast || !isFree(start, end)) return false;
        endOfLast = end;
        return true;
      });
      return insertSpans(segment, names, (placed, { given }) => ({
        ...placed,
        kind: 'protected',
        standIn: given,
      }));
    });
  }

  async #read(
    analyser: string,
    words: readonly string[],
    owner: string | undefined,
  ): Promise<ReadonlyMap<string, Reading | undefined>> {
    const keyOf = (word: string) => `${analyser}\0${word}`;
    const open = words.filter((word) => !this.#readings.has(keyOf(word)) && isPlainText(word));
    // A dictionary that cannot be asked knows no names.
    const answers = await lookUp(analyser, [], open, owner).catch(() => []);
    answers.forEach((answer, at) => {
      this.#readings.set(keyOf(open[at] ?? ''), readingOf(answer));
    });
    return new Map(words.map((word) => [word, this.#readings.get(keyOf(word))]));
  }
}

function candidatesIn({ text }: MarkedText): readonly Candidate[] {
  const isHeading = isTitle(text);
  return [...text.matchAll(CAPITALISED)].flatMap(({ 0: words, index }) => {
    const isFirst = SENTENCE_START.test(text.slice(Math.max(0, index - 20), index));
    const end = index + words.replace(POSSESSIVE, '').length;
    let start = index;
    return words
      .split(' ')
      .slice(0, -1)
      .map((given): Candidate => {
        const candidate = { start, end, given, isWeak: isHeading || (isFirst && start === index) };
        start += given.length + 1;
        return candidate;
      });
  });
}

/** `Mark Your Calendar for Today`: no sentence, and hardly a word in small letters. */
export function isTitle(text: string): boolean {
  const words = text.match(WORD) ?? [];
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length;
  return words.length > 2 && !SENTENCE_END.test(text) && small * 3 < words.length;
}

function readingOf(analysed: string): Reading {
  const [unit, ...others] = unitsOf(analysed);
  if (unit === undefined || others.length > 0) return 'other';
  const names = unit.readings.filter(({ tags }) => tags[0] === 'np' && tags.includes('ant'));
  if (names.length === 0) return 'other';
  return names.length === unit.readings.length ? 'name' : 'ambiguous';
}
