import type { AudioFormat } from '../audio/audio-format.js';
import type { Problem } from '@sextant/platform-http/errors';
import type { WordMark } from './speech-marks.js';
import type { EncodedPart } from './encoded-stream.js';

export interface SpeechRequest {
  readonly workspace: string;
  /** Text or SSML. */
  readonly input: string;
  /** Text, although it may begin as SSML does. */
  readonly isPlain?: boolean | undefined;
  readonly voiceId: string;
  /** The only voices that may speak; all if absent. */
  readonly voices?: readonly string[];
  readonly model?: string | undefined;
  /** BCP 47; the voice's own if absent. */
  readonly language?: string | undefined;
  /** Ids of lexicons, the one that wins first. */
  readonly lexicons?: readonly string[] | undefined;
  readonly format: AudioFormat;
  readonly normalizesText: boolean;
  readonly normalizesLoudness: boolean;
  /** Factor of the voice's pace. */
  readonly speed?: number | undefined;
  /** Factor of the voice's pitch. */
  readonly pitch?: number | undefined;
  /** Where it begins in a recording of several, in milliseconds. */
  readonly fromMs?: number | undefined;
  readonly signal: AbortSignal;
  /** Is given, as soon as the voice is known, what tells why nothing has come when the caller's time is over. */
  readonly onVoice?: ((whyWaiting: () => Problem | undefined) => void) | undefined;
}

/** One finished recording. */
export interface Speech {
  readonly audio: Uint8Array;
  readonly format: AudioFormat;
  readonly billableCharacters: number;
  readonly durationMs: number;
  /** Of all words, in order. */
  readonly marks: readonly WordMark[];
  readonly estimatesMarks: boolean;
  /** BCP 47 of what was said. */
  readonly language: string;
  /** The voice that spoke, where another had to: the one that was asked for does not know the language. */
  readonly spokenBy: string;
  /** Whether that is a clone. */
  readonly isClone: boolean;
}

/** A recording as it is made. */
export interface SpeechStream {
  readonly format: AudioFormat;
  readonly billableCharacters: number;
  readonly estimatesMarks: boolean;
  readonly spokenBy: string;
  readonly isClone: boolean;
  readonly language: string;
  parts(): AsyncGenerator<EncodedPart>;
  /** Known when all parts are read. */
  durationMs(): number;
}
