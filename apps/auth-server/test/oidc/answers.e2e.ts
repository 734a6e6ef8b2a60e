import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import * as formats from 'ajv-formats';
import { adminToken, authorize, bearer, tokensFor } from '../flows.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Record<string, { readonly schema: object }> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

let auth: RunningAuth;
let document: Document;
let ajv: Ajv;
let token: string;
const visited = new Set<string>();

beforeAll(async () => {
  auth = await startAuth();
  const served = (await (await fetch(`${auth.url}/docs/openapi.json`)).json()) as Document;
  const schemas = Object.fromEntries(
    Object.entries(served.components.schemas).map(([name, schema]) => [name, strict(name, schema)]),
  );
  document = { ...served, components: { schemas } };
  ajv = new Ajv({ strict: false, allErrors: true });
  formats.default.default(ajv);
  ajv.addSchema(document, 'document');
  token = await adminToken(auth.url);
});
afterAll(() => auth.close());

/** Members that are not described are faults too; clients may bring more when they register. */
const strict = (name: string, schema: object): object =>
  'properties' in schema && !/^Client(WithSecret)?Dto$/.test(name)
    ? { ...schema, additionalProperties: false }
    : schema;

/** Answers of other standards, and files: `scim`, `revocations` and `console-api` look at these. */
const ELSEWHERE =
  /^\w+ (\/scim\/|\/ssf\/|\/\.well-known\/|\/admin\/audit\/export$|\/admin\/users\/import$)/;

interface Call {
  readonly body?: object;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly token?: string;
}

/** Calls an operation and compares its answer with what the document says of it. */
async function call<T = unknown>(method: string, template: string, options: Call = {}): Promise<T> {
  const { path = {}, query = '' } = options;
  const url = template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => path[name] ?? '');
  const response = await fetch(auth.url + url + query, { method, ...contentOf(options) });
  const text = await response.text();
  visited.add(`${method} ${template}`);
  const schema = schemaOf(method, template, response.status);
  if (schema === undefined) {
    expect({ template, text }).toEqual({ template, text: '' });
    return undefined as T;
  }
  const answer = JSON.parse(text) as T;
  ajv.validate(schema, answer);
  expect({ template, errors: ajv.errors ?? [] }).toEqual({ template, errors: [] });
  return answer;
}

function contentOf({ body, token: own = token }: Call): RequestInit {
  if (body === undefined) return { headers: bearer(own) };
  const headers = { ...bearer(own), 'content-type': 'application/json' };
  return { headers, body: JSON.stringify(body) };
}

/** @returns undefined for an answer without a body */
function schemaOf(method: string, template: string, status: number): object | undefined {
  const { responses } = document.paths[template]?.[method.toLowerCase()] ?? { responses: {} };
  const described = responses[status] ?? responses[`${String(status).charAt(0)}XX`];
  if (described === undefined) throw new Error(`${method} ${template}: ${status} is unknown.`);
  const schema = described.content?.['application/json']?.schema;
  if (schema === undefined) return undefined;
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object;
}

