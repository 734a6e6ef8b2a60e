import { problemOf } from '../../errors/problem-of.js';
import type { Told } from '../../live/live-outbox.js';
import type { LivePresenter } from '../../live/live-socket.js';
import { failureFrame } from '../../live/messages/live.presenter.js';
import type { HeardWord } from '../../recognition/transcriber.js';
import type { ListeningMessage } from '../listening-session.js';
import type {
  HeardWordDto,
  ListenDoneMessage,
  SpeechStartedMessage,
  TranscriptMessage,
} from './listening-answers.dto.js';

type Answer = SpeechStartedMessage | TranscriptMessage | ListenDoneMessage | object;

/** Our own messages, as docs/api/asyncapi/speech.json has them. */
export const LISTENING_PRESENTER: LivePresenter<ListeningMessage> = {
  frames: (told) => [present(told)],
  failure: (problem) => failureFrame(problem),
};

function present({ sequence, message }: Told<ListeningMessage>): Answer {
  switch (message.kind) {
    case 'speech_started':
      return {
        type: 'speech_started',
        sequence,
        utterance: message.utterance,
        start_time: message.startMs,
      };
    case 'interim':
    case 'final': {
      const { kind, utterance, startMs, endMs, heard } = message;
      const { text, words, language } = heard;
      return {
        ...{ type: kind, sequence, utterance, text, start_time: startMs, end_time: endMs },
        ...(words === undefined ? {} : { words: words.map(presentHeardWord) }),
        ...(language === undefined ? {} : { language }),
      };
    }
    case 'done':
      return { type: 'done', sequence, audio_duration_ms: message.durationMs };
    case 'failed':
      return failureFrame(problemOf(message.error), sequence);
  }
}

const presentHeardWord = ({ text, startMs, endMs }: HeardWord): HeardWordDto => ({
  value: text,
  start_time: startMs,
  end_time: endMs,
});
