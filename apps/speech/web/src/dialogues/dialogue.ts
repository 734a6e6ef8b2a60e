import type { PlacedWord } from '../playback/words.js';
import type { Service } from '../service.js';
import { bytesOf } from '../speak/speech.js';

/** What one speaker says. */
export interface Turn {
  /** Of this page, so that a turn keeps its fields when others move. */
  readonly key: number;
  readonly voice: string;
  readonly input: string;
}

/** A word, and which turn it is of. */
interface TurnMark extends PlacedWord {
  readonly turn: number;
}

export interface Dialogue {
  readonly turns: readonly Turn[];
  /** Of all turns, in the order of their times. */
  readonly marks: readonly TurnMark[];
  /** MP3. */
  readonly audio: Blob;
  /** WebVTT. */
  readonly captions: string;
}

interface DialogueAnswer {
  readonly audio_data: string;
  readonly speech_marks: readonly TurnMark[];
  readonly captions?: string;
}

/** Has all turns spoken, in one recording. @throws {ApiError} */
export async function speakDialogue(
  { send }: Service,
  turns: readonly Turn[],
  signal: AbortSignal,
): Promise<Dialogue> {
  const response = await send('/audio/dialogue', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({
      turns: turns.map(({ voice, input }) => ({ voice_id: voice, input })),
      output_format: 'mp3_24000_128',
      captions: { format: 'vtt' },
    }),
    signal,
  });
  const answer = (await response.json()) as DialogueAnswer;
  return {
    turns,
    marks: answer.speech_marks,
    audio: new Blob([bytesOf(answer.audio_data)], { type: 'audio/mpeg' }),
    captions: answer.captions ?? '',
  };
}
