import { Injectable } from '@nestjs/common';
import { collected, SpeechEncoding } from '../synthesis/streams/encoded-stream.js';
import { sequence } from './dialogue.js';
import type { UnmeteredDialogues } from './dialogue-speaking.js';
import { modelFor } from '../models/models.js';
import type { WordMark } from '../synthesis/marks/speech-marks.js';
import { type PreparedSpeech, SpeechService } from '../synthesis/speech-service.js';
import { MAX_INPUT, MAX_PAUSE_MS } from '../synthesis/speech-limits.js';
import { invalid } from '../errors/request-errors.js';
import type { Synthesis } from '../synthesis/synthesizer.js';
import type {
  DialogueTurn,
  DialogueRequest,
  DialogueMark,
  DialogueSpeech,
  DialogueStream,
} from './dialogue-request.js';

/** Speaks turns of several voices as one recording. */
@Injectable()
export class DialogueService implements UnmeteredDialogues {
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
