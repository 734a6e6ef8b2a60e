import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, freePort, testDatabase } from '@sextant/platform-testing';
import { Browser, newPkce } from '../browser.js';
import { httpsServer, TestAuthority } from '../certificates.js';
import { allow, authorizeUrl, bearer, json, postForm, type TokenAnswer } from '../flows.js';
import {
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
/** Answers that the site holds back, and those that wait for the next one. */
let held: (() => void)[] | undefined;
let onHeld: () => void = () => undefined;

const clientId = (): string => `${site.url}/agent.json`;

beforeAll(async () => {
  site = await httpsServer(await TestAuthority.create(), (_request, response) => {
    const document = {
      ...{ client_id: clientId(), client_name: 'Agent', redirect_uris: [REDIRECT_URI] },
      ...{ token_endpoint_auth_method: 'none', grant_types: ['authorization_code'] },
      ...{ response_types: ['code'], frontchannel_logout_uri: `${site.url}/signed-out` },
    };
    const answer = () =>
      response
        .writeHead(isAway ? 503 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(document));
    if (held === undefined) answer();
    else {
      held.push(answer);
      onHeld();
    }
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
const forget = async (more: Record<string, string> = {}): Promise<void> => {
  await auth.close();
  auth = await startAuth({ env: { ...env, ...more }, database });
};

/** Until the site has been asked, which does not answer yet. */
const asked = (): Promise<void> =>
  new Promise((resolve) => {
    onHeld = resolve;
    if ((held ?? []).length > 0) resolve();
  });

/** The site has an outage: it holds back no answer any more. */
function giveUp(): void {
  isAway = true;
  const answers = held ?? [];
  held = undefined;
  for (const answer of answers) answer();
}

const openTransactions = async (): Promise<number> => {
  const rows = await database.query(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
  return rows.length;
};

async function signedIn(browser: Browser, scope = 'read'): Promise<TokenAnswer> {
  const pkce = newPkce();
  const page = await browser.get(authorizeUrl({ client_id: clientId(), scope }, pkce));
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

  it('a sign-out ends the sessions at clients all the same', async () => {
    const browser = new Browser(auth.url);
    const { id_token = '' } = await signedIn(browser, 'openid read');
    await forget();
    const done = await browser.get(`/oidc/logout?id_token_hint=${id_token}`);

    expect(done.text).toContain(`src="${site.url}/signed-out"`);
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

describe('while the site of a client does not answer', () => {
  it('sign-outs that wait for it hold no connection: others sign in', async () => {
    const browsers = [1, 2, 3, 4].map(() => new Browser(auth.url));
    for (const browser of browsers) await signedIn(browser);
    await forget({ DATABASE_POOL_SIZE: '3' });

    const pages = await meanwhile(() => all(browsers, (one) => one.get('/oidc/logout')));
    const done = await meanwhile(() =>
      all(browsers, (one, at) => one.submit(pages[at]!, { logout: 'yes' })),
    );

    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(done.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
  });

  const all = <T>(browsers: Browser[], ask: (browser: Browser, at: number) => Promise<T>) =>
    Promise.all(browsers.map(ask));

  /** Somebody signs in while the site holds back its answers. */
  async function meanwhile<T>(ask: () => Promise<T>): Promise<T> {
    isAway = false;
    held = [];
    const answers = ask();
    await asked();
    expect(await openTransactions()).toBe(0);
    const browser = new Browser(auth.url);
    const { status } = await allow(browser, await browser.get(authorizeUrl({ scope: 'read' })));
    expect(status).toBe(302);
    giveUp();
    return answers;
  }
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
