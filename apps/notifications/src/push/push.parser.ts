import { ECDH } from 'node:crypto';
import { membersOf, own, requireMembers, isText, type Members } from '../http/fields.js';
import { fieldRequired, fieldInvalid } from '../http/field-errors.js';

const MAX_ENDPOINT = 4096;

const P256DH_BYTES = 65;

const AUTH_BYTES = 16;

/** An uncompressed point (RFC 8291, section 3.1). */
const UNCOMPRESSED = 0x04;

/** Off the curve nothing can be encrypted for it. */
function isPoint(bytes: Buffer): boolean {
  if (bytes[0] !== UNCOMPRESSED) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/** A browser's `PushSubscription.toJSON()`, as it is or as the member `subscription`. */
export function parseSubscription(body: unknown) {
  const outer = membersOf(body);
  const members = 'subscription' in outer ? membersOf(own(outer, 'subscription')) : outer;
  requireMembers(members, ['endpoint', 'keys']);
  const endpoint = parseEndpoint(own(members, 'endpoint'));
  const keys = membersOf(own(members, 'keys'));
  for (const name of ['p256dh', 'auth']) {
    if (own(keys, name) === undefined) throw fieldRequired(`keys.${name}`);
  }
  const p256dh = parseKey(keys, 'p256dh', P256DH_BYTES);
  if (!isPoint(Buffer.from(p256dh, 'base64url'))) throw fieldInvalid('keys.p256dh');
  return { endpoint, p256dh, auth: parseKey(keys, 'auth', AUTH_BYTES) };
}

/** Whether a name leads into a private network is found out when it is called: names change. */
export function parseEndpoint(value: unknown): string {
  if (!isText(value, MAX_ENDPOINT) || !URL.canParse(value)) throw fieldInvalid('endpoint');
  const { protocol, username, password, href } = new URL(value);
  if (protocol !== 'https:' || username !== '' || password !== '') throw fieldInvalid('endpoint');
  return href;
}

function parseKey(keys: Members, name: string, bytes: number): string {
  const value = own(keys, name);
  const isKey =
    typeof value === 'string' &&
    /^[\w+/-]{1,100}={0,2}$/.test(value) &&
    Buffer.from(value, 'base64url').length === bytes;
  if (!isKey) throw fieldInvalid(`keys.${name}`);
  return Buffer.from(value, 'base64url').toString('base64url');
}
