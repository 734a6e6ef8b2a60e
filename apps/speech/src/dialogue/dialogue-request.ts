import type { SpeechRequest } from '../synthesis/speech-request.js';
import type { WordMark } from '../synthesis/marks/speech-marks.js';
import type { AudioFormat } from '../audio/audio-format.js';
import type { EncodedPart } from '../synthesis/streams/encoded-stream.js';

export interface DialogueTurn {
  readonly input: string;
  readonly voiceId: string;
  /** Silence before it. */
  readonly pauseMs: number;
}

export interface DialogueRequest extends Omit<SpeechRequest, 'input' | 'voiceId'> {
  readonly turns: readonly DialogueTurn[];
}

/** A word of a dialogue; offsets are of its turn's input. */
export interface DialogueMark extends WordMark {
  /** From 0. */
  readonly turn: number;
  readonly voiceId: string;
}

export interface DialogueSpeech {
  readonly audio: Uint8Array;
  readonly format: AudioFormat;
  readonly billableCharacters: number;
  readonly durationMs: number;
  readonly marks: readonly DialogueMark[];
  /** Of one turn at least. */
  readonly estimatesMarks: boolean;
}

/** A dialogue as it is made. */
export interface DialogueStream {
  readonly billableCharacters: number;
  readonly estimatesMarks: boolean;
  parts(): AsyncGenerator<EncodedPart>;
  /** Of what was said until now. */
  durationMs(): number;
  /** What was said until now: from 0, nothing, to 1. */
  share(): number;
}
