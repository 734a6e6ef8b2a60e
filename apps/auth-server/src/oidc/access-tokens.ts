import { importJWK, SignJWT } from 'jose';
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
  const header = { alg: algorithm, typ: 'at+jwt', kid: current.kid };
  let key: ReturnType<typeof importJWK> | undefined;
  return {
    sign: async (payload) => {
      key ??= importJWK(current.privateJwk, algorithm);
      const token = new SignJWT(claimsOf(payload, { issuer, audience }));
      return token.setProtectedHeader(header).sign(await key);
    },
  };
}

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
  ...(payload.jkt === undefined ? {} : { cnf: { jkt: payload.jkt } }),
});

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
