import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { Browser } from '../browser.js';
import {
  allow,
  authorize,
  authorizeUrl,
  basic,
  json,
  postForm,
  redeem,
  refresh,
  type TokenAnswer,
} from '../flows.js';
import { REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';

const RESOURCE = 'https://speech.example.org/v1/audio';
const SECRET = 'a-secret-of-43-characters-0123456789abcdefg';
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const agent = { authorization: `Basic ${Buffer.from(`agent:${SECRET}`).toString('base64')}` };

const GEORGE = [{ type: 'speech_voices', voices: ['george'] }];
const BOTH = [{ type: 'speech_voices', voices: ['george', 'henry'] }];
const details = (value: unknown) => ({ authorization_details: JSON.stringify(value) });
const ASKED = { resource: RESOURCE, scope: 'openid read' };

let auth: RunningAuth;
beforeAll(async () => {
  auth = await startAuth({
    env: { RESOURCES: RESOURCE },
    clients: [
      {
        client_id: 'agent',
        client_secret: SECRET,
        client_name: 'Agent',
        redirect_uris: [REDIRECT_URI],
        scopes: ['read'],
        metadata: { token_exchange: true },
      },
    ],
  });
});
afterAll(() => auth.close());

const limitOf = ({ access_token }: TokenAnswer) => decodeJwt(access_token)['authorization_details'];

describe('rich authorization requests (RFC 9396)', () => {
  it('are shown to the person, and are in the token, its answer and its introspection', async () => {
    const page = await new Browser(auth.url).get(authorizeUrl({ ...ASKED, ...details(GEORGE) }));
    const flow = await authorize(auth.url, { ...ASKED, ...details(GEORGE) });
    const tokens = await json<TokenAnswer & { authorization_details: unknown }>(
      await redeem(auth.url, flow),
    );
    const introspection = await postForm(
      `${auth.url}/api/v1/oauth/introspect`,
      { token: tokens.access_token },
      basic('web'),
    );

    expect(page.text).toContain('Speak with these voices alone: george');
    expect(limitOf(tokens)).toEqual(GEORGE);
    expect(tokens.authorization_details).toEqual(GEORGE);
    expect(await json(introspection)).toMatchObject({
      active: true,
      authorization_details: GEORGE,
    });
    const metadata = await fetch(`${auth.url}/.well-known/oauth-authorization-server`);
    expect(await json(metadata)).toMatchObject({
      authorization_details_types_supported: ['speech_voices'],
    });
  });

  it('are only narrowed, at the token endpoint, by refreshes and by exchange', async () => {
    const flow = await authorize(auth.url, { ...ASKED, ...details(BOTH) });
    const tokens = await json<TokenAnswer>(await redeem(auth.url, flow));
    const refreshed = await json<TokenAnswer>(await refresh(auth.url, tokens.refresh_token));
    const narrow = await json<TokenAnswer>(
      await refresh(auth.url, refreshed.refresh_token, { ...details(GEORGE), resource: RESOURCE }),
    );
    const wide = await refresh(auth.url, narrow.refresh_token, {
      ...details([{ type: 'speech_voices', voices: ['mary'] }]),
      resource: RESOURCE,
    });
    const exchanged = await postForm(
      `${auth.url}/oauth/token`,
      {
        grant_type: EXCHANGE,
        subject_token: narrow.access_token,
        subject_token_type: ACCESS_TOKEN,
      },
      agent,
    );

    expect([tokens, refreshed, narrow].map(limitOf)).toEqual([BOTH, BOTH, GEORGE]);
    expect(await json(wide)).toMatchObject({ error: 'invalid_authorization_details' });
    expect(limitOf(await json<TokenAnswer>(exchanged))).toEqual(GEORGE);
  });

  it('stay with what was allowed once, until the person allows all of it', async () => {
    const browser = new Browser(auth.url);
    const redeemed = async (parameters: Readonly<Record<string, string>>) =>
      json<TokenAnswer>(await redeem(auth.url, await authorize(auth.url, parameters, { browser })));

    const limited = await redeemed({ ...ASKED, ...details(GEORGE) });
    const silent = await redeemed({ ...ASKED, prompt: 'none' });
    // Details are asked about each time, although the person is signed in and has allowed the scopes.
    const again = await browser.get(authorizeUrl({ ...ASKED, ...details(BOTH) }));
    const free = await redeemed({ ...ASKED, prompt: 'consent' });

    expect([limited, silent, free].map(limitOf)).toEqual([GEORGE, GEORGE, undefined]);
    expect(again.status).toBe(200);
    expect(again.text).toContain('george, henry');
  });

  it('stay with what was allowed once where no place is named, and when other scopes are allowed', async () => {
    const browser = new Browser(auth.url);
    const redeemed = async (parameters: Readonly<Record<string, string>>) =>
      json<TokenAnswer>(await redeem(auth.url, await authorize(auth.url, parameters, { browser })));
    await redeemed({ ...ASKED, ...details(GEORGE) });

    const elsewhere = await redeemed({ scope: ASKED.scope, prompt: 'none' });
    // The person allows an address, and is asked about nothing else.
    await redeemed({ scope: 'openid email' });
    const after = await redeemed({ ...ASKED, prompt: 'none' });

    expect([elsewhere, after].map(limitOf)).toEqual([GEORGE, GEORGE]);
  });

  it.each([
    ['of an unknown type', [{ type: 'payment' }]],
    ['with another member', [{ ...GEORGE[0], actions: ['sing'] }]],
    ['without voices', [{ type: 'speech_voices' }]],
    ['with no voice', [{ type: 'speech_voices', voices: [] }]],
    ['with voices that are none', [{ type: 'speech_voices', voices: ['<b>', 1] }]],
    [
      'with too many',
      [{ type: 'speech_voices', voices: Array.from({ length: 51 }, (_, n) => `v${n}`) }],
    ],
    ['that are no list', { type: 'speech_voices', voices: ['george'] }],
  ])('%s are refused', async (_what, value) => {
    const { location } = await new Browser(auth.url).get(
      authorizeUrl({ ...ASKED, ...details(value) }),
    );

    expect(new URL(location ?? '').searchParams.get('error')).toBe('invalid_authorization_details');
  });

  it('limit what a client asks for itself', async () => {
    const answer = await postForm(
      `${auth.url}/oauth/token`,
      { grant_type: 'client_credentials', scope: 'read', resource: RESOURCE, ...details(GEORGE) },
      basic('web'),
    );

    expect(limitOf(await json<TokenAnswer>(answer))).toEqual(GEORGE);
  });

  it('are about a resource', async () => {
    const browser = new Browser(auth.url);
    const page = await browser.get(authorizeUrl({ scope: ASKED.scope, ...details(GEORGE) }));
    const { location } = page.status === 200 ? await allow(browser, page) : page;

    expect(new URL(location ?? '').searchParams.get('error')).toBe('invalid_target');
  });
});
