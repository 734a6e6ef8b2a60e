import { problem } from '@sextant/platform-errors';

/** Every failure that voices, challenges and cloning can report, beside those of synthesis. */
export const VOICE_ERRORS = {
  notAudio: problem(
    'unsupported_audio',
    415,
    'This is no audio of an accepted kind: WAV, MP3, FLAC, Ogg (Opus, Vorbis), M4A or WebM.',
  ),
  sampleUnusable: problem('voice_sample_unusable', 422, 'The sample cannot be used.'),
  recordingUnusable: problem(
    'consent_recording_unusable',
    422,
    'The recording of the consent cannot be used.',
  ),
  phraseMismatch: problem(
    'consent_phrase_mismatch',
    422,
    'The recording does not say the phrase of the challenge. Create a new challenge and read it aloud.',
  ),
  speakerMismatch: problem(
    'consent_speaker_mismatch',
    422,
    'The speaker of the consent is not the speaker of the sample. Create a new challenge.',
  ),
  challengeNotFound: problem('consent_challenge_not_found', 404, 'No such consent challenge.'),
  challengeExpired: problem(
    'consent_challenge_expired',
    409,
    'The challenge has expired. Create a new one.',
  ),
  challengeUsed: problem(
    'consent_challenge_already_used',
    409,
    'The challenge has been used. Create a new one.',
  ),
  verificationUnavailable: problem(
    'consent_verification_unavailable',
    503,
    'Consent cannot be verified at the moment. Send the same recording again later.',
  ),
  verificationRequired: problem(
    'consent_verification_required',
    400,
    'Voices are cloned with a consent challenge: send consent_challenge_id and consent_recording.',
  ),
  tooManyVoices: problem(
    'voice_limit_reached',
    409,
    'This workspace has as many cloned voices as it may. Delete one.',
  ),
  sharedVoice: problem('forbidden', 403, 'Voices of the shared catalogue cannot be changed.'),
  noSample: problem('voice_sample_not_found', 404, 'This voice was not made from a sample.'),
  noConsent: problem('consent_not_found', 404, 'This voice has no consent that could be revoked.'),
} as const;
