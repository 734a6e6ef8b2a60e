import type { ConsentChallenge } from '../domain/consent/challenge.js';
import type { ConsentRecord } from '../domain/consent/consent-record.js';
import { MODELS } from '../domain/models.js';
import { isEnglish, type Gender, type Voice } from '../domain/voices/voice.js';
import type { ChallengeDto, ConsentRecordDto, VoiceDto } from './voices.dto.js';

/** There are no pictures and no recordings of voices for download: those members are `null`. */
export const presentVoice = (voice: Voice): VoiceDto => ({
  id: voice.id,
  type: voice.type,
  display_name: voice.displayName,
  gender: voice.gender,
  locale: voice.locale,
  avatar_image: null,
  preview_audio: null,
  tags: voice.tags,
  models: MODELS.filter(({ isEnglishOnly }) => !isEnglishOnly || isEnglish(voice)).map(
    ({ id }) => ({
      name: id,
      languages: [{ locale: voice.locale, preview_audio: null }],
    }),
  ),
  ...(voice.quality === undefined ? {} : { quality: voice.quality }),
  ...(voice.createdAt === undefined ? {} : { created_at: voice.createdAt.toISOString() }),
});

export const presentChallenge = (challenge: ConsentChallenge): ChallengeDto => ({
  id: challenge.id,
  phrase: challenge.phrase,
  full_name: challenge.fullName,
  locale: 'en-US',
  expires_at: challenge.expiresAt.toISOString(),
});

export const presentConsent = (record: ConsentRecord): ConsentRecordDto => ({
  sequence: record.sequence,
  facts: JSON.parse(record.facts) as object,
  previous_hash: record.previousHash,
  hash: record.hash,
});

/** `notSpecified` is how the first clients write it. */
export const genderOf = (name: Gender | 'notSpecified' | undefined): Gender | undefined =>
  name === 'notSpecified' ? 'not_specified' : name;
