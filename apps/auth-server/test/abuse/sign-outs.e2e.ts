import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { Browser } from '../browser.js';
import {
  admin,
  adminToken,
  allow,
  authorize,
  authorizeUrl,
  bearer,
  isActive,
  json,
  postForm,
  redeem,
  tokensFor,
  userinfo,
  type TokenAnswer,
} from '../flows.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

/** Ends of sessions while requests and sign-ins are under way; numbers of docs/abuse-cases.md. */
describe('what ends stays ended', () => {
  let auth: RunningAuth;
  let call: ReturnType<typeof admin>;
  let grace: string;
  let receiver: Awaited<ReturnType<typeof logoutReceiver>>;

  beforeAll(async () => {
    receiver = await logoutReceiver();
    auth = await startAuth({
      env: { FETCH_ALLOW: new URL(receiver.url).host },
      clients: [
        {
          client_id: 'told',
          client_secret: 'told-secret-0123456789abcdefghijklmnopqrs',
          client_name: 'Told',
          redirect_uris: ['http://localhost:9999/callback'],
          scopes: ['openid'],
          metadata: {
            backchannel_logout_uri: receiver.url,
            backchannel_logout_session_required: true,
          },
        },
      ],
    });
    call = admin(auth.url, await adminToken(auth.url));
    const [row] = await auth.database.query<{ id: string }>(
      `SELECT id FROM auth_user WHERE username = 'grace'`,
    );
    grace = row?.id ?? '';
  });
  afterAll(async () => {
    await auth.close();
    receiver.server.close();
  });

  const silent = (browser: Browser) =>
    browser.get(authorizeUrl({ scope: 'openid read', prompt: 'none' }));
  const errorOf = ({ location }: { readonly location: string | undefined }) =>
    new URL(location ?? 'http://x').searchParams.get('error');

  const ends: Record<string, (browser: Browser) => Promise<unknown>> = {
    'a sign-out everywhere': () => call('DELETE', `/users/${grace}/sessions`),
    'a new password': () => call('PATCH', `/users/${grace}`, { password: passwordOf('grace') }),
    'a deactivation, even after a reactivation': async () => {
      await call('DELETE', `/users/${grace}`);
      await call('PATCH', `/users/${grace}`, { is_active: true });
    },
    'the end of the one session': async () => {
      const { sessions } = await json<{ sessions: { sid: string }[] }>(
        await call('GET', `/users/${grace}/sessions`),
      );
      for (const { sid } of sessions) await call('DELETE', `/users/${grace}/sessions/${sid}`);
    },
    'a sign-out at the client': async (browser) => {
      const page = await browser.get('/oidc/logout');
      await browser.submit(page, { logout: 'yes' });
    },
  };

  it.each(Object.keys(ends))('40: %s ends a session that is used all the time', async (name) => {
    for (let round = 0; round < 5; round += 1) {
      const { browser } = await authorize(auth.url, { scope: 'openid read' });
      const cookies = [browser.cookie('_session'), browser.cookie('_session.sig')];
      const thief = { cookie: `_session=${cookies[0] ?? ''}; _session.sig=${cookies[1] ?? ''}` };
      let isOver = false;
      // The page of the sign-out writes to the session; it would spoil a sign-out that uses it.
      const writes = name === 'a sign-out at the client' ? 0 : 3;
      const loops = Array.from({ length: 6 }, async (_none, index) => {
        const statuses: number[] = [];
        while (!isOver) {
          const address =
            index < writes
              ? `${auth.url}/oidc/logout`
              : auth.url + authorizeUrl({ scope: 'openid read', prompt: 'none' });
          statuses.push((await fetch(address, { headers: thief, redirect: 'manual' })).status);
        }
        return statuses;
      });

      await ends[name]?.(browser);
      isOver = true;
      const statuses = (await Promise.all(loops)).flat();

      const after = await fetch(auth.url + authorizeUrl({ scope: 'openid read', prompt: 'none' }), {
        headers: thief,
        redirect: 'manual',
      });
      const location = after.headers.get('location') ?? undefined;
      expect(errorOf({ location })).toBe('login_required');
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      const left = await auth.database.query(
        `SELECT 1 FROM oidc_artifact WHERE kind = 'Session' AND account_id = '${grace}'`,
      );
      expect(left).toEqual([]);
    }
  });

  it('40: nobody is signed in who is deactivated', async () => {
    const { browser } = await authorize(auth.url);
    await auth.database.query(`UPDATE auth_user SET is_active = false WHERE id = '${grace}'`);

    const status = JSON.parse((await browser.get('/session/status')).text) as object;
    const again = await silent(browser);
    await auth.database.query(`UPDATE auth_user SET is_active = true WHERE id = '${grace}'`);

    expect(status).toEqual({ session_state: '', sid: '' });
    expect(errorOf(again)).toBe('login_required');
  });

  it('41: the tokens of somebody who is deactivated are inactive, however they came about', async () => {
    const { access_token } = await tokensFor(auth.url);
    expect(await isActive(auth.url, access_token)).toBe(true);

    await auth.database.query(`UPDATE auth_user SET is_active = false WHERE id = '${grace}'`);
    const after = await isActive(auth.url, access_token);
    await auth.database.query(`UPDATE auth_user SET is_active = true WHERE id = '${grace}'`);

    expect(after).toBe(false);
  });

  describe('41: a sign-in that is under way', () => {
    /** Many at once, so that the deactivation falls between the steps of some. */
    const overtaken = async (signIn: () => Promise<{ status: number; text: string }>) => {
      const pending = Promise.all(Array.from({ length: 12 }, signIn));
      await call('PATCH', `/users/${grace}`, { is_active: false });
      const answers = await pending;
      await call('PATCH', `/users/${grace}`, { is_active: true });
      return answers;
    };

    it('at /auth/token leaves no token behind', async () => {
      const answers = await overtaken(async () => {
        const response = await postForm(`${auth.url}/auth/token`, {
          grant_type: 'password',
          username: 'grace',
          password: passwordOf('grace'),
          scope: 'openid',
        });
        return { status: response.status, text: await response.text() };
      });

      for (const { status, text } of answers) {
        expect([200, 400]).toContain(status);
        const { access_token } = JSON.parse(text) as Partial<TokenAnswer>;
        if (access_token === undefined) continue;
        expect((await userinfo(auth.url, access_token)).status).toBe(401);
      }
      expect(answers.some(({ status }) => status === 400)).toBe(true);
    });

    it('at the form leaves no session behind', async () => {
      const answers = await overtaken(async () => {
        const browser = new Browser(auth.url);
        const page = await browser.get(authorizeUrl());
        const { status, text } = await allow(browser, page);
        return { status, text };
      });

      const left = await auth.database.query(
        `SELECT 1 FROM oidc_artifact WHERE account_id = '${grace}' AND kind IN ('Session', 'Grant')`,
      );
      expect(left).toEqual([]);
      for (const { status } of answers) expect([302, 400, 401]).toContain(status);
    });
  });

  describe('42: clients are told through the back channel', () => {
    const signIn = async () => {
      const flow = await authorize(auth.url, { client_id: 'told', scope: 'openid' });
      const { access_token } = await tokensFor(auth.url);
      receiver.tokens.length = 0;
      return { ...flow, access_token };
    };
    const told = () => receiver.tokens.map((token) => decodeJwt(token).sub);

    it('of an end by an administrator', async () => {
      await signIn();
      await call('DELETE', `/users/${grace}/sessions`);

      expect(told()).toEqual([grace]);
    });

    it('of a deactivation', async () => {
      await signIn();
      await call('DELETE', `/users/${grace}`);
      await call('PATCH', `/users/${grace}`, { is_active: true });

      expect(told()).toEqual([grace]);
    });

    it('of a sign-out everywhere', async () => {
      const { access_token } = await signIn();
      await fetch(`${auth.url}/auth/sessions`, {
        method: 'DELETE',
        headers: bearer(access_token),
      });

      expect(told()).toEqual([grace]);
    });

    it('of the end of one session', async () => {
      const { access_token, browser } = await signIn();
      const { sid } = JSON.parse((await browser.get('/session/status')).text) as { sid: string };
      await fetch(`${auth.url}/auth/sessions/${sid}`, {
        method: 'DELETE',
        headers: bearer(access_token),
      });

      expect(told()).toEqual([grace]);
    });

    it('of a front-channel logout', async () => {
      const { browser } = await signIn();
      const { sid } = JSON.parse((await browser.get('/session/status')).text) as { sid: string };
      const iss = encodeURIComponent(auth.env['ISSUER'] ?? '');
      await browser.get(`/oidc/frontchannel-logout?iss=${iss}&sid=${sid}`);

      expect(told()).toEqual([grace]);
    });
  });

  it('16: the ID token of another session of the same user signs nobody out unasked', async () => {
    const told = { client_id: 'told', scope: 'openid' };
    const identity = {
      authorization: `Basic ${Buffer.from('told:told-secret-0123456789abcdefghijklmnopqrs').toString('base64')}`,
    };
    const here = await authorize(auth.url, told);
    const elsewhere = await authorize(auth.url, told);
    const hintOf = async (flow: typeof here) =>
      (await json<TokenAnswer>(await redeem(auth.url, flow, {}, identity))).id_token ?? '';

    const asked = await here.browser.get(`/oidc/logout?id_token_hint=${await hintOf(elsewhere)}`);
    const done = await here.browser.get(`/oidc/logout?id_token_hint=${await hintOf(here)}`);

    expect([asked.status, asked.text.includes('Yes, sign out')]).toEqual([200, true]);
    expect(done.status).toBe(303);
  });

  it('takes a sign-out as a form too (RP-Initiated Logout 1.0, section 2)', async () => {
    const flow = await authorize(auth.url);
    const { id_token = '' } = await json<TokenAnswer>(await redeem(auth.url, flow));

    const posted = await flow.browser.post('/oidc/logout', { id_token_hint: id_token, state: 'x' });
    await flow.browser.get(posted.location ?? '');

    expect(posted.status).toBe(303);
    expect(errorOf(await silent(flow.browser))).toBe('login_required');
  });
});

/** A relying party that only takes logout tokens. */
async function logoutReceiver() {
  const tokens: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      tokens.push(new URLSearchParams(body).get('logout_token') ?? '');
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, tokens, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
