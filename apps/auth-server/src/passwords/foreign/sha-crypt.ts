import { createHash } from 'node:crypto';
import { crypt64 } from './crypt-alphabet.js';
import type { LoopHash } from './foreign-hash.js';

const FORM =
  /^\$([56])\$(?:rounds=(\d{4,7})\$)?([^$]{1,16})\$([./0-9A-Za-z]{43}|[./0-9A-Za-z]{86})$/;
const ROUNDS = { default: 5000, min: 1000, max: 1_000_000 };

/** Bytes of the digest in the order in which they are written, as the specification lists them; the last group is shorter. */
const ORDERS = {
  '5': [
    ...[20, 10, 0, 11, 1, 21, 2, 22, 12, 23, 13, 3, 14, 4, 24, 5, 25, 15, 26, 16, 6, 17, 7, 27],
    ...[8, 28, 18, 29, 19, 9, 30, 31],
  ],
  '6': [
    ...[42, 21, 0, 1, 43, 22, 23, 2, 44, 45, 24, 3, 4, 46, 25, 26, 5, 47, 48, 27, 6, 7, 49, 28],
    ...[29, 8, 50, 51, 30, 9, 10, 52, 31, 32, 11, 53, 54, 33, 12, 13, 55, 34, 35, 14, 56, 57, 36],
    ...[15, 16, 58, 37, 38, 17, 59, 60, 39, 18, 19, 61, 40, 41, 20, 62, 63],
  ],
};

const KINDS: Readonly<
  Record<string, { algorithm: string; characters: number; order: readonly number[] } | undefined>
> = {
  '5': { algorithm: 'sha256', characters: 43, order: ORDERS['5'] },
  '6': { algorithm: 'sha512', characters: 86, order: ORDERS['6'] },
};

/** SHA-crypt of Linux: `$5$` and `$6$` (U. Drepper, "Unix crypt using SHA-256 and SHA-512", 2008). */
export function readShaCrypt(stored: string): LoopHash | undefined {
  const [, kind = '', given, salt = '', expected = ''] = FORM.exec(stored) ?? [];
  const known = KINDS[kind];
  const rounds = given === undefined ? ROUNDS.default : Number(given);
  const isBounded = rounds >= ROUNDS.min && rounds <= ROUNDS.max;
  if (known === undefined || !isBounded || expected.length !== known.characters) return undefined;
  const { algorithm, order } = known;
  return {
    loop: (password) => {
      const parts = { algorithm, password: Buffer.from(password), salt: Buffer.from(salt) };
      const bytes = digestOf({ ...parts, rounds });
      return Buffer.from(crypt64(order.map((at) => bytes[at] ?? 0)));
    },
    expected: Buffer.from(expected),
  };
}

interface Parts {
  readonly algorithm: string;
  readonly password: Buffer;
  readonly salt: Buffer;
}

/** Steps 1 to 21 of the specification. */
function digestOf({ rounds, ...parts }: Parts & { readonly rounds: number }): Buffer {
  const { algorithm, password, salt } = parts;
  const hash = (...pieces: readonly Buffer[]): Buffer =>
    createHash(algorithm).update(Buffer.concat(pieces)).digest();
  let state = firstDigest(parts, hash);
  const p = stretched(hash(...Array.from({ length: password.length }, () => password)), password);
  const repeats = 16 + (state[0] ?? 0);
  const s = stretched(hash(...Array.from({ length: repeats }, () => salt)), salt);
  for (let round = 0; round < rounds; round += 1) {
    const isOdd = round % 2 === 1;
    state = hash(
      isOdd ? p : state,
      ...(round % 3 === 0 ? [] : [s]),
      ...(round % 7 === 0 ? [] : [p]),
      isOdd ? state : p,
    );
  }
  return state;
}

type Hash = (...pieces: readonly Buffer[]) => Buffer;

/** Steps 1 to 12. */
function firstDigest({ password, salt }: Parts, hash: Hash): Buffer {
  const other = hash(password, salt, password);
  const pieces: Buffer[] = [password, salt, stretched(other, password)];
  for (let bits = password.length; bits > 0; bits >>>= 1) {
    pieces.push(bits % 2 === 1 ? other : password);
  }
  return hash(...pieces);
}

/** The bytes again and again, as long as the model. */
const stretched = (bytes: Buffer, model: Buffer): Buffer => Buffer.alloc(model.length, bytes);
