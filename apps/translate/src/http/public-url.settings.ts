import { custom, settingsOf } from '@sextant/platform-runtime/config';
import { origin } from './origin.js';

export class PublicUrlSettings extends settingsOf({
  publicUrl: custom(
    origin,
    'PUBLIC_URL',
    'Address of this service in links that it answers; the one that was asked if absent.',
    { example: 'https://api.translate.example' },
  ),
}) {}
