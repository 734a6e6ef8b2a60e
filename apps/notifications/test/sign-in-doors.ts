import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TokenOptions } from './issuer.js';

/** What the browser and this server know of each other; tests say who signs in next. */
export interface BrowserSession {
  user?: string | undefined;
  /** Who signs in when somebody is asked to. */
  next?: string;
  /** How long access tokens are good for; 600 if absent. */
  expiresInSeconds?: number;
  /** Who they are, of whom names alone tell nothing. */
  as?: TokenOptions;
  endings: number;
}

export interface SignInDoors {
  readonly url: string;
  readonly session: BrowserSession;
  readonly accessToken: (name: string, options: TokenOptions) => Promise<string>;
  readonly idToken: (name: string, nonce: string | undefined) => Promise<string>;
}

type Door = (
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
) => void | Promise<void>;

/**
 * What browsers need of an issuer: the authorization code flow, without its pages. auth-server's own
 * are tested where they are, and together with ours in `e2e/stack.e2e.ts`.
 *
 * @returns whether it answers this request
 */
export function signInDoors(uses: SignInDoors) {
  const doors = doorsOf(uses);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { pathname, searchParams } = new URL(request.url ?? '/', uses.url);
    const door = doors[pathname];
    if (door === undefined) return false;
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'authorization');
    if (request.method === 'OPTIONS') response.end();
    else void door(request, response, searchParams);
    return true;
  };
}

const json = (response: ServerResponse, body: object): void => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
};

const redirect = (response: ServerResponse, to: string, answer: Record<string, string>) => {
  const url = new URL(to);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  response.writeHead(302, { location: url.href }).end();
};

function doorsOf({ url, session, accessToken, idToken }: SignInDoors): Record<string, Door> {
  const codes = new Map<string, { readonly user: string; readonly nonce: string | undefined }>();
  return {
    '/.well-known/openid-configuration': (_request, response) =>
      json(response, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        userinfo_endpoint: `${url}/userinfo`,
        end_session_endpoint: `${url}/logout`,
        jwks_uri: `${url}/.well-known/jwks.json`,
      }),
    // Which pages there are beside ours.
    '/.well-known/sextant': (_request, response) => json(response, { services: [] }),
    '/authorize': (_request, response, query) => {
      if (query.get('prompt') !== 'none') session.user ??= session.next;
      const to = query.get('redirect_uri') ?? '';
      const state = query.get('state') ?? '';
      const { user } = session;
      if (user === undefined) {
        redirect(response, to, { error: 'login_required', state });
        return;
      }
      const code = randomUUID();
      codes.set(code, { user, nonce: query.get('nonce') ?? undefined });
      redirect(response, to, { code, state });
    },
    '/token': async (request, response) => {
      const fields = new URLSearchParams(await text(request));
      const { user, nonce } = codes.get(fields.get('code') ?? '') ?? { user: '', nonce: undefined };
      const { expiresInSeconds = 600 } = session;
      const access_token = await accessToken(user, { expiresInSeconds, ...session.as });
      const id_token = await idToken(user, nonce);
      json(response, {
        access_token,
        id_token,
        token_type: 'Bearer',
        expires_in: expiresInSeconds,
      });
    },
    '/userinfo': (_request, response) => json(response, { sub: session.user, name: session.user }),
    '/logout': (_request, response, query) => {
      session.user = undefined;
      session.endings += 1;
      redirect(response, query.get('post_logout_redirect_uri') ?? '', {});
    },
  };
}
