import { MODELS } from '../models/models.js';
import { isEnglish, type Gender, type Voice, type VoiceLicence } from './catalogue/voice.js';
import type { PreviewUrls } from './previews.controller.js';
import type { VoiceDto, VoiceLicenceDto } from './voices.dto.js';

const MODELS_OF_ALL_LANGUAGES = MODELS.filter(({ isEnglishOnly }) => !isEnglishOnly);

/** There are no pictures. Previews are of shared voices: nobody hears a clone without a key. */
export function presentVoice(voice: Voice, previewUrlOf: PreviewUrls): VoiceDto {
  const preview = voice.type === 'shared' ? previewUrlOf(voice.id) : null;
  return {
    id: voice.id,
    type: voice.type,
    display_name: voice.displayName,
    gender: voice.gender,
    locale: voice.locale,
    avatar_image: null,
    preview_audio: preview,
    tags: voice.tags,
    models: (isEnglish(voice) ? MODELS : MODELS_OF_ALL_LANGUAGES).map(({ id }) => ({
      name: id,
      languages: [{ locale: voice.locale, preview_audio: preview }],
    })),
    ...(voice.licence === undefined ? {} : { licence: presentLicence(voice.licence) }),
    ...(voice.quality === undefined ? {} : { quality: voice.quality }),
    ...(voice.createdAt === undefined ? {} : { created_at: voice.createdAt.toISOString() }),
  };
}

const presentLicence = ({ name, base, commercialUse }: VoiceLicence): VoiceLicenceDto => ({
  name,
  ...(base === undefined ? {} : { base }),
  commercial_use: commercialUse,
});

/** The list of voices as ElevenLabs' clients read it. */
export interface ElevenLabsVoices {
  readonly voices: readonly ReturnType<typeof presentElevenLabsVoice>[];
}

export const presentElevenLabsVoice = (voice: Voice, previewUrlOf: PreviewUrls) => ({
  voice_id: voice.id,
  name: voice.displayName,
  category: voice.type === 'shared' ? 'premade' : 'cloned',
  labels: { language: voice.locale, gender: voice.gender },
  ...(voice.type === 'shared' ? { preview_url: previewUrlOf(voice.id) } : {}),
});

/** `notSpecified` is how the first clients write it. */
export const genderOf = (name: Gender | 'notSpecified' | undefined): Gender | undefined =>
  name === 'notSpecified' ? 'not_specified' : name;
