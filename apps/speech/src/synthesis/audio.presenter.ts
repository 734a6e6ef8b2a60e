import { createHash } from 'node:crypto';
import { Problem } from '@sextant/platform-http/errors';
import type { Response } from 'express';
import { mediaTypeOf, type AudioFormat } from '../audio/audio-format.js';
import type { SpeechStream } from './speech-request.js';
import type { WordMark } from './speech-marks.js';
import { ENGINE_ERRORS } from '../errors/engine-errors.js';
import { presentWord } from './word-mark.presenter.js';
import { ReaderGoneError, send } from './stream-answer.js';

/** What is told of speech in headers. */
export interface ToldOfSpeech extends Pick<SpeechStream, 'estimatesMarks'> {
  readonly spokenBy?: string;
}

/** Says that times of words are estimated, where they are, and which voice spoke. */
export function tellHow({ estimatesMarks, spokenBy }: ToldOfSpeech, response: Response): void {
  if (estimatesMarks) response.setHeader('X-Speech-Marks', 'estimated');
  if (spokenBy !== undefined) response.setHeader('X-Speech-Voice', encodeURIComponent(spokenBy));
}

/**
 * Answers raw audio. The status goes out with the first bytes, so that failures before them are ordinary errors;
 * later ones cut the connection, which is all that HTTP offers.
 */
export async function answerAudio(
  stream: ToldOfSpeech & Pick<SpeechStream, 'format' | 'parts'>,
  response: Response,
): Promise<void> {
  const parts = stream.parts();
  tellHow(stream, response);
  const first = await parts.next();
  setAudioHeaders(response, stream.format);
  try {
    for (let part = first; part.done !== true; part = await parts.next()) {
      await send(response, part.value.bytes);
    }
    response.end();
  } catch (error) {
    if (error instanceof ReaderGoneError) return;
    response.destroy();
    throw error;
  } finally {
    await parts.return(undefined);
  }
}

function setAudioHeaders(response: Response, format: AudioFormat): void {
  response.status(200).setHeader('Content-Type', mediaTypeOf(format));
  response.setHeader('Cache-Control', 'no-store');
}

/** What an event stream says of speech; the names differ between the two dialects. */
export interface EventDialect {
  chunk(bytes: Uint8Array, marks: readonly WordMark[]): SseEvent | undefined;
  done(stream: SpeechStream): SseEvent;
  failed(code: string, message: string): SseEvent;
  /** A caption file, before the end. */
  captions?(text: string): SseEvent;
}

export interface SseEvent {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Server-sent events of Speechify (spec 3, part 2.A): no `[DONE]` at the end. */
export const SPEECHIFY_EVENTS: EventDialect = {
  chunk: (bytes, marks) =>
    bytes.length === 0 && marks.length === 0
      ? undefined
      : {
          type: 'speech.chunk',
          ...(bytes.length === 0 ? {} : { audio: Buffer.from(bytes).toString('base64') }),
          ...(marks.length === 0 ? {} : { speech_marks: marks.map(presentWord) }),
        },
  done: (stream) => ({
    type: 'speech.done',
    billable_characters_count: stream.billableCharacters,
    audio_duration_ms: stream.durationMs(),
  }),
  failed: (code, message) => ({ type: 'speech.error', error: { code, message } }),
  captions: (captions) => ({ type: 'speech.captions', captions }),
};

/** Server-sent events of OpenAI's dialect. */
export const OPENAI_EVENTS: EventDialect = {
  chunk: (bytes) =>
    bytes.length === 0
      ? undefined
      : { type: 'speech.audio.delta', audio: Buffer.from(bytes).toString('base64') },
  done: ({ billableCharacters }) => ({
    type: 'speech.audio.done',
    usage: { input_tokens: billableCharacters, output_tokens: 0, total_tokens: billableCharacters },
  }),
  failed: (code, message) => ({ type: 'error', error: { code, message } }),
};

export interface EventOptions {
  readonly dialect: EventDialect;
  /** Makes a caption file of all marks, where one is asked for. */
  readonly captions?: ((marks: readonly WordMark[]) => string | undefined) | undefined;
  /** Members of the last event that account for a cloned voice, by the hash of all bytes. */
  readonly manifest?: ((sha256: string) => Promise<object>) | undefined;
}

/** Answers an event stream. Failures after it has opened are events (spec 3, part 6.A). */
export async function answerEvents(
  stream: SpeechStream,
  { dialect, captions = () => undefined, manifest }: EventOptions,
  response: Response,
): Promise<void> {
  const all: WordMark[] = [];
  const hash = createHash('sha256');
  const parts = stream.parts();
  response.status(200);
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Accel-Buffering', 'no');
  response.setHeader('Speechify-Audio-Content-Type', mediaTypeOf(stream.format));
  tellHow(stream, response);
  response.flushHeaders();
  const tell = async (event: SseEvent | undefined): Promise<void> => {
    if (event !== undefined)
      await send(response, `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  try {
    for await (const { bytes, marks } of parts) {
      all.push(...marks);
      hash.update(bytes);
      await tell(dialect.chunk(bytes, marks));
    }
    const text = captions(all);
    if (text !== undefined) await tell(dialect.captions?.(text));
    const more = await manifest?.(hash.digest('base64'));
    await tell({ ...dialect.done(stream), ...more });
    response.end();
  } catch (error) {
    if (error instanceof ReaderGoneError || response.closed) return;
    const { code, message } = error instanceof Problem ? error : ENGINE_ERRORS.engineFailed();
    await tell(dialect.failed(code, message));
    response.end();
  } finally {
    await parts.return(undefined);
  }
}
