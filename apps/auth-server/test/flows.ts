import { Browser, newPkce, type Fields, type Pkce, type Visit } from './browser.js';
import { CLIENTS, passwordOf, REDIRECT_URI } from './running-auth.js';

export const AUTHORIZE = '/api/v1/oauth/authorize';
export const TOKEN = '/api/v1/oauth/token';

type ClientName = keyof typeof CLIENTS;

export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
  readonly id_token?: string;
}

export interface ErrorAnswer {
  readonly error: string;
  readonly error_description: string;
  readonly error_uri: string;
}

export const basic = (name: ClientName): Record<string, string> => {
  const client = CLIENTS[name];
  const secret = 'client_secret' in client ? client.client_secret : '';
  return {
    authorization: `Basic ${Buffer.from(`${client.client_id}:${secret}`).toString('base64')}`,
  };
};

/** The address of an authorization request; parameters that are `undefined` are left out. */
export function authorizeUrl(
  parameters: Readonly<Record<string, string | undefined>> = {},
  pkce: Pkce = newPkce(),
): string {
  const all = {
    response_type: 'code',
    client_id: 'web',
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile email read',
    state: 'the-state',
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
    ...parameters,
  };
  const given = Object.entries(all).filter(
    (pair: [string, string | undefined]): pair is [string, string] => pair[1] !== undefined,
  );
  return `${AUTHORIZE}?${new URLSearchParams(given).toString()}`;
}

/** What somebody enters into the sign-in page who allows. */
export const credentialsOf = (name: string): Fields => ({
  username: name,
  password: passwordOf(name),
  consent: 'allow',
});

/** Fills in the sign-in page and allows. */
export const allow = (browser: Browser, page: Visit, name = 'grace'): Promise<Visit> =>
  browser.submit(page, credentialsOf(name));

export interface Authorized {
  readonly code: string;
  readonly pkce: Pkce;
  readonly browser: Browser;
  readonly redirect: URL;
}

/** From the authorization request to the code. */
export async function authorize(
  origin: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
  { name = 'grace', browser = new Browser(origin) } = {},
): Promise<Authorized> {
  const pkce = newPkce();
  const page = await browser.get(authorizeUrl(parameters, pkce));
  const answer = page.status === 200 ? await allow(browser, page, name) : page;
  if (answer.location === undefined)
    throw new Error(`No redirect: ${answer.status} ${answer.text}`);
  const redirect = new URL(answer.location);
  return { code: redirect.searchParams.get('code') ?? '', pkce, browser, redirect };
}

export const postForm = (url: string, fields: Fields, headers: Fields = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers });

/** Redeems a code as the client `web`, unless the fields say otherwise. */
export const redeem = (
  origin: string,
  { code, pkce }: Pick<Authorized, 'code' | 'pkce'>,
  fields: Fields = {},
  headers: Fields = basic('web'),
): Promise<Response> =>
  postForm(
    origin + TOKEN,
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: pkce.verifier,
      ...fields,
    },
    headers,
  );

/** A whole sign-in. */
export async function tokensFor(
  origin: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
  name = 'grace',
): Promise<TokenAnswer> {
  const response = await redeem(origin, await authorize(origin, parameters, { name }));
  return (await response.json()) as TokenAnswer;
}

export const refresh = (
  origin: string,
  refreshToken: string,
  fields: Fields = {},
  headers: Fields = basic('web'),
): Promise<Response> =>
  postForm(
    origin + TOKEN,
    { grant_type: 'refresh_token', refresh_token: refreshToken, ...fields },
    headers,
  );

export const bearer = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
});

export const userinfo = (origin: string, token: string): Promise<Response> =>
  fetch(`${origin}/oidc/userinfo`, { headers: bearer(token) });

export async function isActive(origin: string, token: string): Promise<boolean> {
  const response = await postForm(`${origin}/api/v1/oauth/introspect`, { token }, basic('web'));
  return ((await response.json()) as { active: boolean }).active;
}

export const json = async <T = Record<string, unknown>>(response: Response): Promise<T> =>
  (await response.json()) as T;

/** Signs an administrator in. */
export async function adminToken(origin: string, name = 'ada'): Promise<string> {
  const response = await fetch(`${origin}/admin/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: name, password: passwordOf(name) }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Calls the admin API with JSON. */
export const admin =
  (origin: string, token: string) =>
  (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${origin}/admin${path}`, {
      method,
      headers: {
        ...bearer(token),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
