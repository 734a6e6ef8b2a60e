import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  createRemoteJWKSet,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
  type CryptoKey,
} from 'jose';
import { Browser } from '../browser.js';
import {
  admin,
  adminToken,
  allow,
  authorizeUrl,
  json,
  postForm,
  type TokenAnswer,
  userinfo,
} from '../flows.js';
import { startAuth, type RunningAuth } from '../running-auth.js';

const CALLBACK = 'https://suite.example.org/callback';
type Registered = Readonly<Record<string, string>>;

/** Modules of the suite's Dynamic plan that our configuration decides, under their names. */
describe('dynamic registration for the conformance suite', () => {
  let auth: RunningAuth;
  let call: ReturnType<typeof admin>;
  let relyingParty: Awaited<ReturnType<typeof startRelyingParty>>;

  beforeAll(async () => {
    relyingParty = await startRelyingParty();
    auth = await startAuth({
      env: {
        DYNAMIC_REGISTRATION: 'open',
        FETCH_ALLOW: new URL(relyingParty.url).host,
      },
    });
    call = admin(auth.url, await adminToken(auth.url));
  });
  afterAll(async () => {
    await auth.close();
    relyingParty.server.close();
  });

  const waivePkce = ({ client_id = '' }: Registered) =>
    call('PATCH', `/clients/${client_id}`, { require_pkce: false });
  const register = async (metadata: object = {}) => {
    const response = await fetch(`${auth.url}/api/v1/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [CALLBACK], client_name: 'Dynamic', ...metadata }),
    });
    const client = await json<Registered>(response);
    // The plan sends no challenge: an administrator waives it, as docs/conformance.md says.
    if (response.status === 201) await waivePkce(client);
    return { status: response.status, client };
  };
  const ask = ({ client_id }: Registered, parameters: Readonly<Record<string, string>> = {}) =>
    authorizeUrl({
      client_id,
      redirect_uri: CALLBACK,
      scope: 'openid',
      nonce: 'n',
      code_challenge: undefined,
      code_challenge_method: undefined,
      ...parameters,
    });
  const tokens = async (client: Registered) => {
    const browser = new Browser(auth.url);
    const { location = '' } = await allow(browser, await browser.get(ask(client)));
    const identity = `${client['client_id'] ?? ''}:${client['client_secret'] ?? ''}`;
    const response = await postForm(
      `${auth.url}/oauth/token`,
      {
        grant_type: 'authorization_code',
        code: new URL(location).searchParams.get('code') ?? '',
        redirect_uri: CALLBACK,
      },
      { authorization: `Basic ${Buffer.from(identity).toString('base64')}` },
    );
    return json<TokenAnswer>(response);
  };
  const keySet = () => createRemoteJWKSet(new URL(`${auth.url}/.well-known/jwks.json`));

  it('oidcc-server, oidcc-idtoken-rs256: signs in after a registration without a token', async () => {
    const { status, client } = await register({
      frontchannel_logout_uri: 'https://suite.example.org/frontchannel_logout',
      id_token_signed_response_alg: 'RS256',
    });
    const { id_token = '' } = await tokens(client);

    expect(status).toBe(201);
    expect(client).toMatchObject({
      client_secret: expect.any(String),
      registration_client_uri: expect.stringContaining('/api/v1/oauth/register/'),
      frontchannel_logout_uri: 'https://suite.example.org/frontchannel_logout',
    });
    const { protectedHeader } = await jwtVerify(id_token, keySet());
    expect(protectedHeader.alg).toBe('RS256');
  });

  it('oidcc-userinfo-rs256: signed claims', async () => {
    const { client } = await register({ userinfo_signed_response_alg: 'RS256' });
    const { access_token } = await tokens(client);

    const response = await userinfo(auth.url, access_token);

    expect(response.headers.get('content-type')).toContain('application/jwt');
    const { payload } = await jwtVerify(await response.text(), keySet());
    expect(payload).toMatchObject({ sub: expect.any(String), iss: auth.env['ISSUER'] });
  });

  it.each([
    ['oidcc-registration-logo-uri', 'logo_uri', '<img class="logo" src="ADDRESS" alt="" />'],
    ['oidcc-registration-policy-uri', 'policy_uri', '<a href="ADDRESS">Privacy policy</a>'],
    ['oidcc-registration-tos-uri', 'tos_uri', '<a href="ADDRESS">Terms of service</a>'],
  ])('%s is at the sign-in page', async (_module, member, shown) => {
    const address = `https://suite.example.org/${member}`;
    const { client } = await register({ [member]: address });

    const page = await new Browser(auth.url).get(ask(client));

    expect(page.text).toContain(shown.replace('ADDRESS', address));
    const images = /img-src ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
    expect(images).toBe(member === 'logo_uri' ? "'self' https://suite.example.org" : "'self'");
  });

  it.each(['javascript:alert(1)', 'data:image/png;base64,AAAA'])(
    'an address like %s is refused',
    async (address) => {
      expect((await register({ logo_uri: address })).status).toBe(400);
    },
  );

  it('oidcc-registration-jwks-uri, oidcc-refresh-token-rp-key-rotation: keys are fetched, new ones too', async () => {
    const { client } = await register({
      jwks_uri: `${relyingParty.url}/jwks`,
      token_endpoint_auth_method: 'private_key_jwt',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      scope: 'read',
    });
    const withKey = async (kid: string, key: CryptoKey) => {
      const assertion = await new SignJWT({ jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: 'ES256', kid })
        .setIssuer(client['client_id'] ?? '')
        .setSubject(client['client_id'] ?? '')
        .setAudience(auth.env['ISSUER'] ?? '')
        .setIssuedAt()
        .setExpirationTime('1m')
        .sign(key);
      const response = await postForm(`${auth.url}/oauth/token`, {
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      });
      return response.status;
    };

    const first = await withKey('first', await relyingParty.publish('first'));
    const second = await withKey('second', await relyingParty.publish('second'));
    const stranger = (await generateKeyPair('ES256')).privateKey;
    const before = relyingParty.fetches();
    const strange = [];
    for (let count = 0; count < 20; count += 1) {
      // A change of any client has all of them read again.
      if (count === 10) await register();
      strange.push(await withKey(`unknown-${count}`, stranger));
    }

    expect([first, second]).toEqual([200, 200]);
    expect(new Set(strange)).toEqual(new Set([401]));
    expect(relyingParty.fetches() - before).toBeLessThanOrEqual(5);
  });

  it('oidcc-redirect-uri-query-mismatch, -added and oidcc-redirect-uri-regfrag', async () => {
    const { client } = await register({ redirect_uris: [`${CALLBACK}?foo=bar`] });
    const get = (redirect_uri: string) => new Browser(auth.url).get(ask(client, { redirect_uri }));

    expect((await get(`${CALLBACK}?foo=other`)).status).toBe(400);
    expect((await get(`${CALLBACK}?foo=bar&more=1`)).status).toBe(400);
    expect((await register({ redirect_uris: [`${CALLBACK}#part`] })).status).toBe(400);
  });

  it('oidcc-ensure-redirect-uri-in-authorization-request: a page when there are two to choose from', async () => {
    const { client } = await register({ redirect_uris: [CALLBACK, `${CALLBACK}/2`] });

    const page = await new Browser(auth.url).get(
      authorizeUrl({ client_id: client['client_id'] ?? '', redirect_uri: undefined, nonce: 'n' }),
    );

    expect(page.status).toBe(400);
    expect(page.text).toContain('redirect_uri');
  });

  it('oidcc-registration-sector-bad: a list that lacks the redirect URI is refused', async () => {
    const sector_identifier_uri = `${relyingParty.url}/sector`;

    const { status } = await register({ sector_identifier_uri });

    expect(status).toBe(400);
  });

  it('oidcc-server-rotate-keys: the new key is there, the old ones still', async () => {
    interface Key {
      readonly kid: string;
      readonly kty: string;
    }
    const keysNow = async () =>
      (await json<{ keys: Key[] }>(await fetch(`${auth.url}/.well-known/jwks.json`))).keys;
    const before = await keysNow();

    // The module knows no key of type OKP: only those that sign ID tokens by default are rotated.
    await admin(auth.url, await adminToken(auth.url))('POST', '/keys/rotate?algorithm=RS256');

    let after = await keysNow();
    for (let attempt = 0; after.length === before.length && attempt < 200; attempt += 1)
      after = await keysNow();
    expect(after).toEqual(expect.arrayContaining(before));
    const fresh = after.filter(({ kid }) => before.every((old) => old.kid !== kid));
    expect(fresh.map(({ kty }) => kty)).toEqual(['RSA']);
  });

  it('a client that was deleted is unknown', async () => {
    const { client } = await register();
    const response = await fetch(client['registration_client_uri'] ?? '', {
      method: 'DELETE',
      headers: { authorization: `Bearer ${client['registration_access_token'] ?? ''}` },
    });
    const page = await new Browser(auth.url).get(ask(client));

    expect(response.status).toBe(204);
    expect([page.status, page.text.includes('invalid_client')]).toEqual([400, true]);
  });
});

/** What a relying party publishes: its keys, and a list of redirect URIs that are not ours. */
async function startRelyingParty() {
  let keys: object[] = [];
  let fetches = 0;
  const server = createServer((request, response) => {
    fetches += 1;
    const body = request.url === '/jwks' ? { keys } : ['https://elsewhere.example.org/cb'];
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const publish = async (kid: string) => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    keys = [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }];
    return privateKey;
  };
  const { port } = server.address() as AddressInfo;
  return { server, publish, fetches: () => fetches, url: `http://127.0.0.1:${port}` };
}
