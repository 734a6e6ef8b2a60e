import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';

/** A public key as others read it (RFC 7517, RFC 8037). */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

const base64url = (value: string | Uint8Array): string => Buffer.from(value).toString('base64url');

/** What is said, signed: a compact JWS (RFC 7515) with Ed25519 (RFC 8037). */
export function signed(payload: object, typ: string, key: KeyObject): string {
  const header = { alg: 'EdDSA', kid: publicKeyOf(key).kid, typ };
  const content = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(payload))}`;
  return `${content}.${base64url(sign(null, Buffer.from(content), key))}`;
}

/** Named by its thumbprint (RFC 7638). */
export function publicKeyOf(key: KeyObject): PublicKey {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }));
  return {
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    kid: thumbprint.digest('base64url'),
    use: 'sig',
    alg: 'EdDSA',
  };
}
