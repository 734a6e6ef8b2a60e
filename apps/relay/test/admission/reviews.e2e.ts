import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RelayProcess } from '../relay-process.js';
import { podReview, postReview, reviewAddress } from '../review-sender.js';
import { review, spoolFolder, startRelay, until, type RunningRelay } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

const REQUESTS = 'http_request_duration_seconds_count';
const TOKEN = 'input-token-of-tests';
const statusOf = ({ status }: Response): number => status;

describe('the listener of admission reviews', () => {
  let relay: RunningRelay;
  let sink: Stub;
  let url: string;
  const authorization = `Bearer ${TOKEN}`;

  beforeAll(async () => {
    sink = await stubServer();
    relay = await startRelay({
      EVENTS_HTTP_K8S_LISTEN: '127.0.0.1:0',
      EVENTS_HTTP_BEARER_TOKEN: TOKEN,
      EVENTS_WEBHOOK_OUT_URL: sink.url,
      EVENTS_WEBHOOK_OUT_MESSAGE: '{{ .data.kind }} {{ .data.location }}',
    });
    const port = relay.logs.find(({ msg }) => msg === 'reviews.started')?.['port'];
    url = `http://127.0.0.1:${Number(port)}`;
  }, 60_000);

  afterAll(async () => {
    await relay.close();
    await sink.close();
  });

  it('answers as the first listener does, and what it took is relayed and counted', async () => {
    const own = await postReview(url, podReview('own'), { authorization });
    const shared = await postReview(relay.url, podReview('shared'), { authorization });
    await until(() => sink.calls.length === 2);
    const counted = async () => {
      const page = await (await fetch(`${relay.url}/metrics`)).text();
      const lines = page.split('\n').filter((line) => line.startsWith(REQUESTS));
      const found = lines.find((line) => line.includes('"/relay/k8s"'));
      const requests = Number(found?.split(' ').at(-1));
      return [await relay.metric('relay_events_accepted_total{source="k8s"'), requests];
    };
    await until(async () => (await counted()).every((count) => count === 2));

    const [first, second] = [await own.json(), await shared.json()] as const;
    expect(first).toMatchObject({ response: { uid: 'uid-own', allowed: true } });
    expect({ ...Object(first), response: 0 }).toEqual({ ...Object(second), response: 0 });
    const headers = ({ headers: all }: Response) =>
      [...all.keys()].filter((name) => !['date', 'connection', 'keep-alive'].includes(name));
    expect(headers(own).toSorted()).toEqual(headers(shared).toSorted());
    expect(sink.calls.map(({ body }) => body.toString()).toSorted()).toEqual([
      'Pod shop.own',
      'Pod shop.shared',
    ]);
  });

  it('answers while everything else of the relay stands still', () => {
    const program = `
      const answer = await fetch(process.argv[1], { method: 'POST', body: process.argv[2],
        headers: { 'content-type': 'application/json', authorization: ${JSON.stringify(authorization)} } });
      console.log(answer.status);`;
    const words = ['--input-type=module', '-e', program, `${url}/relay/k8s`];

    // Until that program ends, this thread does nothing, and the relay that runs in it neither.
    const asked = spawnSync(process.execPath, [...words, JSON.stringify(podReview('alone'))], {
      timeout: 60_000,
    });

    expect(asked.stdout.toString().trim()).toBe('200');
  });

  it.each([
    ['no token', () => postReview(url, podReview('x')), 401, 'unauthorized'],
    ['no JSON', () => postReview(url, '{', { authorization }), 400, 'malformed_json'],
    ['no body', () => postReview(url, '', { authorization }), 400, 'empty_body'],
    ['no uid', () => postReview(url, { request: {} }, { authorization }), 400, 'invalid_payload'],
    [
      'another type',
      () => postReview(url, podReview('x'), { authorization, 'content-type': 'text/plain' }),
      415,
      'unsupported_media_type',
    ],
    ['another method', () => fetch(`${url}/relay/k8s`), 405, 'method_not_allowed'],
    ['another path', () => fetch(`${url}/relay/status`), 404, 'not_found'],
  ] as const)('refuses %s', async (_what, ask, status, code) => {
    const answer = await ask();
    const body = (await answer.json()) as { error: { code: string; trace_id: string } };

    expect([answer.status, body.error.code]).toEqual([status, code]);
    expect(body.error.trace_id).toBe(answer.headers.get('x-trace-id'));
  });

  it('is part of readiness', async () => {
    const ready = await (await fetch(`${relay.url}/health/ready`)).json();

    expect(JSON.stringify(ready)).toContain('"reviews"');
  });

  it('tells those that are too many so, and serves the others', async () => {
    const limited = await startRelay({
      EVENTS_HTTP_K8S_LISTEN: '127.0.0.1:0',
      EVENTS_HTTP_K8S_MAX_CONNECTIONS: '2',
    });
    const port = Number(limited.logs.find(({ msg }) => msg === 'reviews.started')?.['port']);
    const address = `http://127.0.0.1:${port}`;
    const held = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    await Promise.all(held.map((socket) => once(socket, 'connect')));
    // They were counted before this one is: it is answered after them.
    const refused = await postReview(address, podReview('third'));

    for (const socket of held) socket.destroy();
    const isServed = async () => (await postReview(address, podReview('later'))).status === 200;
    await until(isServed);

    expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close']);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({
      error: { code: 'overloaded', message: expect.stringContaining('More than 2 connections') },
    });
    await limited.close();
  });
});

