import {
  type AudioFormat,
  acceptedFormat,
  OUTPUT_FORMATS,
  defaultFormatOf,
} from '../audio/audio-format.js';
import { invalid } from '../errors/request-errors.js';

/** What a body asks for. */
interface AskedFormat {
  readonly output_format?: string | undefined;
  readonly audio_format?: string | undefined;
}

/** `output_format`, else `audio_format`, else WAV. */
export function wholeFormatOf(body: AskedFormat): AudioFormat {
  return named(body.output_format) ?? container(body.audio_format ?? 'wav');
}

/** `output_format`, else what `Accept` asks for, else MP3. */
export const streamFormatOf = (
  body: Pick<AskedFormat, 'output_format'>,
  accept: string | undefined,
): AudioFormat => named(body.output_format) ?? acceptedFormat(accept) ?? container('mp3');

const named = (id: string | undefined): AudioFormat | undefined =>
  id === undefined ? undefined : OUTPUT_FORMATS.get(id);

function container(name: string): AudioFormat {
  const format = defaultFormatOf(name);
  if (format === undefined) throw invalid('audio_format', 'Unknown format.');
  return format;
}
