import { ELEVENLABS_FORMATS, type AudioFormat } from '../../audio/audio-format.js';
import { invalid } from '../../errors/request-errors.js';
import type { CharacterTimes } from './character-times.js';
import type { AlignmentDto, ElevenLabsLocatorDto } from './elevenlabs.dto.js';

const DEFAULT_FORMAT = 'mp3_44100_128';

/** What a query asks for. @throws {Problem} `validation_failed` for a format that there is not */
export function formatOf(name = DEFAULT_FORMAT): AudioFormat {
  const format = ELEVENLABS_FORMATS.get(name);
  if (format === undefined) throw invalid('output_format', 'Unknown format.');
  return format;
}

/** Ids of lexicons. */
export const lexiconsOf = (
  locators: readonly ElevenLabsLocatorDto[] | undefined,
): readonly string[] | undefined =>
  locators?.map(({ pronunciation_dictionary_id }) => pronunciation_dictionary_id);

export const presentTimes = ({
  characters,
  startSeconds,
  endSeconds,
}: CharacterTimes): AlignmentDto => ({
  characters,
  character_start_times_seconds: startSeconds,
  character_end_times_seconds: endSeconds,
});
