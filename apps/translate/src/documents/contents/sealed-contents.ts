import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { free } from '../formats/own-memory.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PIECE_BYTES = 1024 * 1024;

/** A key that is given to the caller and kept nowhere else: 64 hexadecimal digits. */
export const newDocumentKey = (): string => randomBytes(32).toString('hex').toUpperCase();

/** What is kept of a key: enough to tell whether another one is the same. */
export const digestOf = (key: string): Uint8Array =>
  createHash('sha256').update(key.toUpperCase()).digest();

export const isKeyOf = (digest: Uint8Array, key: string): boolean =>
  timingSafeEqual(digest, digestOf(key));

/**
 * AES-256-GCM (NIST SP 800-38D). The name is bound to the contents: what is sealed as one file opens as no other.
 *
 * @param key 64 hexadecimal digits
 */
export function seal(contents: Uint8Array, key: string, name: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce);
  cipher.setAAD(Buffer.from(name));
  const sealed = Buffer.allocUnsafeSlow(NONCE_BYTES + contents.length + TAG_BYTES);
  nonce.copy(sealed);
  const end = through(cipher, contents, sealed.subarray(NONCE_BYTES));
  cipher.final();
  cipher.getAuthTag().copy(sealed, NONCE_BYTES + end);
  return sealed;
}

/**
 * Opens what is sealed in its own memory, which holds the contents afterwards: a large document is not there twice.
 *
 * @throws when the key, the name or the bytes are others
 */
export function unseal(sealed: Uint8Array, key: string, name: string): Uint8Array {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const end = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv(
    'aes-256-gcm',
    Buffer.from(key, 'hex'),
    bytes.subarray(0, NONCE_BYTES),
  );
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(bytes.subarray(end));
  const contents = bytes.subarray(NONCE_BYTES, end);
  through(decipher, contents, contents);
  decipher.final();
  return contents;
}

/** Piece by piece, which may go to where they came from. @returns how many bytes came out */
function through(
  cipher: { update(piece: Uint8Array): Buffer },
  from: Uint8Array,
  to: Buffer,
): number {
  let at = 0;
  for (let start = 0; start < from.length; start += PIECE_BYTES) {
    const piece = cipher.update(from.subarray(start, start + PIECE_BYTES));
    at += piece.copy(to, at);
    free(piece);
  }
  return at;
}
