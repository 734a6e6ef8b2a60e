import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { RelayProcess } from './relay-process.js';
import { review, spoolFolder, startRelay, until, type RunningRelay } from './running-relay.js';
import { stubServer, type Stub } from './stub-server.js';

const REQUESTS = 'http_request_duration_seconds_count';
const TOKEN = 'input-token-of-tests';

const of = (name: string): object =>
  review({ uid: `uid-${name}`, name, object: { kind: 'Pod', metadata: { name } } });

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}/relay/k8s`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

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
    const own = await post(url, of('own'), { authorization });
    const shared = await post(relay.url, of('shared'), { authorization });
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
    const asked = spawnSync(process.execPath, [...words, JSON.stringify(of('alone'))], {
      timeout: 60_000,
    });

    expect(asked.stdout.toString().trim()).toBe('200');
  });

  it.each([
    ['no token', () => post(url, of('x')), 401, 'unauthorized'],
    ['no JSON', () => post(url, '{', { authorization }), 400, 'malformed_json'],
    ['no body', () => post(url, '', { authorization }), 400, 'empty_body'],
    ['no uid', () => post(url, { request: {} }, { authorization }), 400, 'invalid_payload'],
    [
      'another type',
      () => post(url, of('x'), { authorization, 'content-type': 'text/plain' }),
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
});

describe('reviews that were answered by a thread of their own', () => {
  let relay: RelayProcess | undefined;
  let sink: Stub;

  afterEach(async () => {
    await relay?.end('SIGKILL');
    await sink.close();
  });

  const address = (): string => {
    const lines =
      relay?.output.split('\n').filter((line) => line.includes('reviews.started')) ?? [];
    const { port } = JSON.parse(lines.at(-1) ?? '{}') as { port?: number };
    return `http://127.0.0.1:${port ?? 0}`;
  };

  const env = (folder: string, url: string) => ({
    EVENTS_SPOOL_DIR: folder,
    EVENTS_WEBHOOK_OUT_URL: url,
    EVENTS_WEBHOOK_OUT_MESSAGE: '{{ .data.location }}',
    EVENTS_RETRY_MAX_SECONDS: '1',
  });

  const waitingIn = (folder: string): unknown => {
    const database = new DatabaseSync(join(folder, 'reviews', 'spool.sqlite'));
    const row = database.prepare('SELECT count(*) AS n FROM events').get();
    database.close();
    return row?.['n'];
  };

  /** Sends reviews one after the other until told to stop; those that were answered are promised. */
  function sending(name: string) {
    const answered: string[] = [];
    const state = { isOver: false };
    const work = (async () => {
      for (let number = 0; !state.isOver; number += 1) {
        const pod = `${name}-${number}`;
        const answer = await post(address(), of(pod)).catch(() => undefined);
        if (answer?.ok === true) answered.push(`shop.${pod}`);
        else await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    const stop = () => {
      state.isOver = true;
      return work;
    };
    return { answered, stop };
  }

  const received = () => new Set(sink.calls.map(({ body }) => body.toString()));

  it('are not lost by kill -9, nor when the next start has no such thread', async () => {
    sink = await stubServer();
    const folder = spoolFolder();
    const given = env(folder, sink.url);
    relay = await RelayProcess.create({ ...given, EVENTS_HTTP_K8S_LISTEN: '127.0.0.1:0' });
    await relay.start();
    const senders = ['a', 'b', 'c', 'd'].map(sending);
    const count = () => senders.reduce((sum, { answered }) => sum + answered.length, 0);
    for (const kill of [1, 2]) {
      const before = count();
      await until(() => count() >= before + 40 * kill, 120_000);
      await relay.end('SIGKILL');
      await relay.start();
    }
    await until(() => count() >= 200, 120_000);
    await relay.end('SIGKILL');
    await Promise.all(senders.map(({ stop }) => stop()));

    relay = await RelayProcess.create(given);
    await relay.start();
    const promised = senders.flatMap(({ answered }) => answered);
    await until(() => promised.every((pod) => received().has(pod)), 120_000);

    expect(promised.filter((pod) => !received().has(pod))).toEqual([]);
    expect(await relay.end('SIGTERM')).toBe(0);
    expect(waitingIn(folder)).toBe(0);
  }, 300_000);

  it('are in the spool of all when SIGTERM has ended it, and requests meanwhile are answered', async () => {
    sink = await stubServer();
    const folder = spoolFolder();
    relay = await RelayProcess.create({
      ...env(folder, sink.url),
      EVENTS_HTTP_K8S_LISTEN: '127.0.0.1:0',
    });
    await relay.start();
    const sender = sending('last');
    await until(() => sender.answered.length >= 20);

    const code = await relay.end('SIGTERM');
    await sender.stop();

    expect([code, waitingIn(folder)]).toEqual([0, 0]);
    await relay.start();
    await until(() => sender.answered.every((pod) => received().has(pod)));
  }, 120_000);
});
