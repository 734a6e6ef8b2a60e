import { custom, optional, settingsOf } from '@sextant/platform-runtime/config';
import { isWellFormed } from '@sextant/platform-security/api-keys';

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
  bootstrapApiKey: apiKey(
    'BOOTSTRAP_API_KEY',
    'A key with all scopes for the workspace "default", stored at start if it is not there yet.',
  ),
  bootstrapOtherApiKey: apiKey(
    'BOOTSTRAP_OTHER_API_KEY',
    'The same for the workspace "other", to try what belongs to whom.',
  ),
}) {}
