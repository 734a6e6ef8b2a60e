import { wellFormedKey } from '@sextant/platform-security/api-keys';
import { custom, settingsOf } from '@sextant/platform-runtime/config';

const firstKey = (env: string, description: string) =>
  custom(wellFormedKey, env, description, { example: 'sxt_...', secret: true });

export class FirstKeySettings extends settingsOf({
  bootstrapAuthKey: firstKey(
    'BOOTSTRAP_AUTH_KEY',
    'A key that may translate, stored at start if it is not there yet.',
  ),
  bootstrapAdminKey: firstKey(
    'BOOTSTRAP_ADMIN_KEY',
    'A key that may translate and administer, stored at start if it is not there yet.',
  ),
}) {}
