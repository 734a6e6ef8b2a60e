import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hasBrowser, launchBrowser } from '@sextant/platform-testing/browser';
import type { Browser, Page } from 'playwright-core';
import { newPkce } from '../browser.js';
import { authorizeUrl, json, redeem, userinfo, type TokenAnswer } from '../flows.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

const client = { client_id: 'page', client_secret: 'page-secret-0123456789abcdefghijklmnopqrst' };
const identity = {
  authorization: `Basic ${Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')}`,
};

(hasBrowser ? describe : describe.skip)('in a real browser (needs CHROMIUM)', () => {
  let auth: RunningAuth;
  let relyingParty: { server: Server; url: string };
  let browser: Browser;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    relyingParty = await startRelyingParty();
    auth = await startAuth({
      clients: [
        {
          ...client,
          client_name: 'Page',
          redirect_uris: [`${relyingParty.url}/callback`],
          scopes: ['openid', 'profile', 'read'],
          metadata: {
            post_logout_redirect_uris: [`${relyingParty.url}/signed-out`],
            frontchannel_logout_uri: `${relyingParty.url}/frontchannel`,
          },
        },
      ],
    });
    browser = await launchBrowser();
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await auth.close();
    relyingParty.server.close();
  });
  beforeEach(async () => {
    page = await browser.newPage();
    problems = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
  });
  afterEach(async () => {
    await page.close();
  });

  const url = (parameters: Record<string, string> = {}, pkce = newPkce()) =>
    auth.url +
    authorizeUrl(
      {
        client_id: client.client_id,
        redirect_uri: `${relyingParty.url}/callback`,
        scope: 'openid profile read',
        ...parameters,
      },
      pkce,
    );
  const fill = async () => {
    await page.getByLabel('User name or e-mail address').fill('grace');
    await page.getByLabel('Password').fill(passwordOf('grace'));
  };
  const query = () => new URL(page.url()).searchParams;

  it('signs in and allows', async () => {
    await page.goto(url());
    await fill();
    await page.getByRole('button', { name: 'Sign in and allow' }).click();
    await page.waitForURL(`${relyingParty.url}/callback**`);

    expect(query().get('code')).toEqual(expect.any(String));
    expect(query().get('state')).toBe('the-state');
    expect(problems).toEqual([]);
  });

  it('can be used with the keyboard alone', async () => {
    await page.goto(url());
    await page.locator('#username:focus').waitFor();
    await page.keyboard.type('grace');
    await page.keyboard.press('Tab');
    await page.keyboard.type(passwordOf('grace'));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${relyingParty.url}/callback**`);

    expect(query().get('code')).toEqual(expect.any(String));
  });

  it('works without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    page = await context.newPage();
    await page.goto(url());
    await fill();
    await page.getByRole('button', { name: 'Sign in and allow' }).click();
    await page.waitForURL(`${relyingParty.url}/callback**`);
    await context.close();
    page = await browser.newPage();
  });

  it('denies', async () => {
    await page.goto(url());
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(`${relyingParty.url}/callback**`);

    expect(query().get('error')).toBe('access_denied');
  });

  it('tells what is wrong beside the fields, and to screen readers', async () => {
    await page.goto(url());
    await page.getByLabel('User name or e-mail address').fill('grace');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in and allow' }).click();

    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('wrong');
    expect(await page.getByLabel('Password').getAttribute('aria-describedby')).toBe('error');
  });

  it('posts the answer back with response_mode=form_post', async () => {
    await page.goto(url({ response_mode: 'form_post' }));
    await fill();
    await page.getByRole('button', { name: 'Sign in and allow' }).click();
    await page.waitForURL(`${relyingParty.url}/callback`);

    expect(await page.textContent('body')).toMatch(/POST .*code=.*session_state=/);
  });

  it('lets the client see through the iframe that the user has signed out', async () => {
    const pkce = newPkce();
    await page.goto(url({}, pkce));
    await fill();
    await page.getByRole('button', { name: 'Sign in and allow' }).click();
    await page.waitForURL(`${relyingParty.url}/callback**`);
    const state = query().get('session_state') ?? '';
    const tokens = await json<TokenAnswer>(
      await redeem(
        auth.url,
        { code: query().get('code') ?? '', pkce },
        { redirect_uri: `${relyingParty.url}/callback` },
        identity,
      ),
    );
    const ask = async () => {
      await page.goto(`${relyingParty.url}/watch?op=${encodeURIComponent(auth.url)}`);
      // As text: the test itself knows nothing of a browser's globals.
      const message = JSON.stringify(`${client.client_id} ${state}`);
      return page.evaluate<string>(`new Promise((resolve) => {
        addEventListener('message', ({ data }) => resolve(data), { once: true });
        frames[0].postMessage(${message}, ${JSON.stringify(auth.url)});
      })`);
    };

    const before = await ask();
    await page.goto(
      `${auth.url}/oidc/logout?id_token_hint=${tokens.id_token ?? ''}&post_logout_redirect_uri=${encodeURIComponent(`${relyingParty.url}/signed-out`)}`,
    );
    await page.waitForURL(`${relyingParty.url}/signed-out`);
    const after = await ask();

    expect([before, after]).toEqual(['unchanged', 'changed']);
    expect(await json(await fetch(`${relyingParty.url}/count`))).toEqual({ frontchannel: 1 });
  });

  it('asks before it signs out, and does', async () => {
    await page.goto(url());
    if (await page.getByLabel('Password').isVisible()) {
      await fill();
      await page.getByRole('button', { name: 'Sign in and allow' }).click();
    }
    await page.goto(`${auth.url}/oidc/logout`);
    await page.getByRole('button', { name: 'Yes, sign out' }).click();
    await page.getByRole('heading', { name: 'Signed out' }).waitFor();
    await page.goto(url());

    expect(await page.getByLabel('Password').isVisible()).toBe(true);
  });

  it('takes the account that was typed when Enter is pressed while another is signed in', async () => {
    await page.goto(url());
    if (await page.getByLabel('Password').isVisible()) {
      await fill();
      await page.getByRole('button', { name: 'Sign in and allow' }).click();
    }
    const pkce = newPkce();
    await page.goto(url({ prompt: 'select_account', scope: 'openid profile read' }, pkce));
    await page.getByLabel('User name or e-mail address').fill('alan');
    await page.getByLabel('Password').fill(passwordOf('alan'));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${relyingParty.url}/callback**`);

    const { access_token } = await json<TokenAnswer>(
      await redeem(
        auth.url,
        { code: query().get('code') ?? '', pkce },
        { redirect_uri: `${relyingParty.url}/callback` },
        identity,
      ),
    );
    expect(await json(await userinfo(auth.url, access_token))).toMatchObject({
      preferred_username: 'alan',
    });
    await page.context().clearCookies();
  });
});

/** A client that shows what it got, and a page with the session iframe. */
async function startRelyingParty() {
  let frontchannel = 0;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (pathname === '/frontchannel') frontchannel += 1;
      if (pathname === '/count') {
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ frontchannel }));
        return;
      }
      const frame = `<iframe src="${searchParams.get('op') ?? ''}/session/iframe"></iframe>`;
      response
        .setHeader('content-type', 'text/html')
        .end(pathname === '/watch' ? frame : `${request.method ?? ''} ${body}`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
