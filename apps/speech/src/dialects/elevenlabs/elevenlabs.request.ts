import type { Response } from 'express';
import { ELEVENLABS_FORMATS, type AudioFormat } from '../../audio/audio-format.js';
import { invalid } from '../../errors/request-errors.js';
import type { CharacterTimes } from './character-times.js';
import { waitingFor } from '../../synthesis/streams/stream.presenter.js';
import type { AlignmentDto, ElevenLabsQuery, ElevenLabsSpeechDto } from './elevenlabs.dto.js';

const DEFAULT_FORMAT = 'mp3_44100_128';

/** What texts and dialogues are asked for alike. @throws {Problem} `validation_failed` for a format that there is not */
export const optionsOf = (
  body: Omit<ElevenLabsSpeechDto, 'text' | 'voice_settings'>,
  { query, response }: { readonly query: ElevenLabsQuery; readonly response: Response },
) => ({
  language: body.language_code,
  lexicons: body.pronunciation_dictionary_locators?.map(
    ({ pronunciation_dictionary_id: id }) => id,
  ),
  format: formatOf(query.output_format),
  normalizesText: body.apply_text_normalization !== 'off',
  normalizesLoudness: false,
  ...waitingFor(response),
});

function formatOf(name = DEFAULT_FORMAT): AudioFormat {
  const format = ELEVENLABS_FORMATS.get(name);
  if (format === undefined) throw invalid('output_format', 'Unknown format.');
  return format;
}

export const presentTimes = ({
  characters,
  startSeconds,
  endSeconds,
}: CharacterTimes): AlignmentDto => ({
  characters,
  character_start_times_seconds: startSeconds,
  character_end_times_seconds: endSeconds,
});
