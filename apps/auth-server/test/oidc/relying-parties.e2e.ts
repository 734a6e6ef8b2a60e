/* oxlint-disable typescript/no-deprecated -- allowInsecureRequests is marked so to stand out: these tests have no TLS */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { Browser } from '../browser.js';
import { allow } from '../flows.js';
import { CLIENTS, REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';

/** Libraries that others wrote, with all their checks on; only plain http is allowed. */
describe('relying parties', () => {
  let auth: RunningAuth;
  let issuer: URL;
  beforeAll(async () => {
    auth = await startAuth();
    issuer = new URL(auth.env['ISSUER'] ?? '');
  });
  afterAll(() => auth.close());

  const signIn = async (url: URL): Promise<URL> => {
    const browser = new Browser(auth.url);
    const answer = await allow(browser, await browser.get(url.pathname + url.search));
    return new URL(answer.location ?? '');
  };

  it('openid-client: sign-in, userinfo, refresh, revocation, logout', async () => {
    const config = await openid.discovery(
      issuer,
      'web',
      CLIENTS.web.client_secret,
      openid.ClientSecretBasic(CLIENTS.web.client_secret),
      { execute: [openid.allowInsecureRequests] },
    );
    const verifier = openid.randomPKCECodeVerifier();
    const nonce = openid.randomNonce();
    const state = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      scope: 'openid profile email',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      nonce,
      state,
    });

    const tokens = await openid.authorizationCodeGrant(config, await signIn(url), {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    });
    const sub = tokens.claims()?.sub ?? '';
    const claims = await openid.fetchUserInfo(config, tokens.access_token, sub);
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    await openid.tokenRevocation(config, refreshed.refresh_token ?? '');
    const logout = openid.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '' });

    expect(claims).toMatchObject({ sub, email: 'grace@example.org' });
    expect(refreshed.claims()?.sub).toBe(sub);
    await expect(
      openid.refreshTokenGrant(config, refreshed.refresh_token ?? ''),
    ).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect(logout.pathname).toBe('/oidc/logout');
  });

  it('openid-client: pushed request and DPoP', async () => {
    const config = await openid.discovery(
      issuer,
      'web',
      undefined,
      openid.ClientSecretPost(CLIENTS.web.client_secret),
      { execute: [openid.allowInsecureRequests] },
    );
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'));
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const url = await openid.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: REDIRECT_URI,
      scope: 'openid email',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });

    const tokens = await openid.authorizationCodeGrant(
      config,
      await signIn(url),
      { pkceCodeVerifier: verifier, expectedState: state },
      undefined,
      { DPoP },
    );
    const claims = await openid.fetchUserInfo(
      config,
      tokens.access_token,
      tokens.claims()?.sub ?? '',
      {
        DPoP,
      },
    );

    expect(tokens.token_type).toBe('dpop');
    expect(claims.email).toBe('grace@example.org');
  });

  it('oauth4webapi: RFC 8414 metadata, code flow of a public client, introspection of client credentials', async () => {
    const options = { [oauth.allowInsecureRequests]: true };
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options }),
    );
    const client: oauth.Client = { client_id: 'spa' };
    const verifier = oauth.generateRandomCodeVerifier();
    const url = new URL(server.authorization_endpoint ?? '');
    for (const [name, value] of Object.entries({
      client_id: 'spa',
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'openid read',
      state: 's',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })) {
      url.searchParams.set(name, value);
    }

    const parameters = oauth.validateAuthResponse(server, client, await signIn(url), 's');
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      REDIRECT_URI,
      verifier,
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, response, options);

    const machine: oauth.Client = { client_id: 'web' };
    const secret = oauth.ClientSecretBasic(CLIENTS.web.client_secret);
    const granted = await oauth.processClientCredentialsResponse(
      server,
      machine,
      await oauth.clientCredentialsGrantRequest(
        server,
        machine,
        secret,
        { scope: 'read' },
        options,
      ),
    );
    const introspected = await oauth.processIntrospectionResponse(
      server,
      machine,
      await oauth.introspectionRequest(server, machine, secret, granted.access_token, options),
    );

    expect(tokens).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
    });
    expect(introspected).toMatchObject({ active: true, client_id: 'web', scope: 'read' });
  });
});
