import { custom, settingsOf } from '@sextant/platform-runtime/config';
import { origin } from './origin.js';

/** Under which address this service is reached. */
export class PublicUrlSettings extends settingsOf({
  publicUrl: custom(
    origin,
    'PUBLIC_URL',
    'Address of this service in the URLs it answers; the one that was asked if absent.',
    { example: 'https://ipt.example' },
  ),
}) {}
