import { settingsOf, text } from '@sextant/platform-runtime/config';

/** What upload URLs, cursors and webhooks are signed with. */
export class SigningSecretSettings extends settingsOf({
  uploadSigningKey: text({
    env: 'UPLOAD_SIGNING_KEY',
    description: 'Signs upload URLs and the cursors of lists; the same for all replicas.',
    example: 'openssl rand -base64 32',
    developmentDefault: 'development-only-signing-key-of-ipt-graphql',
    secret: true,
  }),
}) {}
