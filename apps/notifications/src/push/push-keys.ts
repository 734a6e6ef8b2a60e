import { ECDH } from 'node:crypto';
import { isText } from '../http/fields.js';

const MAX_ENDPOINT = 4096;
const P256DH_BYTES = 65;
const AUTH_BYTES = 16;
/** An uncompressed point (RFC 8291, section 3.1). */
const UNCOMPRESSED = 0x04;

/** Whether a name leads into a private network is found out when it is called: names change. */
export function isEndpoint(value: unknown): value is string {
  if (!isText(value, MAX_ENDPOINT) || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocol === 'https:' && username === '' && password === '';
}

/** Off the curve nothing can be encrypted for it. */
export function isP256dh(value: unknown): boolean {
  if (!isBytes(value, P256DH_BYTES)) return false;
  const bytes = Buffer.from(value, 'base64url');
  if (bytes[0] !== UNCOMPRESSED) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

export const isAuth = (value: unknown): boolean => isBytes(value, AUTH_BYTES);

const isBytes = (value: unknown, count: number): value is string =>
  typeof value === 'string' &&
  /^[\w+/-]{1,100}={0,2}$/.test(value) &&
  Buffer.from(value, 'base64url').length === count;
