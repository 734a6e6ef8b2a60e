import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify, type JWTPayload } from 'jose';
import { Browser, newPkce } from '../browser.js';
import {
  admin,
  adminToken,
  authorizeUrl,
  allow,
  json,
  postForm,
  type TokenAnswer,
} from '../flows.js';
import { CLIENTS, REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';

const SIGNED = {
  ...CLIENTS.web,
  client_id: 'signed',
  metadata: {
    authorization_signed_response_alg: 'ES256',
    introspection_signed_response_alg: 'ES256',
  },
};

let auth: RunningAuth;
let issuer: string;
beforeAll(async () => {
  auth = await startAuth({ clients: [SIGNED] });
  issuer = auth.env['ISSUER'] ?? '';
});
afterAll(() => auth.close());

const identity = {
  authorization: `Basic ${Buffer.from(`signed:${SIGNED.client_secret}`).toString('base64')}`,
};

/** @throws where the service has not signed it for the client */
async function verified(token: string): Promise<JWTPayload> {
  const keys = createRemoteJWKSet(new URL(`${auth.url}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: 'signed',
    algorithms: ['ES256'],
  });
  return payload;
}

describe('an authorization response as JWT (JARM)', () => {
  it.each(['jwt', 'query.jwt'])('by response_mode %s holds the code, signed', async (mode) => {
    const browser = new Browser(auth.url);
    const pkce = newPkce();
    const url = authorizeUrl({ client_id: 'signed', response_mode: mode }, pkce);
    const { location = '' } = await allow(browser, await browser.get(url));
    const back = new URL(location);

    expect([...back.searchParams.keys()]).toEqual(['response']);
    const answer = await verified(back.searchParams.get('response') ?? '');
    expect(answer).toMatchObject({ state: 'the-state', code: expect.any(String) });
    const fields = {
      grant_type: 'authorization_code',
      code: String(answer['code']),
      redirect_uri: REDIRECT_URI,
      code_verifier: pkce.verifier,
    };
    const redeemed = await postForm(`${auth.url}/oauth/token`, fields, identity);
    expect(redeemed.status).toBe(200);
  });

  it('holds the refusal as well, and nothing of it stands in the address', async () => {
    const browser = new Browser(auth.url);
    const page = await browser.get(authorizeUrl({ client_id: 'signed', response_mode: 'jwt' }));
    const { location = '' } = await browser.submit(page, { consent: 'deny' });

    expect(location).not.toContain('access_denied');
    const answer = await verified(new URL(location).searchParams.get('response') ?? '');
    expect(answer).toMatchObject({ error: 'access_denied', state: 'the-state' });
  });

  it('may be a form', async () => {
    const browser = new Browser(auth.url);
    const url = authorizeUrl({ client_id: 'signed', response_mode: 'form_post.jwt' });
    const { text } = await allow(browser, await browser.get(url));

    const [, response = ''] = /name="response" value="([^"]+)"/.exec(text) ?? [];
    expect(await verified(response)).toMatchObject({ code: expect.any(String) });
  });
});

it("are chosen for a client by an administrator, among the service's own algorithms", async () => {
  const call = admin(auth.url, await adminToken(auth.url));
  const body = (algorithm: string) => ({
    client_name: 'Signed',
    client_type: 'confidential',
    scopes: ['openid'],
    redirect_uris: [REDIRECT_URI],
    authorization_signed_response_alg: algorithm,
    introspection_signed_response_alg: algorithm,
  });

  const made = await call('POST', '/clients', body('EdDSA'));
  expect(await json(made)).toMatchObject({ authorization_signed_response_alg: 'EdDSA' });
  expect((await call('POST', '/clients', body('HS256'))).status).toBe(422);
});

describe('an introspection response as JWT (RFC 9701)', () => {
  const tokenOf = async (): Promise<string> => {
    const fields = { grant_type: 'client_credentials', scope: 'read' };
    const answer = await postForm(`${auth.url}/oauth/token`, fields, identity);
    return (await json<TokenAnswer>(answer)).access_token;
  };
  const introspect = (token: string) =>
    postForm(
      `${auth.url}/api/v1/oauth/introspect`,
      { token },
      {
        ...identity,
        accept: 'application/token-introspection+jwt',
      },
    );

  it('says what the token is, signed for who asks', async () => {
    const answer = await introspect(await tokenOf());
    const text = await answer.text();

    expect(answer.headers.get('content-type')).toContain('application/token-introspection+jwt');
    expect(decodeProtectedHeader(text).typ).toBe('token-introspection+jwt');
    const { token_introspection: token } = await verified(text);
    expect(token).toMatchObject({ active: true, client_id: 'signed', scope: 'read' });
  });

  it('says no more than that it is not active of one that is not', async () => {
    const { token_introspection: token } = await verified(
      await (await introspect('unknown')).text(),
    );
    expect(token).toEqual({ active: false });
  });
});

it('are in the metadata', async () => {
  const metadata = await json<Record<string, readonly string[]>>(
    await fetch(`${auth.url}/.well-known/oauth-authorization-server`),
  );

  expect(metadata['response_modes_supported']).toEqual(
    expect.arrayContaining(['jwt', 'query.jwt', 'form_post.jwt']),
  );
  // No HS256: of a client's secret a digest is kept, and nobody verifies by that.
  const own = ['RS256', 'ES256', 'EdDSA'];
  expect(metadata['authorization_signing_alg_values_supported']).toEqual(own);
  expect(metadata['introspection_signing_alg_values_supported']).toEqual(own);
});
