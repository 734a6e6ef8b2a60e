import type { Response } from 'express';
import { type AudioFormat } from '../../audio/audio-format.js';
import type { Caller } from '../../access/scopes.js';
import type { SpeechRequest } from '../speech-request.js';
import type { StreamDto } from '../streams/stream.dto.js';
import { waitingFor } from '../streams/stream.presenter.js';

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
