import { custom, settingsOf } from '@sextant/platform-runtime/config';
import { origins } from './origins.js';

export class OriginSettings extends settingsOf({
  corsOrigins: custom(
    origins,
    'CORS_ORIGINS',
    'Origins whose pages may call synthesis, models and voices, or *; none if absent.',
    { example: 'https://app.example.org' },
  ),
}) {}
