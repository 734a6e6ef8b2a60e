import { integer, settingsOf, toggle } from '@sextant/platform-runtime/config';

export class ConsentSettings extends settingsOf({
  allowDeprecatedConsent: toggle(
    'SPEECH_ALLOW_DEPRECATED_CONSENT',
    'Whether the old field consent, which verifies nothing, is enough for a clone.',
    { example: 'true', default: false },
  ),
  consentChallengesPerHour: integer(
    'CONSENT_CHALLENGES_PER_HOUR',
    'Consent challenges that one workspace may create in an hour.',
    { default: 36, min: 1, max: 1_000_000 },
  ),
}) {}
