import type { LanguageTag } from '../languages/language.js';
import type { MarkedText } from '../text/marked-text.js';

/** `rephrase` may write anew what a text says, `correct` changes as little as its mistakes need. */
export type WritingTask = 'rephrase' | 'correct';

export const WRITING_STYLES = ['academic', 'business', 'casual', 'simple'] as const;
export const TONES = ['confident', 'diplomatic', 'enthusiastic', 'friendly'] as const;
export type WritingStyle = (typeof WRITING_STYLES)[number];
export type Tone = (typeof TONES)[number];

/** One change to a text. Positions are UTF-16 code units of the text as it was sent. */
export interface Correction {
  readonly start: number;
  readonly end: number;
  /** What stands there in the answer. */
  readonly replacement: string;
  /** Other words that would do, the best first. */
  readonly alternatives: readonly string[];
  /** The kind of mistake as the engine names it, such as `spelling`. */
  readonly rule: string;
  /** What is wrong, in English or the language of the text; absent where the engine gives no reasons. */
  readonly explanation?: string;
}

/** Texts of one language to be improved. */
export interface WritingRequest {
  readonly task: WritingTask;
  /** A variant where one was asked for or is the usual one: `en-US`. */
  readonly language: LanguageTag;
  /** With what must stay as it is as protected spans. */
  readonly texts: readonly MarkedText[];
  readonly writingStyle?: WritingStyle | undefined;
  readonly tone?: Tone | undefined;
  /** The organization: engines that have one place to work take turns among them. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

export interface WrittenText {
  readonly text: string;
  /** In the order of their positions; none for a text that was written anew. */
  readonly corrections: readonly Correction[];
}

/** Improves texts in their own language. */
export interface WritingEngine {
  readonly name: string;
  /** Languages without region in which it does a task. */
  languages(task: WritingTask): readonly LanguageTag[];
  /**
   * @returns one text for each, in their order, with everything protected in it once
   * @throws {Problem} as `TranslationEngine.translate`
   */
  write(request: WritingRequest): Promise<readonly WrittenText[]>;
  /** Done in the background after the start, such as loading what will be asked for. Never fails. */
  prepare?(): Promise<void>;
  close(): Promise<void>;
}
