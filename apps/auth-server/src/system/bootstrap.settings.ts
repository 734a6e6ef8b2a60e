import { optional, settingsOf, text } from '@sextant/platform-runtime/config';

/** What is stored at the first start. */
export class BootstrapSettings extends settingsOf({
  bootstrapFile: optional(
    text({
      env: 'BOOTSTRAP_FILE',
      description:
        'JSON file with users, clients and scopes that are stored at start if not there yet.',
      example: '/run/secrets/bootstrap.json',
    }),
  ),
}) {}
