import type { Problem } from '@sextant/platform-http/errors';
import { mediaTypeOf, type AudioFormat } from '../../audio/audio-format.js';
import type { LiveMessage } from '../live-session.js';
import type { Told } from '../live-outbox.js';
import { presentWord } from '../../synthesis/marks/word-mark.presenter.js';
import type {
  AudioMessage,
  ClearedMessage,
  DoneMessage,
  ErrorMessage,
  StartedMessage,
  TurnDoneMessage,
} from './live-answers.dto.js';
import type { LivePresenter } from '../live-socket.js';
import { problemOf } from '../../errors/problem-of.js';

type Answer = AudioMessage | TurnDoneMessage | ClearedMessage | DoneMessage | ErrorMessage;

/** Our own messages, as docs/api/asyncapi/speech.json has them. */
export const LIVE_PRESENTER: LivePresenter = {
  frames: (told) => [present(told)],
  failure: (problem) => failureFrame(problem),
};

/** Why a session, or its connection, ends. */
export const failureFrame = (
  { code, message, details }: Problem,
  sequence?: number,
): ErrorMessage => ({
  type: 'error',
  ...(sequence === undefined ? {} : { sequence }),
  error: { code, message, ...details },
});

export interface StartedOptions {
  readonly session: string;
  readonly format: AudioFormat;
  readonly voiceId: string;
  readonly estimatesMarks: boolean;
  readonly resumeSeconds: number;
}

/** The answer to `start`. */
export const presentStarted = (started: StartedOptions): StartedMessage => ({
  type: 'started',
  session: started.session,
  voice_id: started.voiceId,
  output_format: started.format.id,
  content_type: mediaTypeOf(started.format),
  estimates_marks: started.estimatesMarks,
  resume_seconds: started.resumeSeconds,
});

function present({ sequence, message }: Told<LiveMessage>): Answer {
  switch (message.kind) {
    case 'audio': {
      const { turn, bytes, marks } = message;
      const audio = bytes.length === 0 ? {} : { audio: Buffer.from(bytes).toString('base64') };
      const words = marks.length === 0 ? {} : { speech_marks: marks.map(presentWord) };
      return { type: 'audio', sequence, turn, ...audio, ...words };
    }
    case 'turn_done':
      return {
        type: 'turn_done',
        sequence,
        turn: message.turn,
        billable_characters_count: message.billableCharacters,
        audio_duration_ms: message.durationMs,
      };
    case 'cleared':
      return { type: 'cleared', sequence, turn: message.turn, said_until: message.saidUntil };
    case 'done':
      return { type: 'done', sequence };
    case 'failed':
      return failureFrame(problemOf(message.error), sequence);
  }
}
