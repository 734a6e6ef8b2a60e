import { readBcrypt } from './bcrypt.js';
import { isPasswordTooLong, isSame, readBy, type LoopHash } from './foreign-hash.js';
import { readPhpass } from './phpass.js';
import { readShaCrypt } from './sha-crypt.js';

const read = (stored: string): LoopHash | undefined =>
  readBy([readPhpass, readShaCrypt, readBcrypt], stored);

/** Whether a hash has to be checked in a worker thread. */
export const isLoopHash = (stored: string): boolean => read(stored) !== undefined;

/** As `fitsForeignHash`, for what `isLoopHash` knows; it takes the thread in which it runs for up to some seconds. */
export function fitsLoopHash(stored: string, password: string): boolean {
  const hash = read(stored);
  if (hash === undefined || isPasswordTooLong(password)) return false;
  return isSame(hash.loop(password), hash.expected);
}
