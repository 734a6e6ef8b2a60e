import type { AudioFormat } from '../audio/audio-format.js';
import { collected, type EncodedPart, type SpeechEncoding } from '../synthesis/encoded-stream.js';
import { sequence } from './dialogue.js';
import { modelFor } from '../models/models.js';
import type { WordMark } from '../synthesis/speech-marks.js';
import {
  type PreparedSpeech,
  type SpeechRequest,
  type SpeechService,
} from '../synthesis/speech-service.js';
import { MAX_INPUT, MAX_PAUSE_MS } from '../synthesis/speech-limits.js';
import { invalid } from '../errors/request-errors.js';
import type { Synthesis } from '../synthesis/synthesizer.js';

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

/** Speaks turns of several voices as one recording. */
export class DialogueService {
  constructor(
    private readonly speech: SpeechService,
    private readonly encoding: SpeechEncoding,
  ) {}

  /** @throws {Problem} as `SpeechService.speak`, the field naming the turn */
  async speak(request: DialogueRequest): Promise<DialogueSpeech> {
    const marks: DialogueMark[] = [];
    const { synthesis, billableCharacters } = await this.begin(request, (turn, mark) =>
      marks.push({ ...mark, turn, voiceId: request.turns[turn]?.voiceId ?? '' }),
    );
    const pcm = await collected(synthesis);
    const { sampleRate, signal, estimatesMarks, workspace } = synthesis;
    const { format } = request;
    return {
      audio: await this.encoding.whole({ pcm, sampleRate, signal, workspace }, { format }),
      format,
      billableCharacters,
      durationMs: synthesis.durationMs(),
      marks,
      estimatesMarks,
    };
  }

  /** The same as raw audio, as it is made. */
  async stream(request: DialogueRequest): Promise<DialogueStream> {
    const { format, turns } = request;
    let said = 0;
    const { synthesis, billableCharacters } = await this.begin(request, (turn, { end }) => {
      said = lengthOf(turns.slice(0, turn)) + end;
    });
    return {
      billableCharacters,
      estimatesMarks: synthesis.estimatesMarks,
      parts: () => this.encoding.stream(synthesis, { format }),
      durationMs: () => synthesis.durationMs(),
      share: () => Math.min(1, said / lengthOf(turns)),
    };
  }

  private async begin(
    request: DialogueRequest,
    onMark: (turn: number, mark: WordMark) => void,
  ): Promise<BegunDialogue> {
    modelFor(request.model, 'dialogue');
    const { turns, ...common } = request;
    const length = lengthOf(turns);
    if (length > MAX_INPUT.dialogue) {
      throw invalid(
        'turns',
        `The turns have ${length} characters, at most ${MAX_INPUT.dialogue} are allowed.`,
      );
    }
    const pauseMs = turns.slice(1).reduce((sum, turn) => sum + turn.pauseMs, 0);
    if (pauseMs > MAX_PAUSE_MS.dialogue) {
      throw invalid('turns', `The pauses last ${pauseMs / 1000} s, at most 300 s are allowed.`);
    }
    const prepared: { speech: PreparedSpeech; pauseMs: number }[] = [];
    for (const [index, { input, voiceId, pauseMs }] of turns.entries()) {
      const asked = { ...common, model: undefined, input, voiceId };
      const speech = await this.speech.prepare(asked, 'dialogue', `turns.${index}.`);
      prepared.push({ speech, pauseMs });
    }
    const seconds = prepared.reduce((sum, { speech }) => sum + speech.seconds, pauseMs / 1000);
    this.speech.requireSeconds(seconds, 'dialogue', 'turns');
    return {
      synthesis: sequence(prepared, common.workspace, onMark),
      billableCharacters: prepared.reduce((sum, { speech }) => sum + speech.billableCharacters, 0),
    };
  }
}

/** UTF-16 code units. */
const lengthOf = (turns: readonly DialogueTurn[]): number =>
  turns.reduce((sum, { input }) => sum + input.length, 0);

interface BegunDialogue {
  readonly synthesis: Synthesis;
  readonly billableCharacters: number;
}
