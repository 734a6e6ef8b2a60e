import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { Browser, newPkce } from '../browser.js';
import { httpsServer, TestAuthority } from '../certificates.js';
import { allow, authorizeUrl, bearer, json, postForm, type TokenAnswer } from '../flows.js';
import {
  freePort,
  REDIRECT_URI,
  startAuth,
  testKey,
  WITH_PEOPLE,
  type RunningAuth,
} from '../running-auth.js';

let site: Awaited<ReturnType<typeof httpsServer>>;
let database: TestDatabase;
let env: Record<string, string>;
let auth: RunningAuth;
let isAway = false;

const clientId = (): string => `${site.url}/agent.json`;

beforeAll(async () => {
  site = await httpsServer(await TestAuthority.create(), (_request, response) => {
    const document = {
      ...{ client_id: clientId(), client_name: 'Agent', redirect_uris: [REDIRECT_URI] },
      ...{ token_endpoint_auth_method: 'none', grant_types: ['authorization_code'] },
      response_types: ['code'],
    };
    response
      .writeHead(isAway ? 503 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(document));
  });
  const port = String(await freePort());
  env = {
    ...{ PORT: port, ISSUER: `http://127.0.0.1:${port}`, KEY_ENCRYPTION_KEY: testKey() },
    ...{ CLIENT_ID_DOCUMENTS: site.host, FETCH_ALLOW: site.host },
  };
});
afterAll(() => site.close());
beforeEach(async () => {
  isAway = false;
  database = await testDatabase(WITH_PEOPLE);
  auth = await startAuth({ env, database });
});
afterEach(async () => {
  await auth.close();
  await database.drop();
});

/** As another replica, or this one after the minute for which a document is kept. */
const forget = async (): Promise<void> => {
  await auth.close();
  auth = await startAuth({ env, database });
};

async function signedIn(browser: Browser): Promise<TokenAnswer> {
  const pkce = newPkce();
  const page = await browser.get(authorizeUrl({ client_id: clientId(), scope: 'read' }, pkce));
  const { location = '' } = await allow(browser, page);
  const answer = await postForm(`${auth.url}/oauth/token`, {
    ...{ grant_type: 'authorization_code', client_id: clientId(), redirect_uri: REDIRECT_URI },
    code: new URL(location).searchParams.get('code') ?? '',
    code_verifier: pkce.verifier,
  });
  return json<TokenAnswer>(answer);
}

describe('while the document of a client is not in memory', () => {
  it('people end the sign-in that they have begun', async () => {
    const browser = new Browser(auth.url);
    const page = await browser.get(authorizeUrl({ client_id: clientId(), scope: 'read' }));
    await forget();
    const { status, location = '' } = await allow(browser, page);

    expect([302, 303]).toContain(status);
    expect(new URL(location).searchParams.get('code')).toEqual(expect.any(String));
  });

  it('a token of its is looked at by the doors of this service', async () => {
    const { access_token } = await signedIn(new Browser(auth.url));
    await forget();
    const ended = await fetch(`${auth.url}/auth/logout`, {
      ...{ method: 'POST', headers: bearer(access_token) },
    });

    expect(ended.status).toBeLessThan(300);
  });
});

describe('while the site of a client is away', () => {
  it('people sign out all the same', async () => {
    const browser = new Browser(auth.url);
    await signedIn(browser);
    await forget();
    isAway = true;
    const page = await browser.get('/oidc/logout');
    const done = await browser.submit(page, { logout: 'yes' });

    expect(done.status).toBe(303);
    const again = await browser.get(authorizeUrl({ scope: 'read' }));
    expect(again.text).toContain('name="password"');
  });
});
