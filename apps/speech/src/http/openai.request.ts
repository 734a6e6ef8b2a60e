import { abortSignalOf } from '@sextant/platform-http';
import type { Response } from 'express';
import { defaultFormatOf } from '../domain/audio/audio-format.js';
import { MODELS } from '../domain/models.js';
import type { Caller } from '../domain/scopes.js';
import { invalid, type SpeechRequest } from '../domain/speech-service.js';
import { SHARED_VOICES } from '../domain/voices/catalogue.js';
import type { OpenAiSpeechDto } from './synthesis.dto.js';

/** OpenAI's own voices by what they sound like, so that clients with a fixed list work (our choice). */
const VOICES: Readonly<Record<string, string>> = {
  alloy: 'lisa',
  ash: 'george',
  ballad: 'george',
  coral: 'carly',
  echo: 'henry',
  fable: 'scott',
  nova: 'carly',
  onyx: 'henry',
  sage: 'lisa',
  shimmer: 'carly',
  verse: 'george',
};

/** Names of formats that are called otherwise here. */
const CONTAINERS: Readonly<Record<string, string>> = { opus: 'ogg' };

/** The domain's request of OpenAI's body. Its models (`tts-1`) mean the default one. */
export function openAiRequestOf(
  body: OpenAiSpeechDto,
  { caller, response }: { caller: Caller; response: Response },
): SpeechRequest {
  const asked = body.response_format ?? 'mp3';
  const format = defaultFormatOf(CONTAINERS[asked] ?? asked);
  if (format === undefined) {
    throw invalid('response_format', 'flac is not served: use mp3, opus, aac, wav or pcm.');
  }
  if (body.instructions !== undefined && body.instructions !== '') {
    throw invalid(
      'instructions',
      'No engine here follows instructions: leave them out, or use SSML.',
    );
  }
  const isOwnVoice = SHARED_VOICES.some(({ id }) => id === body.voice);
  return {
    workspace: caller.workspace,
    input: body.input,
    voiceId: isOwnVoice ? body.voice : (VOICES[body.voice] ?? body.voice),
    model: MODELS.find(({ id }) => id === body.model)?.id,
    format,
    normalizesText: true,
    normalizesLoudness: false,
    speed: body.speed,
    signal: abortSignalOf(response),
  };
}
