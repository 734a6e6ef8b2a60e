import { timingSafeEqual } from 'node:crypto';
import { readArgon2 } from './argon2-phc.js';
import type { ForeignHash } from './foreign-hash.js';
import { readDjango, readPhcPbkdf2 } from './pbkdf2.js';
import { readPhpass } from './phpass.js';
import { readFirebase, readPhcScrypt } from './scrypt.js';
import { readShaCrypt } from './sha-crypt.js';

const LONGEST = 1000;
/** Of a password: SHA-crypt's work grows with the square of its length. */
const MOST_PASSWORD_BYTES = 512;

const READERS: readonly ((stored: string) => ForeignHash | undefined)[] = [
  ...[readArgon2, readPhcScrypt, readFirebase, readPhcPbkdf2, readDjango, readPhpass, readShaCrypt],
];

const read = (stored: string): ForeignHash | undefined => {
  if (stored.length > LONGEST) return undefined;
  for (const reader of READERS) {
    const found = reader(stored);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Whether a hash of another system can be checked here, and costs no more than it may. */
export const isForeignHash = (stored: string): boolean => read(stored) !== undefined;

/** Whether the password is the one of the hash; never for a hash that cannot be checked, or a password that is too long. */
export async function fitsForeignHash(stored: string, password: string): Promise<boolean> {
  const hash = read(stored);
  if (hash === undefined || Buffer.byteLength(password) > MOST_PASSWORD_BYTES) return false;
  const digest = await hash.digest(password);
  return digest.length === hash.expected.length && timingSafeEqual(digest, hash.expected);
}
