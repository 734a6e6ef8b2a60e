import type { LanguageTag } from './language.js';

export interface DetectedLanguage {
  readonly language: LanguageTag;
  /** 0 (a guess) to 1 (certain). Comparable within one detector only. */
  readonly confidence: number;
}

/** Tells in which of some languages a text is written. */
export interface LanguageDetector {
  /**
   * @param candidates plain languages; nothing else is returned
   * @returns undefined when the text holds no evidence for any candidate, such as `42`
   */
  detect(text: string, candidates: readonly LanguageTag[]): DetectedLanguage | undefined;

  /** Whether texts in this language can be told from others at all. */
  canDetect(language: LanguageTag): boolean;
}
