import { verify } from '@node-rs/argon2';
import type { ForeignHash } from './foreign-hash.js';

const FORM =
  /^\$argon2(?:id|i|d)\$v=(?:16|19)\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{21,}$/;
const MOST = { memoryKib: 131_072, passes: 10, lanes: 8 };

/** argon2 of elsewhere, with other parameters or of another kind (RFC 9106). */
export function readArgon2(stored: string): ForeignHash | undefined {
  const [, memory = '', passes = '', lanes = ''] = FORM.exec(stored) ?? [];
  const isBounded =
    memory !== '' &&
    Number(memory) <= MOST.memoryKib &&
    Number(passes) <= MOST.passes &&
    Number(lanes) <= MOST.lanes;
  if (!isBounded) return undefined;
  const yes = Buffer.from([1]);
  return {
    digest: async (password) => ((await verify(stored, password)) ? yes : Buffer.from([0])),
    expected: yes,
  };
}
