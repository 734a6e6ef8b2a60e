import { Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Sealer } from './sealer.js';
import { KeySettings } from './key.settings.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM (NIST SP 800-38D) under a key derived from the key-encryption key: nonce, tag,
 * ciphertext. The context is authenticated, so that a row cannot be moved to another place.
 */
@Injectable()
export class AesSealer implements Sealer {
  readonly #key: Buffer;

  readonly #master: Buffer;

  constructor({ keyEncryptionKey }: KeySettings) {
    this.#master = keyEncryptionKey;
    this.#key = this.derive('seal');
  }

  seal(plain: string, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(context));
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  }

  open(sealed: Buffer, context: string): string {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, {
      authTagLength: TAG_BYTES,
    }).setAAD(Buffer.from(context));
    decipher.setAuthTag(tag);
    const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }

  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#master, '', `sextant auth-server ${purpose}`, 32));
  }
}
