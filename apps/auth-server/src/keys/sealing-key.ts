import type { Kind } from '@sextant/platform-runtime/config';

/** A key of AES-256 in a setting. */
export const sealingKey: Kind<Buffer> = {
  expected: '32 bytes in base64',
  parse: (value) => {
    const bytes = Buffer.from(value, 'base64');
    return bytes.length === 32 && /^[A-Za-z0-9+/_-]{43}=?$/.test(value) ? bytes : undefined;
  },
};
