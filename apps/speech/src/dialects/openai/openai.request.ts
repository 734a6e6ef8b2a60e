import type { Response } from 'express';
import { defaultFormatOf, type AudioFormat } from '../../audio/audio-format.js';
import { MODELS } from '../../models/models.js';
import type { Caller } from '../../access/scopes.js';
import type { SpeechRequest } from '../../synthesis/speech-request.js';
import { invalid } from '../../errors/request-errors.js';
import { deliveryOf } from './instructions.js';
import { SHARED_VOICES } from '../../voices/catalogue/catalogue.js';
import type { OpenAiSpeechDto } from './openai-speech.dto.js';
import { waitingFor } from '../../synthesis/streams/stream.presenter.js';

/** OpenAI's own voices by what they sound like, so that clients with a fixed list work (our choice). */
const VOICES: Readonly<Record<string, string>> = {
  alloy: 'lisa',
  ash: 'george',
  ballad: 'george',
  cedar: 'henry',
  coral: 'carly',
  echo: 'henry',
  fable: 'scott',
  marin: 'lisa',
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
  const { rate, pitch, followed } = deliveryOf(body.instructions ?? '');
  if (body.instructions !== undefined) {
    response.setHeader('X-Speech-Instructions', followed.join(', ') || 'none');
  }
  return {
    workspace: caller.workspace,
    input: body.input,
    voiceId: voiceIdOf(body.voice),
    model: MODELS.find(({ id }) => id === body.model)?.id,
    format: formatOf(body.response_format),
    normalizesText: true,
    normalizesLoudness: false,
    speed: (body.speed ?? 1) * rate,
    pitch,
    ...waitingFor(response),
  };
}

function formatOf(asked = 'mp3'): AudioFormat {
  const format = defaultFormatOf(CONTAINERS[asked] ?? asked);
  if (format === undefined) throw invalid('response_format', 'Unknown format.');
  return format;
}

/** Ours win over OpenAI's of the same name. */
function voiceIdOf(voice: OpenAiSpeechDto['voice']): string {
  const name = typeof voice === 'string' ? voice : voice.id;
  if (SHARED_VOICES.some(({ id }) => id === name)) return name;
  return Object.hasOwn(VOICES, name) ? (VOICES[name] ?? name) : name;
}
