import { LRUCache } from 'lru-cache';
import type { MarkedText } from '../../../text/marked-text.js';
import { unitsOf } from './lexical-unit.js';
import { isPlainText, lookUp } from './lookup.js';

/** Words in small letters, joined by hyphens: `well-known`. */
const COMPOUND = /(?<![\p{L}\p{N}‐‑-])\p{Ll}{2,}(?:[‐‑-]\p{Ll}{2,}){1,3}(?![\p{L}\p{N}‐‑-])/gu;

/** The language that writes such before nouns. Rules for it write their words without spaces: `La casabiensabida`. */
const LANGUAGE = 'en';

interface CompoundSearch {
  readonly language: string;
  /** The dictionary of the source. */
  readonly analyser: string | undefined;
  /** Whose turn it is. */
  readonly owner?: string | undefined;
}

/** Opens compounds that a dictionary does not hold as one word: rules translate `well known`. */
export class Compounds {
  readonly #isHeld = new LRUCache<string, boolean>({ max: 20_000 });

  /** @returns the segments with spaces in the place of such hyphens; the same ones where there are none */
  async opened(
    segments: readonly MarkedText[],
    { language, analyser, owner }: CompoundSearch,
  ): Promise<readonly MarkedText[]> {
    if (analyser === undefined || language !== LANGUAGE) return segments;
    const found = segments.map(({ text }) => [...text.matchAll(COMPOUND)]);
    const words = new Set(found.flat().map(([word]) => plain(word)));
    if (words.size === 0) return segments;
    await this.#read(analyser, [...words], owner);
    return segments.map((segment, at) =>
      (found[at] ?? []).reduce((opened, { 0: word, index }) => {
        const isOpen = this.#isHeld.get(keyOf(analyser, plain(word))) === false;
        return isOpen && isFree(segment, index, index + word.length)
          ? withSpaces(opened, index, word)
          : opened;
      }, segment),
    );
  }

  async #read(
    analyser: string,
    words: readonly string[],
    owner: string | undefined,
  ): Promise<void> {
    const open = words.filter(
      (word) => !this.#isHeld.has(keyOf(analyser, word)) && isPlainText(word),
    );
    // A dictionary that cannot be asked opens nothing.
    const asked = open.map((word) => `${word}.`);
    const answers = await lookUp(analyser, [], asked, owner).catch(() => []);
    answers.forEach((answer, at) => {
      const word = open[at] ?? '';
      this.#isHeld.set(keyOf(analyser, word), unitsOf(answer)[0]?.surface === word);
    });
  }
}

const keyOf = (analyser: string, word: string): string => `${analyser}\0${word}`;

const plain = (word: string): string => word.replaceAll(/[‐‑]/g, '-');

const withSpaces = ({ text, spans }: MarkedText, index: number, word: string): MarkedText => ({
  text: text.slice(0, index) + word.replaceAll(/[‐‑-]/g, ' ') + text.slice(index + word.length),
  spans,
});

/** Whether no protected content or term is there. */
const isFree = ({ spans }: MarkedText, start: number, end: number): boolean =>
  spans.every((span) => span.kind === 'tag' || end <= span.start || span.end <= start);
