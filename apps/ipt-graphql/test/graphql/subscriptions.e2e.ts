import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiKeys } from '@sextant/platform-security/api-keys';
import { startApp, type RunningApp } from '@sextant/platform-testing';
import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';
import { iptGraphql } from '../../src/app.js';
import { PostgresFlowFeed } from '../../src/flows/live/postgres-flow-feed.js';
import { FlowFeed } from '../../src/flows/live/live-flows.js';
import { projectData } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;
const PROGRESS = `subscription ($ipnftId: String, $chainId: Int) {
  flowProgress(ipnftId: $ipnftId, chainId: $chainId) {
    flows { kind state step } isSuccess error { code } } }`;

interface Told {
  readonly flows: readonly { readonly kind: string; readonly state: string }[] | null;
  readonly isSuccess: boolean;
  readonly error: { readonly code: string } | null;
}

describe('subscriptions', () => {
  let service: StartedService;
  let replica: RunningApp;
  const clients: Client[] = [];

  beforeAll(async () => {
    service = await startService({
      env: { CONNECTIONS_PER_TENANT: '4', SUBSCRIPTIONS_PER_TENANT: '3' },
    });
    replica = await startApp(iptGraphql, service.env);
  });
  afterAll(async () => {
    for (const client of clients) await client.dispose();
    await replica.close();
    await service.close();
  });

  const address = (url: string): string => `${url.replace('http', 'ws')}/graphql`;
  const connect = (shown: Record<string, string>, url = service.running.url): Client => {
    const client = createClient({
      ...{ url: address(url), webSocketImpl: WebSocket, retryAttempts: 0, connectionParams: shown },
      onNonLazyError: () => undefined,
    });
    clients.push(client);
    return client;
  };
  const keyOf = () => ({ 'x-api-key': service.client.apiKey });
  /** The answers of a subscription, as they come. */
  const follow = (client: Client, ipnftId: string, query = PROGRESS) =>
    client.iterate<{ flowProgress: Told }>({ query, variables: { ipnftId, chainId } });
  type Answers = ReturnType<typeof follow>;
  const next = async (answers: Answers): Promise<Told | undefined> => {
    const step = await answers.next();
    return step.done === true ? undefined : step.value.data?.flowProgress;
  };
  const untilState = async (answers: Answers, state: string): Promise<string[]> => {
    const seen: string[] = [];
    while (!seen.includes(state)) {
      seen.push(...((await next(answers))?.flows ?? []).map((flow) => flow.state));
    }
    return seen;
  };
  const agree = async (ipnftId: string, symbol: string, by = service.client) => {
    const wallet = service.chain.wallet(1).address;
    const data = projectData({ ipnftId, symbol, wallet, chainId });
    await by.call('generateAssignmentAgreement', { projectData: JSON.stringify(data) });
  };
  /** The code with which a socket is closed that says this first. */
  const closedWith = async (message: object | undefined, url = service.running.url) => {
    const socket = new WebSocket(address(url), 'graphql-transport-ws');
    await once(socket, 'open');
    if (message !== undefined) socket.send(JSON.stringify(message));
    const [code] = (await once(socket, 'close')) as [number];
    return code;
  };

  it('tell each step of a flow, whichever replica made it', async () => {
    const { client, chain } = service;
    const wallet = chain.wallet(1);
    const ipnftId = await client.reserve(wallet);
    await agree(ipnftId, 'LIVE');
    const here = connect(keyOf());
    const there = connect(keyOf(), replica.url);
    const [one, two] = [follow(here, ipnftId), follow(there, ipnftId)];
    expect(await next(one)).toMatchObject({ flows: [{ kind: 'MINT', state: 'AGREEMENT_READY' }] });
    expect(await next(two)).toMatchObject({ flows: [{ kind: 'MINT', state: 'AGREEMENT_READY' }] });

    const { request } = await client.prepareSignOff(wallet, ipnftId, 'LIVE');
    await client.call('signoffMetadata', request);

    const steps = await untilState(one, 'SIGNED_OFF');
    expect(steps).toContain('TERMS_ISSUED');
    expect(await untilState(two, 'SIGNED_OFF')).toContain('TERMS_ISSUED');
    await Promise.all([one.return?.(), two.return?.()]);
    await here.dispose();
    await there.dispose();
  });

  it('tell what was missed while nobody listened', async () => {
    await agree('501', 'MISSED');
    const client = connect(keyOf());
    const answers = follow(client, '501');
    await next(answers);
    const feed = service.running.app.get<PostgresFlowFeed>(FlowFeed);
    // The connection that listens ends, as when the database is started anew.
    await service.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN ipt_flows%'`,
    );

    await service.client.call('generateImageUploadUrl', {
      ...{ filename: 'art.png', contentType: 'image/png', ipnftId: '501' },
    });

    expect(await untilState(answers, 'UPLOAD_ISSUED')).toContain('UPLOAD_ISSUED');
    expect(feed).toBeInstanceOf(PostgresFlowFeed);
    await client.dispose();
  });

  it('are of the tenant alone, and end with what is wrong', async () => {
    await agree('502', 'MINE');
    const other = await service.clientOf('other');
    const client = connect({ 'x-api-key': other.apiKey });
    const answers = follow(client, '502');

    expect(await next(answers)).toEqual({
      ...{ flows: null, isSuccess: false, error: { code: 'NOT_FOUND' } },
    });
    expect((await answers.next()).done).toBe(true);
    const reader = await service.clientOf('acme', { scopes: ['mint'] });
    const unread = connect({ 'x-api-key': reader.apiKey });
    expect(await next(follow(unread, '502'))).toMatchObject({ error: { code: 'FORBIDDEN' } });
    await client.dispose();
    await unread.dispose();
  });

  it.each([
    ['nothing', undefined],
    ['a wrong key', { 'x-api-key': 'sxt_wrong' }],
    ['a token where none count', { authorization: 'Bearer abc' }],
  ])('are not begun with %s: 4403', async (_what, payload) => {
    expect(await closedWith({ type: 'connection_init', payload })).toBe(4403);
  });

  it('take no word before the key', async () => {
    expect(await closedWith({ id: '1', type: 'subscribe', payload: { query: PROGRESS } })).toBe(
      4401,
    );
  });

  it('end when the key is revoked', async () => {
    const key = await service.running.app.get(ApiKeys).create({
      ...{ owner: 'acme', label: 'short', scopes: ['read'] },
    });
    const socket = new WebSocket(address(service.running.url), 'graphql-transport-ws');
    await once(socket, 'open');
    const payload = { 'x-api-key': key.secret };
    socket.send(JSON.stringify({ type: 'connection_init', payload }));
    await once(socket, 'message');

    await service.running.app.get(ApiKeys).revoke('acme', key.key.id);

    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(4403);
  });

  const codeOf = async (client: Client, query: string): Promise<unknown> => {
    try {
      for await (const answer of client.iterate({ query })) return answer;
      return undefined;
    } catch (errors) {
      return (errors as { extensions?: { code: string } }[])[0]?.extensions?.code;
    }
  };

  it.each([
    ['GRAPHQL_PARSE_FAILED', 'subscription {'],
    ['GRAPHQL_PARSE_FAILED', `subscription { ${'a '.repeat(2000)}}`],
    ['GRAPHQL_VALIDATION_FAILED', 'subscription { minted }'],
    ['OPERATION_RESOLUTION_FAILURE', '{ symbolAvailable(symbol: "A") { available } }'],
    ['OPERATION_RESOLUTION_FAILURE', 'mutation { releaseSymbol(ipnftId: "1") { isSuccess } }'],
    [
      'QUERY_TOO_LARGE',
      `subscription { flowProgress { ${'... { '.repeat(20)}isSuccess${' }'.repeat(20)} } }`,
    ],
  ])('refuse with %s: %s', async (code, query) => {
    const client = connect(keyOf());
    expect(await codeOf(client, query)).toBe(code);
    await client.dispose();
  });

  it('are so many of a tenant and no more, and those that ended do not count', async () => {
    await agree('503', 'MANY');
    const client = connect(keyOf());
    const three = [0, 1, 2].map(() => follow(client, '503'));
    for (const each of three) expect(await next(each)).toMatchObject({ isSuccess: true });

    const query = `subscription { flowProgress(ipnftId: "503") { isSuccess } }`;
    expect(await codeOf(client, query)).toBe('RATE_LIMITED');
    await three[0]?.return?.();
    expect(await codeOf(client, query)).toMatchObject({
      data: { flowProgress: { isSuccess: true } },
    });
    await client.dispose();
  });

  it('come over so many connections of a tenant and no more: 4429', async () => {
    const many = await service.clientOf('many');
    const payload = { 'x-api-key': many.apiKey };
    /** Whether it was let in, or with which code it was closed. */
    const open = async () => {
      const socket = new WebSocket(address(service.running.url), 'graphql-transport-ws');
      const answered = once(socket, 'message').then(() => 'open' as const);
      const closed = once(socket, 'close').then(([code]) => code as number);
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'connection_init', payload }));
      return { socket, state: await Promise.race([answered, closed]) };
    };
    const connections = [await open(), await open(), await open(), await open()];
    expect(connections.map(({ state }) => state)).toEqual(Array(4).fill('open'));

    expect((await open()).state).toBe(4429);

    for (const { socket } of connections) socket.close();
  });

  it('end with 1001 when the process ends, before and after the key', async () => {
    const ending = await startApp(iptGraphql, service.env);
    const sockets = [0, 1].map(() => new WebSocket(address(ending.url), 'graphql-transport-ws'));
    await Promise.all(sockets.map((socket) => once(socket, 'open')));
    const [known] = sockets;
    known?.send(JSON.stringify({ type: 'connection_init', payload: keyOf() }));
    if (known !== undefined) await once(known, 'message');
    const closed = Promise.all(sockets.map((socket) => once(socket, 'close')));

    await ending.close();

    expect((await closed).map(([code]) => code as number)).toEqual([1001, 1001]);
  });

  it('have no other address', async () => {
    const socket = new WebSocket(`${service.running.url.replace('http', 'ws')}/elsewhere`);
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('404');
  });
});
