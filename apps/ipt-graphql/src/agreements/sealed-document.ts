import { createCipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';

export const CONTENT_KEY_BYTES = 32;
/** What an encrypted agreement is on IPFS: a JWE in its compact form (RFC 7516, section 3.1). */
export const SEALED_TYPE = 'application/jose';

/** What the header of an encrypted document says, and what is authenticated with it. */
export interface SealedHeader {
  readonly contentType: 'application/json' | 'application/pdf';
  readonly chainId: number;
  readonly ipnftId: string;
}

/**
 * Encrypts a document as a JWE: direct encryption with AES-256-GCM (RFC 7518, sections 4.5 and 5.3). The same key and document give
 * the same bytes, since the initialization vector is a keyed hash of both; another document never has the same one. `kid` commits
 * to the key, so that no second key opens the same bytes as another document.
 *
 * @param key 32 bytes, for one agreement and its print
 */
export function seal(
  bytes: Uint8Array,
  key: Uint8Array,
  { contentType, chainId, ipnftId }: SealedHeader,
): Uint8Array {
  const fields = { typ: 'ipt-agreement', cty: contentType, kid: keyIdOf(key), chainId, ipnftId };
  const header = base64url(JSON.stringify({ alg: 'dir', enc: 'A256GCM', ...fields }));
  const ivKey = new Uint8Array(hkdfSync('sha256', key, '', 'ipt-agreement iv', 32));
  const iv = createHmac('sha256', ivKey)
    .update(`${header}.`)
    .update(bytes)
    .digest()
    .subarray(0, 12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(header));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const parts = [header, '', base64url(iv), base64url(sealed), base64url(cipher.getAuthTag())];
  return Buffer.from(parts.join('.'));
}

/** The thumbprint of the key (RFC 7638), which says nothing of a key that is random. */
export const keyIdOf = (key: Uint8Array): string =>
  createHash('sha256')
    .update(`{"k":"${base64url(key)}","kty":"oct"}`)
    .digest('base64url');

const base64url = (value: Uint8Array | string): string => Buffer.from(value).toString('base64url');
