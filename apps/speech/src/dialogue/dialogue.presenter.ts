import type { DialogueSpeech } from './dialogue-request.js';
import type { DialogueDto } from './dialogue.dto.js';
import { captionsFor } from '../captions/captions.presenter.js';
import { presentWord } from '../synthesis/marks/word-mark.presenter.js';

/** Offsets are of the turn's input. */
export const presentDialogue = (
  { audio, format, billableCharacters, durationMs, marks }: DialogueSpeech,
  { output_format, turns, captions, language }: DialogueDto,
) => ({
  audio_data: Buffer.from(audio).toString('base64'),
  audio_format: output_format === undefined ? format.codec : format.id,
  billable_characters_count: billableCharacters,
  audio_duration_ms: durationMs,
  ...captionsFor(
    captions,
    language,
    turns.map(({ input, voice_id }, turn) => ({
      input,
      speaker: voice_id,
      marks: marks.filter((mark) => mark.turn === turn),
    })),
  ),
  speech_marks: marks.map((mark) => ({
    ...presentWord(mark),
    turn: mark.turn,
    voice_id: mark.voiceId,
  })),
});
