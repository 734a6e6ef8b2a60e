import { integer, settingsOf } from '@sextant/platform-runtime/config';

/** How signing keys rotate. */
export class KeySettings extends settingsOf({
  keyLifetimeDays: integer({
    env: 'KEY_LIFETIME_DAYS',
    description: 'Days that a signing key signs before the next one follows.',
    example: '90',
    default: 90,
    min: 1,
    max: 3650,
  }),
}) {}
