import { ApiError, eventsOf } from '@sextant/web/api';
import type { PlacedWord } from '../playback/words.js';
import type { Service } from '../service.js';

export interface Mark extends PlacedWord {
  readonly value: string;
}

export interface Asked {
  readonly input: string;
  readonly voice: string;
  /** Empty: none. */
  readonly lexicon: string;
  readonly format: string;
  /** Empty: none. */
  readonly captions: string;
}

export interface Piece {
  readonly audio: Uint8Array;
  readonly marks: readonly Mark[];
  readonly captions?: string;
}

interface SpeechEvent {
  readonly type: string;
  readonly audio?: string;
  readonly speech_marks?: readonly Mark[];
  readonly captions?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Speech as it is made. @throws {ApiError} */
export async function* speak(
  { send }: Service,
  { input, voice, lexicon, format, captions }: Asked,
  signal: AbortSignal,
): AsyncGenerator<Piece, void, undefined> {
  const response = await send('/audio/stream/with-timestamps', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({
      input,
      voice_id: voice,
      output_format: format,
      ...(lexicon === '' ? {} : { lexicons: [lexicon] }),
      ...(captions === '' ? {} : { captions: { format: captions } }),
    }),
    signal,
  });
  for await (const { data } of eventsOf(response)) {
    const event = data as SpeechEvent;
    if (event.error !== undefined) throw new ApiError({ status: 0, ...event.error });
    yield {
      audio: event.audio === undefined ? new Uint8Array() : bytesOf(event.audio),
      marks: event.speech_marks ?? [],
      ...(event.captions === undefined ? {} : { captions: event.captions }),
    };
  }
}

export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
