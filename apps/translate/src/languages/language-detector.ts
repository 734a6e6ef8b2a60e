import type { LanguageTag } from './language.js';

export interface DetectedLanguage {
  readonly language: LanguageTag;
  /** Above 0. Comparable within one detector only; about 0.4 for a guess, 0.8 for a good match. */
  readonly score: number;
}

/** What a text tells about its language. */
export interface LanguageEvidence {
  /** Runs of letters that were looked at. Scripts without spaces have few. */
  readonly words: number;
  /** `ascii` says little about the language, `other` often all. */
  readonly letters: 'none' | 'ascii' | 'latin' | 'other';
  /** All languages for which something speaks, best first. None for texts such as `42`, and for some short ones. */
  readonly scores: readonly DetectedLanguage[];
}

/** Tells in which language a text is written. */
export abstract class LanguageDetector {
  /** Over all languages that the detector knows, whether or not they can be translated. */
  abstract detect(text: string): LanguageEvidence;

  /** Whether texts in this language can be told from others at all. */
  abstract canDetect(language: LanguageTag): boolean;
}
