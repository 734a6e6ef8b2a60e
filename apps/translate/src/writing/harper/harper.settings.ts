import { settingsOf, toggle } from '@sextant/platform-runtime/config';

export class HarperSettings extends settingsOf({
  harperEnabled: toggle({
    env: 'HARPER_ENABLED',
    description: 'Whether English is corrected by the checker inside this service (450 MB in use).',
    example: 'false',
    default: true,
  }),
}) {}
