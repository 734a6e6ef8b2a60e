import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { Browser, newPkce } from '../browser.js';
import {
  admin,
  adminToken,
  allow,
  authorizeUrl,
  json,
  postForm,
  TOKEN,
  type TokenAnswer,
} from '../flows.js';
import { startAuth, type RunningAuth } from '../running-auth.js';

const REGISTER = '/api/v1/oauth/register';
const METADATA = '/.well-known/oauth-authorization-server';

interface Registered {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly redirect_uris: readonly string[];
  readonly scope?: string;
  readonly registration_client_uri: string;
  readonly registration_access_token: string;
}

let auth: RunningAuth;
let resource: string;
beforeAll(async () => {
  auth = await startAuth({
    env: { DYNAMIC_REGISTRATION: 'open', REGISTRATION_SCOPES: 'translate,audio:speech' },
    scopes: ['translate', 'audio:speech', 'notifications'].map((name) => ({
      ...{ name, description: name },
    })),
  });
  resource = `${auth.env['ISSUER'] ?? ''}/v2`;
});
afterAll(() => auth.close());

const register = (body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${auth.url}${REGISTER}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function registered(body: object): Promise<Registered> {
  const answer = await register(body);
  expect([answer.status, answer.status === 201 ? '' : await answer.text()]).toEqual([201, '']);
  return json<Registered>(answer);
}

interface Wish {
  readonly redirectUri: string;
  readonly scope?: string;
  readonly resource?: string;
}

/** The sign-in in the browser that a program opens. @returns where it leads, or the page that says why not */
async function asked({ client_id }: Registered, { redirectUri, ...wish }: Wish) {
  const pkce = newPkce();
  const browser = new Browser(auth.url);
  const page = await browser.get(
    authorizeUrl({ client_id, redirect_uri: redirectUri, scope: undefined, ...wish }, pkce),
  );
  const { location } =
    page.location === undefined && page.status === 200 ? await allow(browser, page) : page;
  return { location, pkce, text: page.text };
}

async function tokensOf(client: Registered, wish: Wish, headers = {}): Promise<TokenAnswer> {
  const { location, pkce, text } = await asked(client, wish);
  const code = new URL(location ?? `nowhere:${text}`).searchParams.get('code') ?? '';
  expect([location, code === '']).toEqual([location, false]);
  const { client_id, client_secret } = client;
  const fields = {
    ...{ grant_type: 'authorization_code', code, redirect_uri: wish.redirectUri, client_id },
    code_verifier: pkce.verifier,
    ...(client_secret === undefined ? {} : { client_secret }),
    ...(wish.resource === undefined ? {} : { resource: wish.resource }),
  };
  const answer = await postForm(auth.url + TOKEN, fields, headers);
  expect(answer.status).toBe(200);
  return json<TokenAnswer>(answer);
}

const errorIn = ({ location }: { readonly location?: string | undefined }) =>
  new URL(location ?? 'nowhere:').searchParams.get('error');

const PUBLIC = {
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};

/** As the programs' sources and documentation show what they register, and where their next run listens. */
const AGENTS: readonly (readonly [string, object, string])[] = [
  [
    'Claude',
    {
      ...PUBLIC,
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      scope: 'read',
    },
    'https://claude.ai/api/mcp/auth_callback',
  ],
  [
    'Claude Code',
    {
      ...PUBLIC,
      client_name: 'Claude Code (sextant)',
      redirect_uris: ['http://localhost:3118/callback'],
    },
    'http://localhost:54545/callback',
  ],
  [
    'Cursor',
    {
      ...PUBLIC,
      client_name: 'Cursor',
      client_uri: 'https://cursor.com',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
    },
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ],
  [
    'VS Code',
    {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      grant_types: [...PUBLIC.grant_types, 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://localhost/',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      scope: 'read translate',
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    'http://127.0.0.1:51712/',
  ],
  [
    'MCP Inspector',
    {
      ...PUBLIC,
      client_name: 'MCP Inspector',
      client_uri: 'https://github.com/modelcontextprotocol/inspector',
      redirect_uris: ['http://localhost:6274/oauth/callback'],
      scope: '',
    },
    'http://localhost:6274/oauth/callback',
  ],
  [
    'OpenCode',
    {
      ...PUBLIC,
      client_name: 'OpenCode',
      client_uri: 'https://opencode.ai',
      redirect_uris: ['http://127.0.0.1:19876/mcp/oauth/callback'],
    },
    'http://127.0.0.1:19877/mcp/oauth/callback',
  ],
  [
    'a program with a secret',
    {
      client_name: 'Connector',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      grant_types: PUBLIC.grant_types,
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
    'https://chatgpt.com/connector_platform_oauth_redirect',
  ],
  [
    'a program of another kind, at its next run',
    { ...PUBLIC, redirect_uris: ['com.example.agent:/callback', 'http://[::1]:5000/cb'] },
    'http://[::1]:5001/cb',
  ],
];

describe.each(AGENTS)('%s', (_name, metadata, redirectUri) => {
  it('registers, signs somebody in, asks for a scope of the service that it found, and refreshes', async () => {
    const client = await registered(metadata);
    const tokens = await tokensOf(client, { redirectUri, scope: 'translate', resource });

    expect(tokens.scope).toBe('translate');
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: resource, scope: 'translate' });
    const { client_id, client_secret } = client;
    const again = await postForm(auth.url + TOKEN, {
      ...{ grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id },
      ...(client_secret === undefined ? {} : { client_secret }),
    });
    expect(await json(again)).toMatchObject({ scope: 'translate' });
  });

  it('asks for what everybody may have, offline_access too', async () => {
    const client = await registered(metadata);
    const tokens = await tokensOf(client, { redirectUri, scope: 'openid read offline_access' });

    expect(tokens.scope.split(' ')).toEqual(expect.arrayContaining(['openid', 'read']));
    expect(tokens.id_token).toEqual(expect.any(String));
  });
});

describe('a client that registers itself', () => {
  const redirectUri = 'http://localhost:3118/callback';
  const translator = { ...PUBLIC, redirect_uris: [redirectUri], scope: 'translate' };

  it('may leave members empty: null is as if it were not sent', async () => {
    const client = await registered({
      ...translator,
      ...{ scope: null, contacts: null, client_uri: null, logo_uri: null, jwks: null },
      ...{ tos_uri: null, application_type: null, default_max_age: null, software_id: null },
    });
    expect(client).not.toHaveProperty('contacts');

    const anonymous = await registered({
      ...{ redirect_uris: [redirectUri], token_endpoint_auth_method: null, grant_types: null },
    });
    expect(anonymous.client_secret).toEqual(expect.any(String));
  });

  it('may do so when it changes itself', async () => {
    const client = await registered(translator);
    const answer = await fetch(client.registration_client_uri, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${client.registration_access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        ...{ ...translator, client_id: client.client_id, client_name: 'New', contacts: null },
      }),
    });

    expect(answer.status).toBe(200);
    expect(await json(answer)).toMatchObject({ client_name: 'New' });
  });

  it('asks for what it has named, and for more only of a resource that it names', async () => {
    const client = await registered(translator);

    expect(errorIn(await asked(client, { redirectUri, scope: 'audio:speech' }))).toBe(
      'invalid_scope',
    );
    const tokens = await tokensOf(client, { redirectUri, scope: 'audio:speech', resource });
    expect(tokens.scope).toBe('audio:speech');
  });

  it.each(['notifications', 'admin', 'introspect'])(
    'never asks for %s, which is not for everybody',
    async (scope) => {
      for (const metadata of [translator, { ...translator, scope: undefined }]) {
        const client = await registered(metadata);
        const answer = await asked(client, { redirectUri, scope, resource });
        expect(errorIn(answer)).toBe('invalid_scope');
      }
      expect((await register({ ...translator, scope })).status).toBe(400);
    },
  );

  it('has what an administrator says from then on, and no more', async () => {
    const client = await registered(translator);
    const call = admin(auth.url, await adminToken(auth.url));
    const changed = await call('PATCH', `/clients/${client.client_id}`, { scopes: ['read'] });
    expect(changed.status).toBe(200);

    for (const scope of ['translate', 'audio:speech', 'openid']) {
      const answer = await asked(client, { redirectUri, scope, resource });
      expect([scope, errorIn(answer)]).toEqual([scope, 'invalid_scope']);
    }
    expect((await tokensOf(client, { redirectUri, scope: 'read', resource })).scope).toBe('read');

    // Not even by a change of its own.
    let token = client.registration_access_token;
    for (const scope of ['read', 'read translate', undefined]) {
      const renamed = await fetch(client.registration_client_uri, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ ...translator, client_id: client.client_id, scope, scopes_given: false },
        }),
      });
      expect(renamed.status).toBe(200);
      const answer = await json<Record<string, string>>(renamed);
      token = answer['registration_access_token'] ?? token;
      expect(errorIn(await asked(client, { redirectUri, scope: 'translate', resource }))).toBe(
        'invalid_scope',
      );
    }
    expect((await tokensOf(client, { redirectUri, scope: 'read', resource })).scope).toBe('read');
  });

  it.each([
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['file:///etc/passwd'],
    ['cursor://x/y#z'],
    ['not a uri'],
  ])('is refused with the address %s', async (address) => {
    const answer = await register({ ...translator, redirect_uris: [redirectUri, address] });

    expect(answer.status).toBe(400);
    expect(await json(answer)).toMatchObject({ error: 'invalid_redirect_uri' });
  });

  it.each([
    ['http://127.0.0.1:3118/callback'],
    ['http://localhost:3118/callback/x'],
    ['http://localhost:1@evil.example/callback'],
    ['https://localhost:3118/callback'],
  ])('is sent nowhere else: %s', async (address) => {
    const client = await registered(translator);
    const { location, text } = await asked(client, { redirectUri: address, scope: 'translate' });

    expect(location).toBeUndefined();
    expect(text).toContain('redirect_uri did not match any');
  });
});