describe('the OpenAPI document holds for the answers of', () => {
  it('clients', async () => {
    const made = await call<{ id: string; client_secret: string }>('POST', '/admin/clients', {
      body: {
        client_name: 'Reports',
        client_type: 'confidential',
        redirect_uris: ['https://reports.example.org/cb'],
        scopes: ['openid', 'read'],
        backchannel_logout_uri: 'https://reports.example.org/out',
      },
    });
    const path = { id: made.id };
    await call('GET', '/admin/clients', { query: '?limit=2' });
    await call('GET', '/admin/clients/{id}', { path });
    await call('PATCH', '/admin/clients/{id}', { path, body: { client_name: 'x' } });
    const [ada] = (await call<{ users: { id: string }[] }>('GET', '/admin/users')).users;
    await call('GET', '/admin/clients/{id}/claims', { path, query: `?user=${ada?.id ?? ''}` });
    const again = await call('POST', '/admin/clients/{id}/secret', { path });
    await call('DELETE', '/admin/clients/{id}', { path });

    expect(made.client_secret).toEqual(expect.any(String));
    expect(again).not.toEqual({ client_secret: made.client_secret });
  });

  it('scopes', async () => {
    const body = { scope_name: 'reports', description: 'Read reports' };
    const { id } = await call<{ id: string }>('POST', '/admin/scopes', { body });
    const path = { id };
    await call('GET', '/admin/scopes');
    await call('GET', '/admin/scopes/{id}', { path });
    await call('PATCH', '/admin/scopes/{id}', { path, body: { description: 'x' } });
    await call('DELETE', '/admin/scopes/{id}', { path });
  });

  it('users and their sessions', async () => {
    const body = { username: 'mary', email: 'mary@example.org', password: passwordOf('mary') };
    const { id } = await call<{ id: string }>('POST', '/admin/users', { body });
    const path = { id };
    await authorize(auth.url, {}, { name: 'mary' });
    await call('GET', '/admin/users', { query: '?admin=false' });
    await call('POST', '/admin/users/invitations', { body: { email: 'mary@example.org' } });
    await call('POST', '/admin/users/{id}/verification', { path });
    await call('GET', '/admin/users/{id}/factors', { path });
    await call('DELETE', '/admin/users/{id}/factors', { path });
    await call('GET', '/admin/users/{id}', { path });
    await call('PATCH', '/admin/users/{id}', { path, body: { given_name: 'Mary' } });
    const { sessions } = await call<{ sessions: { sid: string }[] }>(
      'GET',
      '/admin/users/{id}/sessions',
      { path },
    );
    await call('DELETE', '/admin/users/{id}/sessions/{sid}', {
      path: { id, sid: sessions[0]?.sid ?? '' },
    });
    await call('DELETE', '/admin/users/{id}/sessions', { path });
    await call('DELETE', '/admin/users/{id}', { path });

    expect(sessions).toHaveLength(1);
  });

  it('the system', async () => {
    await call('POST', '/admin/auth', {
      body: { username: 'ada', password: passwordOf('ada') },
    });
    await call('GET', '/admin/status');
    await call('POST', '/admin/keys/rotate');
    await call('GET', '/admin/audit', { query: '?limit=500' });
    await call('GET', '/admin/reports/sign-ins');
    await call('GET', '/admin/keys');
    await call('GET', '/admin/mails/failing');
    await call('GET', '/admin/groups');
    const path = { id: 'nobody' };
    await call('GET', '/admin/groups/{id}', { path });
    await call('PATCH', '/admin/groups/{id}', { path, body: { roles: [] } });
  });

  it("people's own sessions", async () => {
    const own = { token: (await tokensFor(auth.url)).access_token };
    const { sessions } = await call<{ sessions: { sid: string }[] }>('GET', '/auth/sessions', own);
    await call('DELETE', '/auth/sessions/{sid}', {
      path: { sid: sessions[0]?.sid ?? '' },
      ...own,
    });
    await call('DELETE', '/auth/sessions', {
      token: (await tokensFor(auth.url)).access_token,
    });
    await call('POST', '/auth/logout', { token: (await tokensFor(auth.url)).access_token });
  });

  it('errors', async () => {
    const missing = { path: { id: 'nobody' } };

    await call('GET', '/admin/clients/{id}', missing);
    await call('POST', '/admin/scopes', { body: {} });
    await call('GET', '/admin/status', { token: 'nonsense' });
    const refused = await call('POST', '/admin/auth', { body: { username: 'ada', password: 'x' } });

    expect(refused).toMatchObject({ error: 'invalid_grant' });
  });

  it('all operations, none left out', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );

    const own = described.filter((operation) => !ELSEWHERE.test(operation));
    expect(own.filter((operation) => !visited.has(operation))).toEqual([]);
  });
});
