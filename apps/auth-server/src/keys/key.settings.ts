import { custom, integer, required, settingsOf } from '@sextant/platform-runtime/config';
import { sealingKey } from './sealing-key.js';

/** What secrets are sealed with, and how signing keys rotate. */
export class KeySettings extends settingsOf({
  keyEncryptionKey: required(
    custom(
      sealingKey,
      'KEY_ENCRYPTION_KEY',
      'Seals signing keys and secrets, signs cookies; `openssl rand -base64 32` makes one.',
      { example: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=', secret: true },
    ),
  ),
  keyLifetimeDays: integer(
    'KEY_LIFETIME_DAYS',
    'Days that a signing key signs before the next one follows.',
    { default: 90, min: 1, max: 3650 },
  ),
}) {}
