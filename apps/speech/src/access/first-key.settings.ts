import { custom, settingsOf } from '@sextant/platform-runtime/config';
import { wellFormedKey } from '@sextant/platform-security/api-keys';

const firstKey = (env: string, description: string) =>
  custom(wellFormedKey, env, description, { example: 'sxt_...', secret: true });

export class FirstKeySettings extends settingsOf({
  bootstrapApiKey: firstKey(
    'BOOTSTRAP_API_KEY',
    'A key with all scopes for the workspace "default", stored at start if it is not there yet.',
  ),
  bootstrapOtherApiKey: firstKey(
    'BOOTSTRAP_OTHER_API_KEY',
    'The same for the workspace "other", to try what belongs to whom.',
  ),
}) {}
