import { isWellFormed } from '@sextant/platform-security/api-keys';
import { custom, optional, settingsOf } from '@sextant/platform-runtime/config';

const apiKey = (env: string, description: string) =>
  optional(
    custom(
      {
        expected: 'an API key: sxt_ and 36 characters, the last 6 of which are their checksum',
        parse: (value) => (isWellFormed(value) ? value : undefined),
      },
      { env, description, example: 'sxt_...', secret: true },
    ),
  );

export class FirstKeySettings extends settingsOf({
  bootstrapAuthKey: apiKey(
    'BOOTSTRAP_AUTH_KEY',
    'A key that may translate, stored at start if it is not there yet.',
  ),
  bootstrapAdminKey: apiKey(
    'BOOTSTRAP_ADMIN_KEY',
    'A key that may translate and administer, stored at start if it is not there yet.',
  ),
}) {}
