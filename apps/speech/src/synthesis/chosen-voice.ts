import type { Model } from '../models/models.js';
import { VOICE_ERRORS } from '../voices/catalogue/voice-errors.js';
import { voiceFor, voicesOf } from '../voices/catalogue/voice-for-language.js';
import { isEnglish, type Voice, type VoiceDirectory } from '../voices/catalogue/voice.js';
import type { SpeechRequest } from './speech-request.js';

interface VoiceQuestion {
  readonly request: Omit<SpeechRequest, 'input'>;
  readonly model: Model;
  /** Of the request in the body, for errors. */
  readonly path: string;
}

/** The voice that speaks a request. @throws {Problem} where there is none, or the model or the token does not allow it */
export async function chosenVoice(
  voices: VoiceDirectory,
  { request, model, path }: VoiceQuestion,
): Promise<Voice> {
  const { workspace, voiceId, language } = request;
  const voice = await voices.find(workspace, voiceId);
  if (voice === undefined) throw noVoice(voiceId, path);
  if (model.isEnglishOnly && !isEnglish(voice)) {
    throw VOICE_ERRORS.voiceNotAllowed({
      message: `The model ${model.id} takes English voices only, ${voiceId} speaks ${voice.locale}.`,
    });
  }
  if (language === undefined) return requireAllowed(voice, request);
  const able = voiceFor(voice, language, voices.shared);
  if (able !== undefined && (!model.isEnglishOnly || isEnglish(able))) {
    return requireAllowed(able, request);
  }
  throw languageRefused(model, language, voicesOf(language, voices.shared));
}

/** Another voice may speak than the one that was asked for, where that one does not know the language. */
function requireAllowed(voice: Voice, { voices }: Pick<SpeechRequest, 'voices'>): Voice {
  if (voices?.includes(voice.id) !== false) return voice;
  throw VOICE_ERRORS.voiceNotAllowed({
    message: `It would be spoken by ${voice.id}, which the token does not allow.`,
  });
}

/** Names the voice and the member that asks for it: a dialogue has many. */
function noVoice(id: string, path: string): Error {
  const message = `There is no voice "${id}". GET /v1/voices lists them.`;
  return VOICE_ERRORS.voiceNotFound({
    message,
    details: { fields: { [`${path}voice_id`]: message } },
  });
}

/** Most voices that an error names. */
const NAMED = 10;

function languageRefused(model: Model, language: string, able: readonly Voice[]): Error {
  const voices = able.map(({ id }) => id).slice(0, NAMED);
  const by =
    voices.length === 0
      ? 'No voice here speaks it.'
      : `With a multilingual model it is spoken by: ${voices.join(', ')}.`;
  const what = model.isEnglishOnly ? `${model.id} speaks English only, not` : 'Nobody speaks';
  const message = `${what} ${language}. ${by}`;
  return VOICE_ERRORS.languageNotSpoken({
    message,
    details: { fields: { language: message }, voices },
  });
}
