import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { person } from './people.js';
import { signInDoors, type BrowserSession } from './sign-in-doors.js';

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
  /** Who is signed in in the browser that comes to it. */
  readonly session: BrowserSession;
  close(): void;
}

export async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' };
  const session: BrowserSession = { endings: 0 };
  const server = createServer((request, response) => {
    if (doors(request, response)) return;
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
  const idToken = (name: string, nonce: string | undefined) =>
    new SignJWT({ name, ...(nonce === undefined ? {} : { nonce }) })
      .setProtectedHeader({ alg: 'ES256', kid: 'test' })
      .setIssuer(url)
      .setAudience('sextant-web')
      .setSubject(name)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
  const doors = signInDoors({ url, session, accessToken: token, idToken });
  return { url, token, session, close: () => server.close() };
}
