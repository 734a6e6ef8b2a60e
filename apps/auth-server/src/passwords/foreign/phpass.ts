import { createHash } from 'node:crypto';
import { crypt64, crypt64Value } from './crypt-alphabet.js';
import type { LoopHash } from './foreign-hash.js';

const FORM = /^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})([./0-9A-Za-z]{22})$/;
/** As binary logarithm: WordPress has 13. */
const ROUNDS = { min: 7, max: 18 };

const md5 = (...parts: readonly (Buffer | string)[]): Buffer => {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The portable hashes of phpass (Openwall): WordPress before 6.8, phpBB, Drupal 6. */
export function readPhpass(stored: string): LoopHash | undefined {
  const [, cost = '', salt = '', expected = ''] = FORM.exec(stored) ?? [];
  const log2 = crypt64Value(cost);
  if (expected === '' || log2 < ROUNDS.min || log2 > ROUNDS.max) return undefined;
  return {
    loop: (password) => {
      let state = md5(salt, password);
      for (let round = 0; round < 2 ** log2; round += 1) state = md5(state, password);
      return Buffer.from(crypt64([...state]));
    },
    expected: Buffer.from(expected),
  };
}
