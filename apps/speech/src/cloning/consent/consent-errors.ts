import { problem } from '@sextant/platform-http/errors';

/** Every failure of consents. */
export const CONSENT_ERRORS = {
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
  noConsent: problem('consent_not_found', 404, 'This voice has no consent that could be revoked.'),
} as const;
