import type { Problem } from '@sextant/platform-http/errors';
import type { EngineState } from '../speech-engine.js';

export interface Phrase {
  /** As they are said, with their punctuation. */
  readonly words: readonly string[];
  /** Of each word the pronunciation that is wanted (IPA), where one is. */
  readonly ipa?: readonly (string | undefined)[];
  readonly voice: string;
  readonly rate: number;
  readonly pitch: number;
  readonly language: string;
  readonly signal: AbortSignal;
  /** Whose turn it is. */
  readonly workspace: string;
  /** Whether it goes on with something that was let in. */
  readonly isBegun: boolean;
}

export interface SpokenPhrase {
  readonly pcm: Int16Array;
  /** When each word begins, in milliseconds; of engines that know. */
  readonly wordStartsMs?: readonly number[];
}

/** An engine that says a phrase. */
export interface PhraseSpeaker {
  readonly name: string;
  state(): EngineState;
  /** Of an engine with models: each by name with `ready`, `loading`, or why it is not used. */
  modelStates?(): Readonly<Record<string, string>>;
  /** Why a phrase of this voice does not come at once; nothing when it should. */
  whyWaiting?(voice: string): Problem | undefined;
  start(): void;
  sampleRateOf(voice: string): number;
  /** Whether it tells when it says which word. */
  readonly knowsTimes: boolean;
  /** Silence between two sentences besides what the engine makes; none if absent. A pause of the text takes its place. */
  readonly sentencePauseMs?: number;
  /**
   * Characters of a phrase at most, of an engine that does not stop in the middle of one: whoever waits, waits for its end. The
   * silence that it puts around a piece of a sentence is left out. Absent: some twenty seconds' worth.
   */
  readonly mostCharacters?: number;
  /** The same of the first phrase of a request, which decides when its first sound comes. As `mostCharacters` if absent. */
  readonly firstCharacters?: number;
  /** @throws what `engineFailure` makes Problems of */
  say(phrase: Phrase): Promise<SpokenPhrase>;
  close(): Promise<void>;
}

/** Characters: what it costs to say. */
export const lengthOf = (words: readonly string[]): number =>
  words.reduce((sum, word) => sum + word.length + 1, 0);
