import { integer, settingsOf } from '@sextant/platform-config';

/** How signing keys rotate. */
export class KeySettings extends settingsOf({
  keyLifetimeDays: integer(
    'KEY_LIFETIME_DAYS',
    'Days that a signing key signs before the next one follows.',
    { default: 90, min: 1, max: 3650 },
  ),
}) {}
