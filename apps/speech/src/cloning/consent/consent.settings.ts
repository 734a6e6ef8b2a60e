import { integer, settingsOf, toggle } from '@sextant/platform-runtime/config';

export class ConsentSettings extends settingsOf({
  allowDeprecatedConsent: toggle({
    env: 'SPEECH_ALLOW_DEPRECATED_CONSENT',
    description: 'Whether the old field consent, which verifies nothing, is enough for a clone.',
    example: 'true',
    default: false,
  }),
  consentChallengesPerHour: integer({
    env: 'CONSENT_CHALLENGES_PER_HOUR',
    description: 'Consent challenges that one workspace may create in an hour.',
    example: '36',
    default: 36,
    min: 1,
    max: 1_000_000,
  }),
}) {}
