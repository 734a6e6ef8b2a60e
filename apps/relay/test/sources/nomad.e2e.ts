import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RelayProcess } from '../relay-process.js';
import { spoolFolder, startRelay, until, type RunningRelay } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

/** As "Event Stream" of Nomad's API documentation shows one. */
const eventOf = (index: number, key: string) => ({
  Topic: 'Deployment',
  Type: 'DeploymentStatusUpdate',
  Key: key,
  Namespace: 'default',
  FilterKeys: ['8e7f3b2a'],
  Index: index,
  Payload: { Deployment: { ID: key, JobID: 'web', Status: 'failed' } },
});

let server: Server;
let url: string;
let asked: { url: URL; token: string | undefined }[];
let stream: ServerResponse | undefined;
let sink: Stub;
let running: RunningRelay | undefined;
let process: RelayProcess | undefined;

beforeEach(async () => {
  asked = [];
  stream = undefined;
  server = createServer((request, response) => {
    const token = request.headers['x-nomad-token'] as string | undefined;
    asked.push({ url: new URL(request.url ?? '', 'http://nomad'), token });
    response.writeHead(token === 'nt' ? 200 : 403).write('{}\n');
    if (token === 'nt') stream = response;
    else response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sink = await stubServer();
});

afterEach(async () => {
  await running?.close();
  await process?.end('SIGKILL');
  server.closeAllConnections();
  server.close();
  await sink.close();
  running = undefined;
  process = undefined;
});

const env = () => ({
  EVENTS_NOMAD_IN_ADDRESS: url,
  EVENTS_NOMAD_IN_TOKEN: 'nt',
  EVENTS_NOMAD_IN_TOPICS: 'Deployment,Job:web',
  EVENTS_WEBHOOK_OUT_URL: sink.url,
});

const tell = async (index: number, ...keys: readonly string[]) => {
  await until(() => stream?.writable === true);
  const events = keys.map((key) => eventOf(index, key));
  stream?.write(`${JSON.stringify({ Index: index, Events: events })}\n{}\n`);
};

const keys = () =>
  sink.calls.map(({ json }) => (json['data'] as { readonly Key: string }).Key).toSorted();

describe('the event stream of Nomad', () => {
  it('is relayed, as Nomad has its events', async () => {
    running = await startRelay(env());
    await tell(7, 'd1', 'd2');
    await until(() => sink.calls.length === 2);

    expect(asked[0]?.url.pathname).toBe('/v1/event/stream');
    expect(asked[0]?.url.searchParams.getAll('topic')).toEqual(['Deployment', 'Job:web']);
    expect(asked[0]?.url.searchParams.get('index')).toBe('0');
    expect(sink.calls[0]?.json).toMatchObject({
      type: 'NomadEvent',
      channel: 'nomad',
      data: { Topic: 'Deployment', Key: 'd1', Payload: { Deployment: { Status: 'failed' } } },
    });
  });

  it('goes on where it was, when the connection breaks and after kill -9', async () => {
    process = await RelayProcess.create({ ...env(), EVENTS_SPOOL_DIR: spoolFolder() });
    await process.start();
    await tell(7, 'd1');
    await until(() => sink.calls.length === 1);
    stream?.destroy();
    await until(() => asked.length === 2);
    await tell(9, 'd2');
    await until(() => sink.calls.length === 2);

    await process.end('SIGKILL');
    await process.start();
    await until(() => asked.length === 3);
    await tell(10, 'd3');
    await until(() => keys().includes('d3'));

    const indexes = asked.map((call) => call.url.searchParams.get('index'));
    expect(indexes).toEqual(['0', '8', '10']);
    expect(new Set(keys())).toEqual(new Set(['d1', 'd2', 'd3']));
  });

  it('goes on after a line that is nested too deep', async () => {
    running = await startRelay(env());
    await until(() => stream?.writable === true);
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const line = JSON.stringify({ Index: 8, Events: [eventOf(8, 'deep')] });
    stream?.write(`${line.replace('"failed"', deep)}\n`);
    await tell(9, 'd2');
    await until(() => keys().includes('d2'));

    expect(keys()).toEqual(['d2']);
    expect(asked).toHaveLength(1);
    const dropped = 'relay_events_dropped_total{source="nomad",reason="malformed"';
    expect(await running.metric(dropped)).toBe(1);
  });

  it('is asked for again and again when it is refused, and says why in the log', async () => {
    running = await startRelay({ ...env(), EVENTS_NOMAD_IN_TOKEN: 'wrong' });

    await until(() => asked.length >= 2);

    expect(sink.calls).toEqual([]);
  });
});
