import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request as plainRequest } from 'node:http';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { getNamedType, isObjectType, type GraphQLObjectType } from 'graphql';
import { ApiKeys } from '@sextant/platform-security/api-keys';
import { startApp } from '@sextant/platform-testing';
import { iptGraphql } from '../src/app.js';
import { startService, type StartedService } from './started-service.js';

/** Every member, and the members of those. */
const selectionOf = (type: GraphQLObjectType): string =>
  `{ ${Object.values(type.getFields())
    .map((field) => {
      const named = getNamedType(field.type);
      return isObjectType(named) ? `${field.name} ${selectionOf(named)}` : field.name;
    })
    .join(' ')} }`;

const SIMPLE = '{ symbolAvailable(symbol: "A", chainId: 11155111) { available isSuccess } }';

describe('the HTTP side of GraphQL', () => {
  let service: StartedService;

  beforeAll(async () => {
    service = await startService();
  });

  afterAll(() => service.close());

  it.each([
    ['without a key', '{"query": "{ __typename }"}', ''],
    ['with a wrong key', '{"query": "{ __typename }"}', 'sxt_wrong'],
    ['without a key and with a malformed body', '{"query', ''],
  ])('answers 401 %s', async (_name, body, key) => {
    const response = await service.client.post(body, { 'x-api-key': key });

    expect(response.status).toBe(401);
    expect(response.body).toMatchObject({
      isSuccess: false,
      error: { code: 'UNAUTHENTICATED', retryable: false },
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });

  it('answers 401 for a revoked key', async () => {
    const client = await service.clientOf('leaver');
    const keys = service.running.app.get(ApiKeys);
    const [key] = await keys.list('leaver');
    await keys.revoke('leaver', key?.id ?? '');

    expect((await client.post({ query: SIMPLE })).status).toBe(401);
  });

  it('answers 401 before the body has come', async () => {
    const { hostname, port } = new URL(service.running.url);
    const headers = { 'content-type': 'application/json', 'content-length': '1000000' };
    const status = await new Promise((resolve, reject) => {
      const sent = plainRequest({ hostname, port, path: '/graphql', method: 'POST', headers });
      sent.on('response', (response) => {
        resolve(response.statusCode);
        sent.destroy();
      });
      sent.on('error', reject);
      sent.write('{'); // and nothing more
    });

    expect(status).toBe(401);
  });

  it.each([
    ['JSON that is cut off', '{"query": "{ a }'],
    [
      'an AWSJSON that is no JSON',
      JSON.stringify({
        query:
          'mutation ($p: AWSJSON!) { generateAssignmentAgreement(projectData: $p) { isSuccess } }',
        variables: { p: '{"project":' },
      }),
    ],
    [
      'an AWSJSON that is an object',
      JSON.stringify({
        query:
          'mutation ($p: AWSJSON!) { generateAssignmentAgreement(projectData: $p) { isSuccess } }',
        variables: { p: { project: {} } },
      }),
    ],
    [
      'a literal AWSJSON that is no JSON',
      JSON.stringify({
        query: 'mutation { generateAssignmentAgreement(projectData: "{") { isSuccess } }',
      }),
    ],
    [
      'no projectData',
      JSON.stringify({ query: 'mutation { generateAssignmentAgreement { isSuccess } }' }),
    ],
    ['a field that is not there', JSON.stringify({ query: '{ nothing }' })],
    [
      'a chain of the wrong type',
      JSON.stringify({ query: '{ symbolAvailable(symbol: "A", chainId: "1") { isSuccess } }' }),
    ],
    ['a batch', JSON.stringify([{ query: SIMPLE }, { query: SIMPLE }])],
    ['51 levels', JSON.stringify({ query: `{ ${'a { '.repeat(50)} b ${'}'.repeat(50)} }` })],
    ['1 MB of one field', JSON.stringify({ query: `{ ${'__typename '.repeat(90_000)} }` })],
    [
      '3,000 aliases',
      JSON.stringify({
        query: `{ ${Array.from({ length: 3000 }, (_, index) => `a${index}: __typename`).join(' ')} }`,
      }),
    ],
    [
      'what costs too much',
      JSON.stringify({
        query: `{ ${Array.from({ length: 40 }, (_, index) => `a${index}: ipnfts(chainId: 1, first: 100) { isSuccess }`).join(' ')} }`,
      }),
    ],
  ])('answers 400 for %s', async (_name, body) => {
    const startMs = performance.now();
    const response = await service.client.post(body);

    expect(response.status).toBe(400);
    const { errors } = response.body as { errors: { extensions: { code: string } }[] };
    expect(response.body).toMatchObject({
      isSuccess: false,
      error: {
        message: expect.any(String),
        code: errors[0]?.extensions.code,
        retryable: false,
        trace_id: expect.stringMatching(/./),
      },
      errors: expect.arrayContaining([expect.objectContaining({ message: expect.any(String) })]),
    });
    expect(performance.now() - startMs).toBeLessThan(2000);
  });

  it.each([
    ['that is not there', { query: `query a ${SIMPLE}`, operationName: 'b' }],
    ['that has no name', { query: SIMPLE, operationName: 'b' }],
    ['of an empty name', { query: `query a ${SIMPLE}`, operationName: '' }],
    [
      'that is not one of two',
      { query: `query a ${SIMPLE} query c ${SIMPLE}`, operationName: 'b' },
    ],
    ['that is not named', { query: `query a ${SIMPLE} query b ${SIMPLE}` }],
  ])('answers 400 for an operation %s', async (_name, body) => {
    const { status, body: answer } = await service.client.post(body);

    expect(status).toBe(400);
    expect(answer).toMatchObject({
      errors: [{ extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } }],
    });
  });

  it.each([
    // With its life, metadata and agreements each is fifty fields: the limit of costs leaves pages of 75.
    ['ipnfts', 75],
    ['flows', 100],
  ])('reads a page of %s with all of its members', async (list, first) => {
    const schema = service.running.app.get(GraphQLSchemaHost).schema;
    const field = schema.getQueryType()?.getFields()[list];
    const members = selectionOf(getNamedType(field?.type) as GraphQLObjectType);
    const chain = field?.args.some(({ name }) => name === 'chainId') ? 'chainId: 11155111, ' : '';

    const { status, body } = await service.client.post({
      query: `{ ${list}(${chain}first: ${first}) ${members} }`,
    });

    expect(body).toMatchObject({ data: { [list]: { isSuccess: true } } });
    expect(status).toBe(200);
  });

  it('answers 413 for more than 1 MiB', async () => {
    const { status } = await service.client.post({ query: SIMPLE, padding: 'x'.repeat(1_100_000) });

    expect(status).toBe(413);
  });

  it('answers a document that breaks its schema in the result', async () => {
    const client = service.client;
    const codeOf = (value: unknown) =>
      client.codeOf('generateAssignmentAgreement', {
        projectData: typeof value === 'string' ? value : JSON.stringify(value),
      });

    expect(await codeOf({})).toBe('INVALID_INPUT');
    expect(await codeOf([])).toBe('INVALID_INPUT');
    expect(await codeOf('{"a": 9007199254740993}')).toBe('INVALID_INPUT');
    expect(await codeOf('{"a": "\\ud800"}')).toBe('INVALID_INPUT');
  });

  it('does not show its schema in production', async () => {
    const hidden = await startApp(iptGraphql, { ...service.env, GRAPHQL_EXPLORABLE: 'false' });
    const ask = async (query: string) => {
      const response = await fetch(`${hidden.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': service.client.apiKey },
        body: JSON.stringify({ query }),
      });
      return { status: response.status, text: await response.text() };
    };

    expect((await ask('{ __schema { types { name } } }')).status).toBe(400);
    expect((await ask('{ ipnf { isSuccess } }')).text).not.toContain('ipnft');
    const page = await fetch(`${hidden.url}/graphql`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(401);
    await hidden.close();
  });

  it('has GraphiQL in development', async () => {
    const page = await fetch(`${service.running.url}/graphql`, {
      headers: { accept: 'text/html' },
    });

    // That it works a browser tests: e2e/stack.e2e.ts.
    const html = await page.text();
    const [, script = ''] = /src="(\/ipt\/assets\/[^"]+\.js)"/.exec(html) ?? [];
    const file = await fetch(service.running.url + script);
    expect([page.status, file.status]).toEqual([200, 200]);
    expect(html).not.toMatch(/https?:\/\//);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
  });

  it('answers programs at the same address', async () => {
    const page = await fetch(`${service.running.url}/graphql`, { headers: { accept: '*/*' } });

    expect(page.status).toBe(401);
  });

  describe('scopes and chains of keys', () => {
    it.each([
      ['mint', 'generateIptMembershipAgreement', { agreementData: '{}' }],
      ['mint', 'symbolAvailable', { symbol: 'A', chainId: 11155111 }],
      ['tokenize', 'generateAssignmentAgreement', { projectData: '{}' }],
      ['tokenize', 'getTermsMessage', { metadataCid: 'x', minter: 'x', chainId: 1 }],
      ['read', 'signoffMetadata', {}],
      ['read', 'getIptTermsMessage', { agreementCid: 'x', ipnftId: '1', chainId: 1 }],
    ] as const)('a key for %s may not call %s', async (scope, operation, variables) => {
      const client = await service.clientOf('scoped', { scopes: [scope] });

      expect(await client.codeOf(operation, variables)).toBe('FORBIDDEN');
    });

    it('a key of one chain may not use another', async () => {
      const client = await service.clientOf('bound', { chains: [1] });

      expect(await client.codeOf('symbolAvailable', { symbol: 'A', chainId: 11155111 })).toBe(
        'FORBIDDEN',
      );
    });
  });

  describe('the administration of keys', () => {
    const call = (method: string, path: string, body?: unknown, key = service.client.apiKey) =>
      fetch(`${service.running.url}/ipt/keys${path}`, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });

    it('issues, lists, rotates and revokes', async () => {
      const issued = (await (
        await call('POST', '', { label: 'one', scopes: ['read'], chains: [11155111] })
      ).json()) as { id: string; api_key: string };
      const rotated = (await (await call('POST', `/${issued.id}/rotate`)).json()) as {
        id: string;
        api_key: string;
        scopes: string[];
        chains: number[];
      };
      expect(rotated).toMatchObject({ label: 'one', scopes: ['read'], chains: [11155111] });
      const reads = async (key: string) =>
        (await service.client.post({ query: SIMPLE }, { 'x-api-key': key })).status;
      expect([await reads(issued.api_key), await reads(rotated.api_key)]).toEqual([200, 200]);

      expect((await call('DELETE', `/${issued.id}`)).status).toBe(200);

      expect([await reads(issued.api_key), await reads(rotated.api_key)]).toEqual([401, 200]);
      const list = await (await call('GET', '')).text();
      expect(list).toContain(rotated.id);
      expect(list).not.toContain(rotated.api_key);
    });

    it('gives no key more chains than its issuer has', async () => {
      const bound = await service.clientOf('acme', { scopes: ['admin'], chains: [1] });
      const issue = async (chains?: number[]) => {
        const wish = { label: 'more', scopes: ['read'], chains };
        return (await call('POST', '', wish, bound.apiKey)).status;
      };
      const { id } = (await (
        await call('POST', '', { label: 'all', scopes: ['read'] })
      ).json()) as { id: string };

      expect([await issue(), await issue([]), await issue([1, 11155111])]).toEqual([403, 403, 403]);
      expect((await call('POST', `/${id}/rotate`, undefined, bound.apiKey)).status).toBe(403);
      expect(await issue([1])).toBe(201);
    });

    it('does not rotate a key that has ended', async () => {
      const keys = service.running.app.get(ApiKeys);
      const wish = { owner: 'acme', label: 'ended', scopes: ['read'] };
      const expired = await keys.create({ ...wish, expiresAt: new Date(Date.now() - 1000) });
      const revoked = await keys.create(wish);
      await keys.revoke('acme', revoked.key.id);

      for (const { key } of [expired, revoked]) {
        const answer = await call('POST', `/${key.id}/rotate`);
        expect(answer.status).toBe(409);
        expect(await answer.json()).toMatchObject({ error: { code: 'KEY_NOT_ACTIVE' } });
      }
    });

    it.each([
      ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }],
      ['no scopes', { scopes: [] }],
      ['a label with a tab', { label: 'a\tb' }],
    ])('refuses %s with 422', async (_name, change) => {
      const answer = await call('POST', '', { label: 'a', scopes: ['read'], ...change });

      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ error: { code: 'INVALID_INPUT' } });
    });

    it.each([
      ['an unknown member', { label: 'a', scopes: [], more: 1 }],
      ['an unknown scope', { label: 'a', scopes: ['fly'] }],
      ['a chain that is none', { label: 'a', scopes: ['read'], chains: [0] }],
    ])('refuses %s', async (_name, body) => {
      expect((await call('POST', '', body)).status).toBe(400);
    });

    it('is for keys with the scope admin, and for their own tenant', async () => {
      const plain = await service.clientOf('acme', { scopes: ['read'] });
      const other = await service.clientOf('somebody');
      const [key] = (await (await call('GET', '')).json()) as { id: string }[];

      expect((await call('GET', '', undefined, plain.apiKey)).status).toBe(403);
      expect((await call('DELETE', `/${key?.id ?? ''}`, undefined, other.apiKey)).status).toBe(404);
    });
  });
});

describe('rate limits', () => {
  let service: StartedService;

  beforeAll(async () => {
    service = await startService({ env: { OPERATIONS_PER_MINUTE: '2', REQUESTS_PER_MINUTE: '5' } });
  });

  afterAll(() => service.close());

  it('count each operation of a key, then all of its requests', async () => {
    const { client } = service;
    const available = () => client.codeOf('symbolAvailable', { symbol: 'A', chainId: 11155111 });

    expect([await available(), await available(), await available()]).toEqual([
      'none',
      'none',
      'RATE_LIMITED',
    ]);
    expect(await client.codeOf('flows', {})).toBe('none');
    await client.post({ query: SIMPLE });
    const refused = await client.post({ query: SIMPLE });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});