describe('a client that an administrator has made', () => {
  it('comes back at any port of the loopback address, whatever its type', async () => {
    const call = admin(auth.url, await adminToken(auth.url));
    const made = await json<Registered>(
      await call('POST', '/clients', {
        ...{ client_name: 'Desktop', client_type: 'public', scopes: ['read'] },
        redirect_uris: ['http://127.0.0.1/callback', 'com.example.desktop:/callback'],
      }),
    );

    for (const redirectUri of [
      'http://127.0.0.1:40001/callback',
      'com.example.desktop:/callback',
    ]) {
      expect((await tokensOf(made, { redirectUri, scope: 'read' })).scope).toBe('read');
    }
  });
});

describe('an inspector in a browser', () => {
  const ORIGIN = 'http://localhost:6274';
  const preflight = (path: string, method: string, headers: string) =>
    fetch(auth.url + path, {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': method,
        'access-control-request-headers': headers,
      },
    });

  it.each([
    [METADATA, 'GET', 'mcp-protocol-version'],
    ['/.well-known/openid-configuration', 'GET', 'mcp-protocol-version'],
    [REGISTER, 'POST', 'content-type'],
    [TOKEN, 'POST', 'content-type'],
    ['/oauth/token', 'POST', 'content-type'],
  ])('may call %s', async (path, method, headers) => {
    const answer = await preflight(path, method, headers);

    expect(answer.status).toBe(204);
    expect(['*', ORIGIN]).toContain(answer.headers.get('access-control-allow-origin'));
    expect(answer.headers.get('access-control-allow-methods')).toContain(method);
    expect(answer.headers.get('access-control-allow-headers')).toContain(headers);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('reads what it is told, also when it is refused', async () => {
    const redirectUri = `${ORIGIN}/oauth/callback`;
    const refused = await register({ redirect_uris: ['javascript:1'] }, { origin: ORIGIN });
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    const made = await register({ ...PUBLIC, redirect_uris: [redirectUri] }, { origin: ORIGIN });
    expect(made.headers.get('access-control-allow-origin')).toBe('*');
    const client = await json<Registered>(made);

    const tokens = await tokensOf(client, { redirectUri, scope: 'read' }, { origin: ORIGIN });
    expect(tokens.scope).toBe('read');
    const wrong = await postForm(
      auth.url + TOKEN,
      { grant_type: 'refresh_token', refresh_token: 'wrong', client_id: client.client_id },
      { origin: ORIGIN },
    );
    expect(wrong.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    const stranger = await postForm(
      auth.url + TOKEN,
      { grant_type: 'refresh_token', refresh_token: 'wrong', client_id: client.client_id },
      { origin: 'https://evil.example' },
    );
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
  });
});
