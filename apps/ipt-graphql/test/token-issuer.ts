import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { IptClient } from './client.js';

const ISSUER = 'https://login.example.org';

/** Signs access tokens as auth-server does, and shows its keys. */
export async function startIssuer() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    env: { AUTH_ISSUER: ISSUER, AUTH_JWKS_URL: `http://127.0.0.1:${port}/jwks.json` },
    /** With all scopes, of the workspace `acme`. */
    token: (subject: string) =>
      new SignJWT({
        client_id: 'lab',
        workspace: 'acme',
        scope: 'ipt:read ipt:mint ipt:tokenize ipt:admin',
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'at+jwt' })
        .setIssuer(ISSUER)
        .setAudience('sextant')
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime('10m')
        .sign(privateKey),
    close: () => server.close(),
  };
}

/** A client with an access token in the place of a key. */
export class BearerClient extends IptClient {
  override post(body: unknown, headers: Readonly<Record<string, string>> = {}) {
    return this.send(body, { authorization: `Bearer ${this.apiKey}`, ...headers });
  }
}
