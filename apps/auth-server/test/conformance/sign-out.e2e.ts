import { createContext, runInContext } from 'node:vm';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Visit } from '../browser.js';
import { authorize, authorizeUrl, json, redeem, type TokenAnswer } from '../flows.js';
import { startAuth, type RunningAuth } from '../running-auth.js';

const SIGNED_OUT = 'http://localhost:9999/signed-out';
const FRONT_SECRET = 'front-secret-0123456789abcdefghijklmnopqrstuv';
const HAS_LOGIN = 'name="password"';

/** The modules of the plans RP-Initiated Logout, Session Management and Front-Channel Logout. */
describe('signing out, as the conformance suite tries it', () => {
  let auth: RunningAuth;
  beforeAll(async () => {
    auth = await startAuth({
      clients: [
        {
          client_id: 'front',
          client_secret: FRONT_SECRET,
          client_name: 'Front',
          redirect_uris: ['http://localhost:9999/callback'],
          scopes: ['openid'],
          metadata: {
            post_logout_redirect_uris: [SIGNED_OUT],
            frontchannel_logout_uri: 'http://localhost:9999/front',
            frontchannel_logout_session_required: true,
          },
        },
      ],
    });
  });
  afterAll(() => auth.close());

  const signedIn = async () => {
    const flow = await authorize(auth.url, { scope: 'openid' });
    const { id_token: hint = '' } = await json<TokenAnswer>(await redeem(auth.url, flow));
    return { browser: flow.browser, hint };
  };
  const logout = (browser: Browser, query: Readonly<Record<string, string>>): Promise<Visit> =>
    browser.get(`/oidc/logout?${new URLSearchParams(query).toString()}`);
  const isIn = async (browser: Browser) =>
    !(await browser.get(authorizeUrl({ scope: 'openid' }))).text.includes(HAS_LOGIN);

  it('oidcc-rp-initiated-logout, -no-state: goes back, with the state that was sent', async () => {
    for (const state of ['', 'a state']) {
      const { browser, hint } = await signedIn();
      const { location = '' } = await logout(browser, {
        id_token_hint: hint,
        post_logout_redirect_uri: SIGNED_OUT,
        ...(state === '' ? {} : { state }),
      });

      expect(location.startsWith(SIGNED_OUT)).toBe(true);
      expect(new URL(location).searchParams.get('state')).toBe(state === '' ? null : state);
      expect(await isIn(browser)).toBe(false);
    }
  });

  it.each<[string, (hint: string) => Record<string, string>]>([
    [
      'bad-post-logout-redirect-uri',
      (hint) => ({ id_token_hint: hint, post_logout_redirect_uri: `${SIGNED_OUT}/other` }),
    ],
    [
      'query-added-to-post-logout-redirect-uri',
      (hint) => ({ id_token_hint: hint, post_logout_redirect_uri: `${SIGNED_OUT}?a=b` }),
    ],
    [
      'modified-id-token-hint',
      (hint) => ({
        id_token_hint: `${hint.slice(0, -6)}AAAAAA`,
        post_logout_redirect_uri: SIGNED_OUT,
      }),
    ],
    ['bad-id-token-hint', () => ({ id_token_hint: 'x.y.z', post_logout_redirect_uri: SIGNED_OUT })],
    ['no-id-token-hint', () => ({ post_logout_redirect_uri: SIGNED_OUT })],
  ])('oidcc-rp-initiated-logout-%s: an error page, and still signed in', async (_name, query) => {
    const { browser, hint } = await signedIn();

    const page = await logout(browser, query(hint));

    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.text).toContain('This did not work');
    expect(await isIn(browser)).toBe(true);
  });

  it.each<[string, Record<string, string>]>([
    ['no-params', {}],
    ['only-state', { state: 'a state' }],
  ])('oidcc-rp-initiated-logout-%s: asks, then signs out', async (_name, query) => {
    const { browser } = await signedIn();

    const page = await logout(browser, query);
    expect(page.text).toContain('Do you want to sign out');
    const { location = '' } = await browser.submit(page, { logout: 'yes' });

    expect((await browser.get(location)).text).toContain('Signed out');
    expect(await isIn(browser)).toBe(false);
  });

  it('oidcc-rp-initiated-logout-no-post-logout-redirect-uri: signs out at once', async () => {
    const { browser, hint } = await signedIn();

    const { location = '' } = await logout(browser, { id_token_hint: hint });

    expect((await browser.get(location)).text).toContain('Signed out');
    expect(await isIn(browser)).toBe(false);
  });

  it('oidcc-frontchannel-rp-initiated-logout: one way on, not two', async () => {
    const flow = await authorize(auth.url, { client_id: 'front', scope: 'openid' });
    const authorization = `Basic ${Buffer.from(`front:${FRONT_SECRET}`).toString('base64')}`;
    const { id_token = '' } = await json<TokenAnswer>(
      await redeem(auth.url, flow, {}, { authorization }),
    );

    const page = await logout(flow.browser, {
      id_token_hint: id_token,
      post_logout_redirect_uri: SIGNED_OUT,
    });

    expect(page.text).toContain('<iframe src="http://localhost:9999/front?');
    // The suite's browser follows a refresh as well as the script, and the second visit is an error.
    const withoutScripts = /<noscript>.*?<\/noscript>/s.exec(page.text)?.[0] ?? '';
    expect(withoutScripts).toContain('http-equiv="refresh"');
    expect(page.text.replace(withoutScripts, '')).not.toContain('http-equiv="refresh"');
    expect(page.text).toContain('go-on.js');
  });

  it('oidcc-session-management-rp-initiated-logout: unchanged before, changed after', async () => {
    const { browser, redirect } = await authorize(auth.url, { scope: 'openid' });
    const sessionState = redirect.searchParams.get('session_state') ?? '';
    const answer = await opIframe(auth.url);

    const before = browser.cookie('_browser_state') ?? '';
    const message = `web ${sessionState}`;
    const origin = new URL(redirect).origin;
    expect(before).not.toBe('');
    expect(answer({ message, origin, state: before })).toBe('unchanged');
    expect(answer({ message, origin: 'http://evil.example', state: before })).toBe('changed');
    await browser.submit(await logout(browser, {}), { logout: 'yes' });

    const after = browser.cookie('_browser_state') ?? '';
    expect(answer({ message, origin, state: after })).toBe('changed');
    expect(answer({ message: 'nonsense', origin, state: after })).toBe('error');
    const [digest = '', salt = ''] = sessionState.split('.');
    const ours = createHash('sha256').update(`web ${origin} ${before} ${salt}`).digest('hex');
    expect(digest).toBe(ours);
  });

  it('the iframe asks for nothing that the suite`s browser lacks', async () => {
    const script = await (await fetch(`${auth.url}/oauth/assets/session.js`)).text();

    expect(script).not.toMatch(/\.\.\.|\*\*|(?:const|let|var) [[{]/);
    expect(script).not.toContain('crypto.subtle');
  });
});

interface Asked {
  readonly message: string;
  readonly origin: string;
  readonly state: string;
}

/** The script of the OP's iframe, in a world that has only what a browser gives it. */
async function opIframe(origin: string): Promise<(asked: Asked) => string> {
  const script = await (await fetch(`${origin}/oauth/assets/session.js`)).text();
  return ({ message, origin: from, state }) => {
    const told: string[] = [];
    const listeners: ((event: object) => void)[] = [];
    const world = createContext({
      TextEncoder,
      document: { cookie: `other=1; _browser_state=${state}` },
      addEventListener: (_type: string, listener: (event: object) => void) =>
        listeners.push(listener),
    });
    runInContext('this.window = this;', world);
    runInContext(script, world);
    const source = { postMessage: (answer: string) => told.push(answer) };
    for (const listener of listeners) listener({ data: message, origin: from, source });
    return told.join();
  };
}
