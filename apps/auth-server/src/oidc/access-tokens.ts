import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Provider } from 'oidc-provider';
import type { SigningAlgorithm, SigningKey } from '../domain/signing-keys.js';
import { digestOf } from './artifact-adapter.js';
import type { NewToken } from './engine-rules.js';

/** The part of an artifact that becomes claims. */
interface TokenPayload {
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  readonly clientId: string;
  readonly accountId?: string;
  readonly aud?: string;
  readonly scope?: string;
  readonly sid?: string;
  readonly jkt?: string;
  readonly 'x5t#S256'?: string;
  readonly rar?: readonly object[];
  readonly extra?: Readonly<Record<string, unknown>>;
  digest?: string;
  parent?: Buffer;
}

interface TokenPrototype extends NewToken {
  /** The artifact with which it ends. */
  readonly parent?: Buffer;
  getValueAndPayload: (this: TokenPrototype) => Promise<{ value: string; payload: TokenPayload }>;
}

export interface AccessTokenSigner {
  sign(payload: TokenPayload): Promise<string>;
}

type SignBytes = (data: Buffer) => Promise<Buffer>;

const signLater = promisify(sign) as (
  hash: string | null,
  data: Buffer,
  key: KeyObject,
) => Promise<Buffer>;

/**
 * The signature of each algorithm (RFC 7518 section 3, RFC 8037 section 3.1). On a thread, with the
 * bare key: asking Node itself for the form of RFC 7518 costs more than the signature does, and a
 * request waits for its token anyway.
 */
const signers: Readonly<Record<SigningAlgorithm, (key: KeyObject) => SignBytes>> = {
  ES256: (key) => async (data) => p1363(await signLater('sha256', data, key)),
  EdDSA: (key) => (data) => signLater(null, data, key),
  RS256: (key) => (data) => signLater('sha256', data, key),
};

const P256_BYTES = 32;

/**
 * An ECDSA signature as two numbers of 32 bytes (RFC 7518 section 3.4), from the DER sequence of two
 * integers (RFC 3279 section 2.2.3) that OpenSSL makes. For P-256 all lengths fit into one byte.
 */
export function p1363(der: Buffer): Buffer {
  const signature = Buffer.alloc(2 * P256_BYTES);
  let offset = 2;
  for (const end of [P256_BYTES, 2 * P256_BYTES]) {
    const length = der[offset + 1] ?? 0;
    const integer = der.subarray(offset + 2, offset + 2 + length);
    // A leading zero keeps the number positive; a short number lacks leading zeros.
    const digits = integer.subarray(Math.max(0, integer.length - P256_BYTES));
    digits.copy(signature, end - digits.length);
    offset += 2 + length;
  }
  return signature;
}

/** Signs access tokens (RFC 9068) with the current key of one algorithm. */
export function accessTokenSigner(
  keys: readonly SigningKey[],
  options: {
    readonly algorithm: SigningAlgorithm;
    readonly issuer: string;
    readonly audience: string;
  },
): AccessTokenSigner {
  const { algorithm, issuer, audience } = options;
  const current = keys.find((key) => key.algorithm === algorithm && key.stage === 'current');
  if (current === undefined) throw new Error(`There is no current ${algorithm} key.`);
  const key = createPrivateKey({ key: current.privateJwk, format: 'jwk' });
  const signBytes = signers[algorithm](key);
  const header = base64url({ alg: algorithm, typ: 'at+jwt', kid: current.kid });
  return {
    // The compact serialization of RFC 7515, section 7.1.
    sign: async (payload) => {
      const input = `${header}.${base64url(claimsOf(payload, { issuer, audience }))}`;
      const signature = await signBytes(Buffer.from(input));
      return `${input}.${signature.toString('base64url')}`;
    },
  };
}

const base64url = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

const claimsOf = (
  payload: TokenPayload,
  { issuer, audience }: { readonly issuer: string; readonly audience: string },
) => ({
  ...payload.extra,
  iss: issuer,
  sub: payload.accountId ?? payload.clientId,
  aud: payload.aud ?? audience,
  client_id: payload.clientId,
  jti: payload.jti,
  iat: payload.iat,
  exp: payload.exp,
  ...(payload.scope === undefined ? {} : { scope: payload.scope }),
  ...(payload.rar === undefined ? {} : { authorization_details: payload.rar }),
  ...(payload.sid === undefined ? {} : { sid: payload.sid }),
  ...confirmationOf(payload),
});

/** To what the token is bound (RFC 7800): a key (RFC 9449), a certificate (RFC 8705), or both. */
function confirmationOf({ jkt, 'x5t#S256': x5t }: TokenPayload): object {
  if (jkt === undefined && x5t === undefined) return {};
  return {
    cnf: {
      ...(jkt === undefined ? {} : { jkt }),
      ...(x5t === undefined ? {} : { 'x5t#S256': x5t }),
    },
  };
}

/**
 * Gives access tokens out as signed JWTs while the engine goes on to keep them.
 *
 * oidc-provider knows JWT tokens that it does not keep (they cannot be revoked, and userinfo
 * refuses them) and opaque ones that it keeps. Ours are kept, with the digest of the JWT in the
 * place of its value.
 */
export function signAccessTokens(
  provider: Provider,
  signer: AccessTokenSigner,
  check: (token: NewToken) => void,
): void {
  for (const model of [provider.AccessToken, provider.ClientCredentials]) {
    const prototype = model.prototype as unknown as TokenPrototype;
    const original = prototype.getValueAndPayload;
    prototype.getValueAndPayload = async function signed(this: TokenPrototype) {
      check(this);
      const { payload } = await original.call(this);
      const value = await signer.sign(payload);
      payload.digest = digestOf(value);
      if (this.parent !== undefined) payload.parent = this.parent;
      return { value, payload };
    };
  }
}
