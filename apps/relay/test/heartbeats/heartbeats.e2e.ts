import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RelayProcess } from '../relay-process.js';
import {
  alert,
  notification,
  spoolFolder,
  startRelay,
  until,
  type RunningRelay,
} from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

const HEARTBEATS = JSON.stringify([
  {
    name: 'Prometheus of shop',
    match: ['alertname="Watchdog"', 'cluster="shop"'],
    within_seconds: 1,
  },
]);

const BEAT = { alertname: 'Watchdog', cluster: 'shop' };

describe('a heartbeat', () => {
  let sink: Stub;
  let running: RunningRelay | undefined;
  let process: RelayProcess | undefined;

  beforeEach(async () => {
    sink = await stubServer();
  });

  afterEach(async () => {
    await running?.close();
    await process?.end('SIGKILL');
    await sink.close();
    running = undefined;
    process = undefined;
  });

  const env = () => ({ EVENTS_HEARTBEATS: HEARTBEATS, EVENTS_WEBHOOK_OUT_URL: sink.url });
  const told = () => sink.calls.map(({ json }) => json['data'] as Record<string, unknown>);
  const statuses = () => told().map(({ status }) => status);

  it('that stops is told once, and that it comes again, once', async () => {
    running = await startRelay(env());
    await running.alert(BEAT);

    await until(() => statuses().length === 1);
    await running.alert(BEAT);
    await until(() => statuses().length === 2);

    expect(told()[0]).toMatchObject({
      ...{ name: 'Prometheus of shop', status: 'firing', within_seconds: 1 },
    });
    expect(statuses().slice(0, 2)).toEqual(['firing', 'resolved']);
  });

  it('that never came is one that stopped', async () => {
    running = await startRelay(env());

    await until(() => statuses().length === 1);

    expect(statuses()).toEqual(['firing']);
  });

  it('is relayed to nobody itself, and others are no beats', async () => {
    running = await startRelay(env());

    await running.alert(BEAT);
    await running.alert({ alertname: 'Watchdog', cluster: 'other' });

    const ofAlerts = () => told().filter(({ labels }) => labels !== undefined);
    await until(() => ofAlerts().length === 1);
    expect(ofAlerts()).toMatchObject([{ labels: { cluster: 'other' } }]);
    expect(
      await running.metric('relay_events_dropped_total{source="alertmanager",reason="heartbeat"'),
    ).toBe(1);
  });

  it('that has stopped is not told again after kill -9', async () => {
    process = await RelayProcess.create({ ...env(), EVENTS_SPOOL_DIR: spoolFolder() });
    const { url } = process;
    await process.start();
    // What is not noted down yet would be delivered once more, as it should be.
    await until(async () => {
      const page = await (await fetch(`${url}/metrics`)).text();
      const isWaiting = /relay_deliveries_waiting\{[^}]*\} [1-9]/.test(page);
      return page.includes('outcome="delivered"') && !isWaiting;
    });

    await process.end('SIGKILL');
    await process.start();
    await fetch(`${process.url}/relay/alertmanager`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(notification([alert(BEAT)])),
    });
    await until(() => statuses().includes('resolved'));

    const resolved = statuses().indexOf('resolved');
    expect(statuses().slice(0, resolved)).toEqual(['firing']);
  });

  it.each([
    ['[{"name": "a"}]', 'EVENTS_HEARTBEATS'],
    ['[{"name": "a", "match": ["x"], "within_seconds": 5}]', 'EVENTS_HEARTBEATS'],
    ['[{"name": "a", "match": ["x=y"], "within_seconds": 0}]', 'EVENTS_HEARTBEATS'],
  ])('that is none is refused: %s', async (text, name) => {
    await expect(startRelay({ EVENTS_HEARTBEATS: text })).rejects.toThrow(name);
  });
});
