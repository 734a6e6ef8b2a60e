import { readArgon2 } from './argon2-phc.js';
import { isPasswordTooLong, isSame, readBy, type ForeignHash } from './foreign-hash.js';
import { isLoopHash } from './loop-hashes.js';
import { readDjango, readPhcPbkdf2 } from './pbkdf2.js';
import { readFirebase, readPhcScrypt } from './scrypt.js';

const read = (stored: string): ForeignHash | undefined =>
  readBy([readArgon2, readPhcScrypt, readFirebase, readPhcPbkdf2, readDjango], stored);

/** Whether a hash of another system can be checked here, and costs no more than it may. */
export const isForeignHash = (stored: string): boolean =>
  read(stored) !== undefined || isLoopHash(stored);

/** Checks hashes whose rounds are a loop in JavaScript. */
export interface LoopChecks {
  fits(stored: string, password: string): Promise<boolean>;
}

/** Whether the password is the one of the hash; never for a hash that cannot be checked, or a password that is too long. */
export async function fitsForeignHash(
  stored: string,
  password: string,
  loops: LoopChecks,
): Promise<boolean> {
  if (isPasswordTooLong(password)) return false;
  if (isLoopHash(stored)) return loops.fits(stored, password);
  const hash = read(stored);
  return hash !== undefined && isSame(await hash.digest(password), hash.expected);
}
