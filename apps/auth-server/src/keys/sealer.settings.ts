import { custom, type Kind, settingsOf } from '@sextant/platform-runtime/config';

const key: Kind<Buffer> = {
  expected: '32 bytes in base64',
  parse: (value) => {
    const bytes = Buffer.from(value, 'base64');
    return bytes.length === 32 && /^[A-Za-z0-9+/_-]{43}=?$/.test(value) ? bytes : undefined;
  },
};

/** What secrets are sealed with. */
export class SealerSettings extends settingsOf({
  keyEncryptionKey: custom(key, {
    env: 'KEY_ENCRYPTION_KEY',
    description:
      'Seals signing keys and secrets, signs cookies; `openssl rand -base64 32` makes one.',
    example: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
    secret: true,
  }),
}) {}
