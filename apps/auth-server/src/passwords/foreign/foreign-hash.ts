import { timingSafeEqual } from 'node:crypto';

/** A password's hash that another system has made, checked by Node in a thread of its own. */
export interface ForeignHash {
  readonly digest: (password: string) => Promise<Buffer>;
  readonly expected: Buffer;
}

/** One whose rounds are a loop in JavaScript: only a worker thread may compute it. */
export interface LoopHash {
  readonly loop: (password: string) => Buffer;
  readonly expected: Buffer;
}

const LONGEST = 1000;
/** Of a password: SHA-crypt's work grows with the square of its length. */
const MOST_PASSWORD_BYTES = 512;

export const isPasswordTooLong = (password: string): boolean =>
  Buffer.byteLength(password) > MOST_PASSWORD_BYTES;

export const isSame = (digest: Buffer, expected: Buffer): boolean =>
  digest.length === expected.length && timingSafeEqual(digest, expected);

type Reader<T> = (stored: string) => T | undefined;

/** What the first reader that knows the form makes of it. */
export function readBy<T>(readers: readonly Reader<T>[], stored: string): T | undefined {
  if (stored.length > LONGEST) return undefined;
  for (const reader of readers) {
    const found = reader(stored);
    if (found !== undefined) return found;
  }
  return undefined;
}
