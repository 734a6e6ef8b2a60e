import { createHash } from 'node:crypto';
import { compactDecrypt, decodeProtectedHeader } from 'jose';

/**
 * What an agreement says, encrypted or not. What its header says of the place is authenticated by whoever opens it only: without
 * the key it is a claim.
 *
 * @param {Uint8Array | string} bytes as they are stored
 * @param {string | undefined} key 32 bytes, base64url
 * @returns {Promise<{ isSealed: boolean, text: string | undefined, header?: Record<string, unknown> }>} without `text` the key is missing
 * @throws {Error} when the key is not the one that the document names, or does not open it
 */
export async function openAgreement(bytes, key) {
  const stored = Buffer.from(bytes).toString('utf8');
  // Canonical JSON begins with a brace, a JWE of RFC 7516, section 3.1, with the base64url of one.
  if (!/^eyJ[\w-]*\.\.[\w-]+\.[\w-]+\.[\w-]+$/.test(stored))
    return { isSealed: false, text: stored };
  const header = decodeProtectedHeader(stored);
  if (key === undefined) return { isSealed: true, text: undefined, header };
  const secret = Buffer.from(key, 'base64url');
  const thumbprint = `{"k":"${secret.toString('base64url')}","kty":"oct"}`;
  const keyId = createHash('sha256').update(thumbprint).digest('base64url');
  if (header.kid !== keyId) throw new Error(`the key is another one than ${header.kid}`);
  const { plaintext } = await compactDecrypt(stored, secret, {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  });
  return { isSealed: true, text: Buffer.from(plaintext).toString('utf8'), header };
}

/** @returns {boolean} whether the header says the same of the place as the document */
export const isSamePlace = ({ header }, { ipnftId, chainId }) =>
  header === undefined || (header.ipnftId === ipnftId && header.chainId === chainId);
