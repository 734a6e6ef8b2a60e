import type { Style } from './style.js';

/** A word as the caller wrote it; `input.slice(start, end) === value`, in UTF-16 units. */
export interface Word {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** A place of SSML's `<mark>`; start and end are of its tag. */
export interface Bookmark {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** What an engine says for one word. */
export interface SpokenWord {
  readonly kind: 'word';
  /** Index in `Utterance.words`. */
  readonly word: number;
  /** What to say: the word in full, with the punctuation around it. */
  readonly text: string;
  readonly style: Style;
}

export interface Pause {
  readonly kind: 'break';
  readonly ms: number;
}

export interface Sentence {
  /** From the beginning of its first word to the end of what follows its last, such as a full stop. */
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly items: readonly (SpokenWord | Pause)[];
}

/** A whole input, ready to be said: sentence by sentence, each word knowing where it stood. */
export interface Utterance {
  /** BCP 47. */
  readonly language: string;
  readonly words: readonly Word[];
  readonly sentences: readonly Sentence[];
  /** Bookmarks by the word that they stand before; the number of words for those at the end. */
  readonly bookmarks: ReadonlyMap<number, readonly Bookmark[]>;
  /** By how many code points aliases and pronunciations are longer than what they stand for. */
  readonly replacedBy: number;
}
