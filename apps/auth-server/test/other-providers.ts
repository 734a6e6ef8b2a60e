import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWTPayload,
} from 'jose';
import Provider from 'oidc-provider';

/** What a provider of the tests does to its answers. */
export type Fault =
  | 'none'
  | 'forged'
  | 'unsigned'
  | 'other-nonce'
  | 'other-audience'
  | 'other-issuer'
  | 'mixed-up'
  | 'refused';

export interface FaultyProvider {
  readonly url: string;
  fault: Fault;
  /** Who signs in next. */
  claims: Readonly<Record<string, unknown>>;
  /** What the endpoint for a profile answers those who speak OAuth alone. */
  profile: Readonly<Record<string, unknown>>;
  /** A token that it has signed, or somebody else in its name. */
  /** How often it was asked for its keys. */
  keysAsked: number;
  sign(claims: JWTPayload, fault?: Fault): Promise<string>;
  close(): Promise<void>;
}

/** A provider whose every answer can be wrong. It signs in whoever comes, at once. */
export async function faultyProvider(clientId: string): Promise<FaultyProvider> {
  const [own, other] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256'),
  ]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const nonces = new Map<string, string>();
  const provider: FaultyProvider = {
    url,
    fault: 'none',
    claims: { sub: 'somebody' },
    profile: {},
    keysAsked: 0,
    sign: (claims, fault = 'none') => signed(claims, fault),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function signed(claims: JWTPayload, fault: Fault): Promise<string> {
    const all = {
      iss: fault === 'other-issuer' ? 'https://other.example' : url,
      aud: fault === 'other-audience' ? 'another-client' : clientId,
      ...claims,
    };
    if (fault === 'unsigned')
      return new UnsecuredJWT(all).setIssuedAt().setExpirationTime('5m').encode();
    const key: CryptoKey = fault === 'forged' ? other.privateKey : own.privateKey;
    return new SignJWT(all)
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(key);
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    back.searchParams.set('iss', provider.fault === 'mixed-up' ? 'https://other.example' : url);
    if (provider.fault === 'refused') back.searchParams.set('error', 'access_denied');
    else {
      const code = crypto.randomUUID();
      nonces.set(code, query.get('nonce') ?? '');
      back.searchParams.set('code', code);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const nonce = nonces.get(form.get('code') ?? '');
    nonces.delete(form.get('code') ?? '');
    if (nonce === undefined) {
      send(response, { error: 'invalid_grant' }, 400);
      return;
    }
    const claims = {
      ...provider.claims,
      nonce: provider.fault === 'other-nonce' ? 'another' : nonce,
    };
    const id_token = nonce === '' ? {} : { id_token: await signed(claims, provider.fault) };
    send(response, { access_token: 'access', token_type: 'bearer', ...id_token });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    if (pathname === '/authorize') authorize(searchParams, response);
    else if (pathname === '/token') await token(request, response);
    else if (pathname === '/keys') {
      provider.keysAsked += 1;
      send(response, { keys: [jwk] });
    } else if (pathname === '/user') send(response, provider.profile);
    else if (pathname === '/.well-known/openid-configuration') {
      send(response, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'none'],
        authorization_response_iss_parameter_supported: true,
      });
    } else response.writeHead(404).end();
  }

  return provider;
}

function send(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** The engine of others, as it comes out of the box, with its own pages. */
export async function bareProvider(
  redirectUri: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    clients: [
      {
        client_id: 'sextant',
        client_secret: 'bare-secret-0123456789abcdefghijklmnopq',
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({
        sub,
        email: `${sub}@bare.example`,
        email_verified: true,
        name: `Bare ${sub}`,
      }),
    }),
  });
  const callback = provider.callback();
  server.on('request', (request, response) => void callback(request, response));
  return {
    url,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
