import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ADMIN_TOKEN,
  alert,
  notification,
  review,
  spoolFolder,
  startRelay,
  until,
  WITH_HISTORY,
  type RunningRelay,
} from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

interface Found {
  readonly events: readonly {
    readonly id: string;
    readonly subject: string;
    readonly labels: Record<string, string>;
  }[];
  readonly next_before: number | null;
}

let sink: Stub;
let relay: RunningRelay;

beforeAll(async () => {
  sink = await stubServer(({ json }) => {
    const { labels } = (json['data'] ?? {}) as { labels?: Record<string, string> };
    return { status: labels?.['alertname'] === 'Refused' ? 400 : 200 };
  });
  relay = await startRelay({ ...WITH_HISTORY, EVENTS_WEBHOOK_OUT_URL: `${sink.url}/hook` });
  await relay.alert({ alertname: 'DiskFull', severity: 'critical', namespace: 'shop' });
  await relay.alert({ alertname: 'Slow', severity: 'warning', text: 'a "quoted" word' });
  await relay.alert({ alertname: 'Refused', severity: 'critical' });
  await relay.post('/relay/k8s', review());
  await until(() => sink.calls.length >= 4);
});

afterAll(async () => {
  await relay.close();
  await sink.close();
});

const ask = async (path: string) => (await relay.admin(path)).json();
const search = async (query = '') => (await ask(`/relay/history?${query}`)) as Found;
const names = async (query: string) =>
  (await search(query)).events.map(({ labels }) => labels['alertname'] ?? labels['kind']);

describe('the history', () => {
  it('has the events, newest first, page by page', async () => {
    const first = await search('limit=3');
    const rest = await search(`limit=3&before=${first.next_before}`);

    expect(first.events.map(({ labels }) => labels['alertname'] ?? labels['kind'])).toEqual([
      'Pod',
      'Refused',
      'Slow',
    ]);
    expect(rest.events).toMatchObject([{ labels: { alertname: 'DiskFull' } }]);
    expect(rest.next_before).toBeNull();
  });

  it.each([
    ['label=severity%3Dcritical', ['Refused', 'DiskFull']],
    ['label=severity%3Dcritical&label=namespace%3Dshop', ['DiskFull']],
    ['label=severity!%3Dcritical&source=alertmanager', ['Slow']],
    ['kind=Pod', ['Pod']],
    ['namespace=shop', ['Pod', 'DiskFull']],
    ['type=K8sEvent', ['Pod']],
    ['text=DISKFULL', ['DiskFull']],
    ['text=a+%22QUOTED%22', ['Slow']],
    ['text=nowhere', []],
    ['from=2001-01-01T00:00:00Z&to=2002-01-01T00:00:00Z', []],
  ])('is searched by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it.each(['label=severity', 'limit=0', 'limit=501', 'from=yesterday', 'text=', 'other=1'])(
    'refuses %s with a sentence',
    async (query) => {
      const answer = await relay.admin(`/relay/history?${query}`);

      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: { message: expect.stringContaining(query.split('=')[0] ?? '') },
      });
    },
  );

  it('tells what became of an event at each target', async () => {
    const [refused] = (await search('text=Refused')).events;
    const [sent] = (await search('text=DiskFull')).events;
    const deliveries = async (id = '') =>
      ((await ask(`/relay/history/${id}`)) as { deliveries: readonly object[] }).deliveries;

    expect(await deliveries(refused?.id)).toMatchObject([
      { sink: 'webhook', outcome: 'dead', reason: expect.stringContaining('400') },
    ]);
    expect(await deliveries(sent?.id)).toMatchObject([{ sink: 'webhook', outcome: 'delivered' }]);
    expect((await relay.admin('/relay/history/nosuch')).status).toBe(404);
  });

  it('is exported as lines of JSON', async () => {
    const answer = await relay.admin('/relay/history/export?source=alertmanager');
    const lines = (await answer.text()).trimEnd().split('\n');

    expect(answer.headers.get('content-type')).toMatch('application/x-ndjson');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { subject: 'Refused', labels: { severity: 'critical' } },
      { labels: { alertname: 'Slow' } },
      { labels: { alertname: 'DiskFull' }, data: { status: 'firing' } },
    ]);
  });

  it.each(['/relay/history', '/relay/history/export', '/relay/history/queues', '/relay/live'])(
    'is for administrators alone: %s',
    async (path) => {
      expect((await fetch(relay.url + path)).status).toBe(401);
    },
  );

  it('streams what happens as it happens', async () => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const stop = new AbortController();
    const answer = await fetch(`${relay.url}/relay/live`, { headers, signal: stop.signal });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader.read()).value ?? '';

    await relay.alert({ alertname: 'Now' });
    while (!text.includes('"delivered"')) text += (await reader.read()).value ?? '';
    stop.abort();

    expect(answer.headers.get('content-type')).toMatch('text/event-stream');
    expect(text).toMatch(/event: happening\ndata: {"what":"accepted".*"subject":"Now"/);
    expect(text).toMatch(/"what":"delivered".*"sink":"webhook"/);
  });
});

describe('the file of the history', () => {
  const env = (folder: string) => ({
    ...WITH_HISTORY,
    EVENTS_SPOOL_DIR: folder,
    EVENTS_WEBHOOK_OUT_URL: sink.url,
  });
  const file = (folder: string) => join(folder, 'history.sqlite');
  const count = async (of: RunningRelay) =>
    ((await (await of.admin('/relay/history')).json()) as Found).events.length;

  it('is there after a restart, for its owner alone', async () => {
    const folder = spoolFolder();
    const before = await startRelay(env(folder));
    await before.alert({ alertname: 'Kept' });
    await before.close();

    const after = await startRelay(env(folder));

    expect(await count(after)).toBe(1);
    expect(statSync(file(folder)).mode & 0o777).toBe(0o600);
    await after.close();
  });

  it('is begun anew when nobody can read it', async () => {
    const folder = spoolFolder();
    writeFileSync(file(folder), 'this is no database at all, and long enough to be looked at');

    const started = await startRelay(env(folder));
    await started.alert({ alertname: 'New' });

    expect(await count(started)).toBe(1);
    await started.close();
  });

  it('is not there when none is to be kept', async () => {
    const folder = spoolFolder();
    const started = await startRelay({ ...env(folder), EVENTS_HISTORY_DAYS: '0' });
    await started.alert({ alertname: 'Gone' });

    expect(await count(started)).toBe(0);
    expect(existsSync(file(folder))).toBe(false);
    await started.close();
  });

  it('gives way when the disk has too little room, and says what it did not keep', async () => {
    // More than any disk has: as when it were full.
    const started = await startRelay({
      ...env(spoolFolder()),
      EVENTS_SPOOL_RESERVE_BYTES: '0',
      EVENTS_HISTORY_LEAST_FREE_BYTES: String(Number.MAX_SAFE_INTEGER),
    });

    const answer = await started.post(
      '/relay/alertmanager',
      notification([alert({ alertname: 'A' }), alert({ alertname: 'B' })]),
    );

    expect(answer.status).toBe(200);
    await until(async () => (await started.metric('relay_history_dropped')) >= 2);
    expect(await count(started)).toBe(0);
    await started.close();
  });
});
