import { createHash, randomBytes } from 'node:crypto';
import { PASSWORD, SECRET } from './auth-servers.mjs';
import { send } from './workers.mjs';

export const BASIC = {
  authorization: `Basic ${Buffer.from(`bench:${SECRET}`).toString('base64')}`,
};
export const FORM = { ...BASIC, 'content-type': 'application/x-www-form-urlencoded' };
const REDIRECT = 'http://localhost:9/callback';
export const form = (fields) => new URLSearchParams(fields).toString();

export const PATHS = {
  ours: {
    token: '/oauth/token',
    authorize: '/api/v1/oauth/authorize',
    introspect: '/api/v1/oauth/introspect',
    userinfo: '/oidc/userinfo',
    jwks: '/.well-known/jwks.json',
  },
  bare: {
    token: '/token',
    authorize: '/auth',
    introspect: '/token/introspection',
    userinfo: '/me',
    jwks: '/jwks',
  },
};

export const machineToken = (server, extra = {}) => [
  {
    method: 'POST',
    path: PATHS[server.kind].token,
    headers: FORM,
    body: form({ grant_type: 'client_credentials', scope: 'read', ...extra }),
  },
];

/** A token of an administrator; the user of the bootstrap file. */
export async function adminToken({ url }) {
  const response = await fetch(`${url}/admin/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'bench-admin', password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`No administrator: ${await response.text()}`);
  return (await response.json()).access_token;
}

/** Signs in once and keeps the cookies, so that codes come without a page. */
export async function signedIn(server) {
  const cookies = new Map();
  const visit = async (url, options = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await send(new URL(url, server.url), {
      ...options,
      headers: { accept: 'text/html', ...(cookie ? { cookie } : {}) },
    });
    for (const line of response.headers['set-cookie'] ?? []) {
      const [pair] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  };
  let answer = await visit(authorizeUrl(server, challengeOf('x'.repeat(43))));
  for (let step = 0; step < 8 && !answer.headers.location?.startsWith(REDIRECT); step += 1) {
    if (answer.headers.location) {
      answer = await visit(answer.headers.location);
      continue;
    }
    const [, action = ''] = /action="([^"]+)"/.exec(answer.text) ?? [];
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(answer.text) ?? [];
    const fields = {
      username: 'bench',
      password: PASSWORD,
      consent: 'allow',
      login: 'bench',
      prompt,
    };
    answer = await visit(action.replaceAll('&amp;', '&'), { method: 'POST', form: fields });
  }
  if (!answer.headers.location?.startsWith(REDIRECT)) throw new Error(`No sign-in: ${answer.text}`);
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { cookie };
}

const challengeOf = (verifier) => createHash('sha256').update(verifier).digest('base64url');

const authorizeUrl = ({ kind }, challenge) =>
  `${PATHS[kind].authorize}?${form({
    client_id: 'bench',
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope: 'openid read',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })}`;

export async function newCode(server, { cookie }) {
  const verifier = randomBytes(32).toString('base64url');
  const url = server.url + authorizeUrl(server, challengeOf(verifier));
  const { headers } = await send(url, { headers: { cookie } });
  return { verifier, code: new URL(headers.location).searchParams.get('code') };
}

export const exchange = (server, { code, verifier }) =>
  send(server.url + PATHS[server.kind].token, {
    method: 'POST',
    headers: BASIC,
    form: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    },
  });

/** The page to sign in at, of a new browser. */
export const signInPage = authorizeUrl({ kind: 'ours' }, challengeOf('x'.repeat(43)));
