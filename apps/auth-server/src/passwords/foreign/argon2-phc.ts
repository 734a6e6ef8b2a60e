import { verify } from '@node-rs/argon2';
import type { ForeignHash } from './foreign-hash.js';

/** No zero stands first: the reference implementation refuses such numbers. */
const FORM =
  /^\$argon2(?:id|i|d)\$v=(?:16|19)\$m=([1-9]\d{0,6}),t=([1-9]\d?),p=([1-9]\d?)\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{22,})$/;
const MOST = { memoryKib: 131_072, passes: 10, lanes: 8 };
/** Of each lane (RFC 9106 section 3.1). */
const LEAST_MEMORY_KIB = 8;

/** argon2 of elsewhere, with other parameters or of another kind (RFC 9106). */
export function readArgon2(stored: string): ForeignHash | undefined {
  const [, memory, passes, lanes, salt = '', tag = ''] = FORM.exec(stored) ?? [];
  const cost = { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) };
  // What cannot be decoded would fail at each sign-in, not only at the import.
  if (!isBounded(cost) || !isCanonical(salt) || !isCanonical(tag)) return undefined;
  const yes = Buffer.from([1]);
  return {
    digest: async (password) => ((await verify(stored, password)) ? yes : Buffer.from([0])),
    expected: yes,
  };
}

/** Never for what is no number. */
const isBounded = ({ memoryKib, passes, lanes }: typeof MOST): boolean =>
  memoryKib >= LEAST_MEMORY_KIB * lanes &&
  memoryKib <= MOST.memoryKib &&
  passes <= MOST.passes &&
  lanes <= MOST.lanes;

/** Base64 without `=`, whose last character has no bits beyond the bytes. */
const isCanonical = (base64: string): boolean =>
  Buffer.from(base64, 'base64').toString('base64').replace(/=+$/, '') === base64;