describe('a configuration that is read again', () => {
  it('reaches the listener of reviews: its paths, who may post, and what is blanked', async () => {
    const sink = await stubServer();
    const file = join(spoolFolder(), 'relay.yaml');
    const configure = (options: object) =>
      writeFileSync(
        file,
        JSON.stringify({
          options: {
            'webhook-out-url': sink.url,
            'webhook-out-message': '{{ toJSON .data.object.new }}',
            ...options,
          },
        }),
      );
    configure({ 'http-k8s-url': '/first' });
    const env = { EVENTS_SPOOL_DIR: spoolFolder(), EVENTS_HTTP_K8S_LISTEN: '127.0.0.1:0' };
    const relay = await RelayProcess.create(env, ['--config', file]);
    await relay.start();
    const [own, shared] = [reviewAddress(relay), relay.url];
    const container = { name: 'c', command: ['run-it'], env: [{ name: 'A', value: 'secret-a' }] };
    const body = (name: string) =>
      review({
        uid: name,
        name,
        object: { metadata: { name }, spec: { containers: [container] } },
      });
    const [authorization] = ['Bearer one'];
    const send = async (url: string, path: string, headers: Record<string, string> = {}) =>
      (await postReview(url, body('p'), headers, path)).status;

    const before = [await send(own, '/first'), await send(own, '/second')];
    await until(() => sink.calls.length === 1);
    configure({
      ...{ 'http-k8s-url': '/second', redact: false, 'redact-commands': false },
      'http-bearer-token': 'one',
    });
    relay.signal('SIGHUP');
    await until(async () => (await send(own, '/second', { authorization })) === 200);
    const after = [await send(own, '/second'), await send(own, '/first', { authorization })];
    // The other listeners have the paths of the start until the next one.
    const others = [
      await send(shared, '/first', { authorization }),
      await send(shared, '/second', { authorization }),
    ];
    await until(() => sink.calls.length >= 3);

    const [blanked = '', ...shown] = sink.calls.map((call) => call.body.toString());
    expect([before, after, others]).toEqual([
      [200, 404],
      [401, 404],
      [200, 404],
    ]);
    expect(blanked).not.toMatch(/run-it|secret-a/);
    for (const text of shown) expect(text).toMatch(/run-it.*secret-a|secret-a.*run-it/);
    await relay.end('SIGKILL');
    await sink.close();
  });

  it('is refused with a path that cannot be served, and reviews go on being answered', async () => {
    const file = join(spoolFolder(), 'relay.yaml');
    const configure = (path: string) =>
      writeFileSync(file, JSON.stringify({ options: { 'http-k8s-url': path } }));
    configure('/first');
    const env = { EVENTS_SPOOL_DIR: spoolFolder(), EVENTS_HTTP_K8S_LISTEN: '127.0.0.1:0' };
    const relay = await RelayProcess.create(env, ['--config', file]);
    await relay.start();
    const url = reviewAddress(relay);

    configure('/first(');
    relay.signal('SIGHUP');
    await until(() => /config\.reload(ed|_refused)/.test(relay.output));
    const answers: number[] = [];
    for (const name of ['a', 'b', 'c']) {
      answers.push(await postReview(url, podReview(name), {}, '/first').then(statusOf, () => 0));
    }

    expect(answers).toEqual([200, 200, 200]);
    expect(relay.output).toContain('config.reload_refused');
    await relay.end('SIGKILL');
  });
});

describe('the log', () => {
  it('has a line for each review that was answered in that thread', async () => {
    const env = { EVENTS_SPOOL_DIR: spoolFolder(), EVENTS_HTTP_K8S_LISTEN: '127.0.0.1:0' };
    const relay = await RelayProcess.create(env);
    await relay.start();

    const answer = await postReview(reviewAddress(relay), podReview('logged'));

    const traceId = answer.headers.get('x-trace-id') ?? 'none';
    await until(() => relay.output.includes(traceId));
    const line = relay.output.split('\n').find((text) => text.includes(traceId)) ?? '';
    expect(JSON.parse(line)).toMatchObject({ msg: 'request', path: '/relay/k8s', status: 200 });
    await relay.end('SIGKILL');
  });
});
