import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  contextText,
  WrappedKeyRefused,
  type ContentKeyWrapper,
  type KeyContext,
} from './content-keys.js';

const PREFIX = 'local:';
const [IV_BYTES, TAG_BYTES] = [12, 16];

/** AES-256-GCM with a key in memory: whoever reads its file has all agreements. For development. */
export class LocalWrapper implements ContentKeyWrapper {
  /** @param key 32 bytes */
  constructor(private readonly key: Uint8Array) {
    if (key.length !== 32) throw new Error('The key must be 32 bytes in base64.');
  }

  wrap(key: Uint8Array, context: KeyContext): Promise<string> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv);
    cipher.setAAD(Buffer.from(contextText(context)));
    const parts = [iv, cipher.update(key), cipher.final(), cipher.getAuthTag()];
    return Promise.resolve(PREFIX + Buffer.concat(parts).toString('base64'));
  }

  unwrap(wrapped: string, context: KeyContext): Promise<Uint8Array> {
    return Promise.resolve().then(() => {
      const bytes = Buffer.from(wrapped.slice(PREFIX.length), 'base64');
      if (!wrapped.startsWith(PREFIX) || bytes.length < IV_BYTES + TAG_BYTES) {
        throw new WrappedKeyRefused('This was not wrapped by the key of a file.');
      }
      try {
        const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, IV_BYTES));
        decipher.setAAD(Buffer.from(contextText(context)));
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        const sealed = bytes.subarray(IV_BYTES, -TAG_BYTES);
        return Buffer.concat([decipher.update(sealed), decipher.final()]);
      } catch (error) {
        throw new WrappedKeyRefused('The key does not open.', { cause: error });
      }
    });
  }
}
