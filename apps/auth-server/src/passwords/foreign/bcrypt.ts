import { hashSync } from 'bcryptjs';
import type { LoopHash } from './foreign-hash.js';

/** `2x` is left out: it stands for hashes of a faulty version of crypt_blowfish. */
const FORM = /^(\$2[aby]\$(\d{2})\$[./0-9A-Za-z]{22})[./0-9A-Za-z]{31}$/;
/** As binary logarithm: Auth0 has 10. Each step more doubles the work, which is about a second at 14. */
const COST = { min: 4, max: 14 };

/** bcrypt (Provos and Mazieres, "A Future-Adaptable Password Scheme", 1999), which reads 72 bytes of a password. */
export function readBcrypt(stored: string): LoopHash | undefined {
  const [, setting = '', cost = ''] = FORM.exec(stored) ?? [];
  if (setting === '' || Number(cost) < COST.min || Number(cost) > COST.max) return undefined;
  return {
    loop: (password) => Buffer.from(hashSync(password, setting)),
    expected: Buffer.from(stored),
  };
}
