import type { Response } from 'express';
import {
  acceptedFormat,
  defaultFormatOf,
  OUTPUT_FORMATS,
  type AudioFormat,
} from '../audio/audio-format.js';
import type { Caller } from '../access/scopes.js';
import type { SpeechRequest } from '../synthesis/speech-service.js';
import { invalid } from '../errors/request-errors.js';
import type { StreamDto, SynthesisDto } from './synthesis.dto.js';
import { waitingFor } from '../synthesis/stream-answer.js';

/** The domain's request of a body; the caller's going away ends the work. */
export function speechRequestOf(
  body: StreamDto,
  { caller, format, response }: { caller: Caller; format: AudioFormat; response: Response },
): SpeechRequest {
  return {
    workspace: caller.workspace,
    input: body.input,
    voiceId: body.voice_id,
    ...(caller.limited === undefined ? {} : { voices: caller.limited.voices }),
    model: body.model,
    language: body.language,
    lexicons: body.lexicons,
    format,
    normalizesText: body.options?.text_normalization ?? true,
    normalizesLoudness: body.options?.loudness_normalization ?? false,
    ...waitingFor(response),
  };
}

/** `output_format`, else `audio_format`, else WAV. */
export function wholeFormatOf(
  body: Pick<SynthesisDto, 'output_format' | 'audio_format'>,
): AudioFormat {
  return named(body.output_format) ?? container(body.audio_format ?? 'wav');
}

/** `output_format`, else what `Accept` asks for, else MP3. */
export const streamFormatOf = (
  body: Pick<StreamDto, 'output_format'>,
  accept: string | undefined,
): AudioFormat => named(body.output_format) ?? acceptedFormat(accept) ?? container('mp3');

const named = (id: string | undefined): AudioFormat | undefined =>
  id === undefined ? undefined : OUTPUT_FORMATS.get(id);

function container(name: string): AudioFormat {
  const format = defaultFormatOf(name);
  if (format === undefined) throw invalid('audio_format', 'Unknown format.');
  return format;
}
