import { randomUUID } from 'node:crypto';
import type { Problem } from '@sextant/platform-http/errors';
import { problemOf } from '../../errors/problem-of.js';
import type { Told } from '../../live/live-outbox.js';
import type { LivePresenter } from '../../live/live-socket.js';
import type { ListeningMessage } from '../listening-session.js';

type Final = Extract<ListeningMessage, { kind: 'final' }>;

/** Events of OpenAI's realtime transcription, of one connection. */
export class RealtimePresenter implements LivePresenter<ListeningMessage> {
  readonly #connection = randomUUID().slice(0, 8);
  #events = 0;
  /** Whether the service tells when somebody speaks: it does where it finds the pauses. */
  detectsTurns = true;

  frames({ message }: Told<ListeningMessage>): readonly object[] {
    switch (message.kind) {
      case 'speech_started':
        return this.detectsTurns
          ? [
              this.event('input_audio_buffer.speech_started', {
                audio_start_ms: message.startMs,
                item_id: this.itemOf(message.utterance),
              }),
            ]
          : [];
      case 'final':
        return this.finals(message);
      case 'failed':
        return [this.failure(problemOf(message.error))];
      default:
        return [];
    }
  }

  /** What is wrong with an event; the connection goes on. */
  failure({ code, message, status }: Problem): object {
    const type = status < 500 ? 'invalid_request_error' : 'server_error';
    return this.event('error', { error: { type, code, message, param: null, event_id: null } });
  }

  event(type: string, members: object): object {
    this.#events += 1;
    return { type, event_id: `event_${this.#connection}_${this.#events}`, ...members };
  }

  private finals({ utterance, startMs, endMs, heard }: Final): object[] {
    const item = { item_id: this.itemOf(utterance) };
    const part = { ...item, content_index: 0 };
    const previous = utterance > 1 ? this.itemOf(utterance - 1) : null;
    const seconds = (endMs - startMs) / 1000;
    return [
      ...(this.detectsTurns
        ? [this.event('input_audio_buffer.speech_stopped', { audio_end_ms: endMs, ...item })]
        : []),
      this.event('input_audio_buffer.committed', { ...item, previous_item_id: previous }),
      ...(heard.text === ''
        ? []
        : [
            this.event('conversation.item.input_audio_transcription.delta', {
              ...part,
              delta: heard.text,
            }),
          ]),
      this.event('conversation.item.input_audio_transcription.completed', {
        ...part,
        transcript: heard.text,
        usage: { type: 'duration', seconds },
      }),
    ];
  }

  private itemOf(utterance: number): string {
    return `item_${this.#connection}_${utterance}`;
  }
}
