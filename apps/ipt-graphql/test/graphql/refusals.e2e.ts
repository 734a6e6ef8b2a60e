import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp } from '@sextant/platform-testing';
import { iptGraphql } from '../../src/app.js';
import { IptClient } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const SIMPLE = '{ __typename }';
const PAGES = Array.from(
  { length: 40 },
  (_, index) => `a${index}: ipnfts(chainId: 1, first: 100) { isSuccess }`,
).join(' ');
const CHAIN_OF_THE_WRONG_TYPE = {
  query: 'query ($c: Int) { symbolAvailable(symbol: "A", chainId: $c) { isSuccess } }',
  variables: { c: 'x' },
};

/** Status and code of requests that no operation answers; they all have one form. */
describe('refused requests', () => {
  let service: StartedService;

  beforeAll(async () => {
    service = await startService();
  });

  afterAll(() => service.close());

  const formOf = (status: number, code: string) => ({
    status,
    body: {
      isSuccess: false,
      error: {
        message: expect.any(String),
        code,
        retryable: status === 429,
        trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
      errors: expect.arrayContaining([
        expect.objectContaining({
          message: expect.any(String),
          extensions: expect.objectContaining({ code }),
        }),
      ]),
    },
  });

  it.each([
    [400, 'MALFORMED_BODY', 'JSON that is cut off', '{"query'],
    [400, 'BAD_REQUEST', 'no body', ''],
    [400, 'BAD_REQUEST', 'no query', {}],
    [400, 'BAD_REQUEST', 'a batch', [{ query: SIMPLE }, { query: SIMPLE }]],
    [400, 'BAD_REQUEST', 'variables in a text', { query: SIMPLE, variables: '{}' }],
    [400, 'GRAPHQL_PARSE_FAILED', 'a query that is cut off', { query: '{ a' }],
    [400, 'GRAPHQL_PARSE_FAILED', '2,000 tokens', { query: `{ ${'__typename '.repeat(2000)} }` }],
    [400, 'GRAPHQL_VALIDATION_FAILED', 'an unknown field', { query: '{ nothing }' }],
    [400, 'BAD_USER_INPUT', 'a variable of the wrong type', CHAIN_OF_THE_WRONG_TYPE],
    [
      400,
      'OPERATION_RESOLUTION_FAILURE',
      'two operations without a name',
      { query: `query A ${SIMPLE} query B ${SIMPLE}` },
    ],
    [
      400,
      'OPERATION_RESOLUTION_FAILURE',
      'a subscription',
      { query: 'subscription { flowProgress(ipnftId: "1") { isSuccess } }' },
    ],
    [
      400,
      'QUERY_TOO_LARGE',
      'too many levels',
      { query: `{ ${'... { '.repeat(50)} __typename ${'}'.repeat(50)} }` },
    ],
    [400, 'QUERY_TOO_LARGE', 'too many pages', { query: `{ ${PAGES} }` }],
    [413, 'BODY_TOO_LARGE', 'more than 1 MiB', { query: 'x'.repeat(1_100_000) }],
  ])('%d %s: %s', async (status, code, _name, body) => {
    const answer = await service.client.post(body);

    expect({ status: answer.status, body: answer.body }).toEqual(formOf(status, code));
  });

  it.each([
    [404, 'NOT_FOUND', 'GET', '/nothing'],
    [404, 'API_KEY_NOT_FOUND', 'DELETE', '/ipt/keys/none'],
    [405, 'METHOD_NOT_ALLOWED', 'PUT', '/ipt/keys'],
    [405, 'METHOD_NOT_ALLOWED', 'GET', '/ipt/keys/none'],
    [400, 'INVALID_INPUT', 'GET', '/ipfs/no-cid'],
  ])('%d %s: %s %s', async (status, code, method, path) => {
    const headers = { 'x-api-key': service.client.apiKey };
    const answer = await fetch(service.running.url + path, { method, headers });

    expect({ status: answer.status, body: await answer.json() }).toEqual(formOf(status, code));
  });

  it('403 FORBIDDEN: keys without the scope admin', async () => {
    const { apiKey } = await service.clientOf('reader', { scopes: ['read'] });
    const answer = await fetch(`${service.running.url}/ipt/keys`, {
      headers: { 'x-api-key': apiKey },
    });

    expect({ status: answer.status, body: await answer.json() }).toEqual(formOf(403, 'FORBIDDEN'));
  });

  it('429 TOO_MANY_REQUESTS: more than a key may send', async () => {
    const running = await startApp(iptGraphql, { ...service.env, REQUESTS_PER_MINUTE: '1' });
    const client = new IptClient(running.url, service.client.apiKey, service.chain);
    await client.post({ query: SIMPLE });

    const { headers, ...answer } = await client.post({ query: SIMPLE });
    await running.close();

    expect(answer).toEqual(formOf(429, 'TOO_MANY_REQUESTS'));
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('names the scope that a key and that a token need', async () => {
    const client = await service.clientOf('reader', { scopes: ['mint'] });
    const { error } = await client.call('symbolAvailable', { symbol: 'A', chainId: 11155111 });

    expect(error).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('ipt:read'),
    });
  });
});
