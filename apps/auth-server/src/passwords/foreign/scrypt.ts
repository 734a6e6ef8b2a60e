import { createCipheriv, scrypt, type ScryptOptions } from 'node:crypto';
import type { ForeignHash } from './foreign-hash.js';

/** What one check may take: 128 bytes for each unit of N and r (RFC 7914 section 2), and the time that goes with it. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_LANES = 8;

const derive = (
  password: string,
  salt: Buffer,
  bytes: number,
  options: ScryptOptions,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, bytes, { ...options, maxmem: 2 * MOST_BYTES }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });

/** N is less than 2^(16 r): OpenSSL refuses others, at each check. */
function isBounded(log2: number, r: number, p: number): boolean {
  const isSane =
    log2 >= 1 && log2 <= 24 && log2 < 16 * r && r >= 1 && r <= 64 && p >= 1 && p <= MOST_LANES;
  return isSane && 128 * r * 2 ** log2 * p <= MOST_BYTES;
}

const PHC =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{2,})\$([A-Za-z0-9+/]+)$/;

/** `$scrypt$ln=<log2 N>,r=<r>,p=<p>$<salt>$<hash>`, as the PHC string format has it. */
export function readPhcScrypt(stored: string): ForeignHash | undefined {
  const [, ln = '', r = '', p = '', salt = '', hash = ''] = PHC.exec(stored) ?? [];
  const expected = Buffer.from(hash, 'base64');
  if (expected.length < 16 || expected.length > 64) return undefined;
  if (!isBounded(Number(ln), Number(r), Number(p))) return undefined;
  const options = { N: 2 ** Number(ln), r: Number(r), p: Number(p) };
  return {
    digest: (password) => derive(password, Buffer.from(salt, 'base64'), expected.length, options),
    expected,
  };
}

/** A signer key and a digest of 16 bytes or more: any password would fit one of no bytes. */
const FIREBASE =
  /^\$firebase-scrypt\$ln=(\d{1,2}),r=(\d{1,2})\$([A-Za-z0-9+/]{2,}={0,2})\$([A-Za-z0-9+/]*={0,2})\$([A-Za-z0-9+/]{22,}={0,2})\$([A-Za-z0-9+/]{22,}={0,2})$/;
const CIPHER_KEY_BYTES = 32;

/**
 * Firebase's modified scrypt: the project's signer key, encrypted by AES-256-CTR with what scrypt derives
 * (github.com/firebase/scrypt): `$firebase-scrypt$ln=<mem_cost>,r=<rounds>$<salt>$<salt separator>$<signer key>$<hash>`.
 */
export function readFirebase(stored: string): ForeignHash | undefined {
  const [, ln = '', r = '', ...rest] = FIREBASE.exec(stored) ?? [];
  const [salt, separator, signerKey, expected] = rest.map((text) => Buffer.from(text, 'base64'));
  if (salt === undefined || separator === undefined) return undefined;
  if (signerKey === undefined || expected?.length !== signerKey.length) return undefined;
  if (!isBounded(Number(ln), Number(r), 1)) return undefined;
  return {
    digest: async (password) => {
      const options = { N: 2 ** Number(ln), r: Number(r), p: 1 };
      const key = await derive(
        password,
        Buffer.concat([salt, separator]),
        CIPHER_KEY_BYTES,
        options,
      );
      const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
      return Buffer.concat([cipher.update(signerKey), cipher.final()]);
    },
    expected,
  };
}
