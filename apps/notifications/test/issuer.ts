import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { person } from './people.js';

export interface TokenOptions {
  readonly roles?: readonly string[];
  readonly academyId?: string;
  /** From now; negative for a token that has expired. */
  readonly expiresInSeconds?: number;
  readonly audience?: string;
  /** Replace or, as undefined, remove claims. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** Gives out access tokens as auth-server does (RFC 9068), with its claims. */
export interface Issuer {
  readonly url: string;
  /** For `person(name)`. */
  token(name: string, options?: TokenOptions): Promise<string>;
  close(): void;
}

export async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const token = (name: string, options: TokenOptions = {}) => {
    const { roles = ['student'], academyId = 'academy-1', expiresInSeconds = 600 } = options;
    const nowSeconds = Math.floor(Date.now() / 1000);
    return new SignJWT({
      ...person(name),
      client_id: 'test',
      scope: 'openid notifications',
      academyId,
      roles,
      ...options.claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'test', typ: 'at+jwt' })
      .setIssuer(url)
      .setAudience(options.audience ?? 'sextant')
      .setSubject(name)
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + expiresInSeconds)
      .sign(privateKey);
  };
  return { url, token, close: () => server.close() };
}
