import { afterEach, describe, expect, it } from '@jest/globals';
import { CHANNEL_STUBS, stubOptions } from '../channel-stubs.js';
import {
  alert,
  notification,
  startRelay,
  until,
  WITH_HISTORY,
  type RunningRelay,
} from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

let running: RunningRelay;
let stub: Stub;
let hook: Stub;

afterEach(async () => {
  await running.close();
  await Promise.all([stub.close(), hook.close()]);
});

/** A relay that takes groups, with a channel for incidents and a webhook. */
async function withPager(name: string, more: Readonly<Record<string, string>> = {}) {
  stub = await stubServer((call) => CHANNEL_STUBS[name]?.(call) ?? {});
  hook = await stubServer();
  const options = Object.entries(stubOptions(stub.url)[name] ?? {});
  const prefix = `EVENTS_${name.toUpperCase()}_OUT_`;
  running = await startRelay({
    EVENTS_HTTP_ALERTMANAGER_MODE: 'group',
    EVENTS_WEBHOOK_OUT_URL: hook.url,
    ...Object.fromEntries(options.map(([option, value]) => [prefix + option, value])),
    ...more,
  });
}

const DISKS = ['db-1', 'db-2'].map((instance) => ({ alertname: 'DiskFull', instance }));

const group = (status: string, labels: readonly Record<string, string>[] = DISKS) => ({
  ...notification(labels.map((each) => alert(each, { status }))),
  status,
  commonLabels: { alertname: 'DiskFull', severity: 'critical' },
});

const delivered = (sink: string, outcome = 'delivered') =>
  running.metric(`relay_deliveries_total{sink="${sink}",outcome="${outcome}"`);

/** What tells incidents apart, as each vendor names it, and how it says that one is over. */
const PAGERS = [
  ['pagerduty', /"dedup_key":"(\w+)"/, /"event_action":"resolve"/],
  ['jsm', /"alias":"(\w+)"|\/v2\/alerts\/(\w+)\/close/, /\/close/],
  ['servicenow', /"message_key":"(\w+)"/, /"resolution_state":"Closing"/],
] as const;

const fingerprints = DISKS.map((labels) => (alert(labels) as { fingerprint: string }).fingerprint);

describe.each(PAGERS)('a group of alerts, to %s', (name, incident, over) => {
  const calls = () => stub.calls.map(({ path, body }) => path + body.toString());
  const incidents = (texts: readonly string[]) =>
    texts.map((text) => incident.exec(text)?.slice(1).join(''));

  it('opens an incident for each alert and closes it, while others get the group', async () => {
    await withPager(name);

    await running.post('/relay/alertmanager', group('firing'));
    await until(async () => (await delivered(name)) === 2);
    await running.post('/relay/alertmanager', group('resolved'));
    await until(async () => (await delivered(name)) === 4);
    await until(() => hook.calls.length === 2);

    const opened = calls().filter((text) => !over.test(text));
    const closed = calls().filter((text) => over.test(text));
    expect(incidents(opened).toSorted()).toEqual(fingerprints.toSorted());
    expect(incidents(closed).toSorted()).toEqual(fingerprints.toSorted());
    expect(hook.calls.map(({ json }) => json['type'])).toEqual([
      'AlertmanagerGroupEvent',
      'AlertmanagerGroupEvent',
    ]);
    expect([await delivered(name, 'split'), await delivered(name, 'blank')]).toEqual([2, 0]);
  });

  it('does so with a message of its own, too, which sees one alert', async () => {
    const message = 'full: {{ .data.labels.instance }}';
    await withPager(name, { [`EVENTS_${name.toUpperCase()}_OUT_MESSAGE`]: message });

    await running.post('/relay/alertmanager', group('firing'));
    await until(async () => (await delivered(name)) === 2);

    expect(incidents(calls()).toSorted()).toEqual(fingerprints.toSorted());
    expect(calls().filter((text) => /full: db-[12]/.test(text))).toHaveLength(2);
  });

  it('is said in the log at the start', async () => {
    await withPager(name);

    expect(running.logs).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        msg: 'alertmanager.groups_split',
        channels: [name],
      }),
    );
  });
});

describe('a group of alerts', () => {
  it('goes where routes and selectors send the group', async () => {
    await withPager('pagerduty', {
      EVENTS_ROUTES: JSON.stringify([{ match: ['severity="critical"'], sinks: ['pagerduty'] }]),
      EVENTS_PAGERDUTY_OUT_SELECTOR:
        '{{ if eq .data.status "firing" }}R{{ .data.alerts | len }}{{ end }}',
    });

    await running.post('/relay/alertmanager', group('firing'));
    await until(async () => (await delivered('pagerduty', 'dead')) === 2);

    // No key has two characters: the stub refuses it, and both alerts went there.
    const keys = stub.calls.map(({ json }) => json['routing_key']);
    expect(keys).toEqual(['R2', 'R2']);
    expect(hook.calls).toEqual([]);
    expect((await running.status()).dead_letters).toBe(2);
  });

  it('is in the history, and so is each of its alerts', async () => {
    await withPager('pagerduty', WITH_HISTORY);
    await running.post('/relay/alertmanager', group('firing'));
    await until(async () => (await delivered('pagerduty')) === 2);

    const read = async () => {
      const answer = await running.admin('/relay/history?type=AlertmanagerEvent');
      return ((await answer.json()) as { events: { id: string }[] }).events;
    };
    await until(async () => (await read()).length === 2);

    const [first] = await read();
    await until(async () => {
      const text = await (await running.admin(`/relay/history/${first?.id ?? ''}`)).text();
      return text.includes('"outcome":"delivered"');
    });
  });

  it('is nothing to warn of where no channel needs single alerts', async () => {
    await withPager('discord');

    expect(JSON.stringify(running.logs)).not.toContain('groups_split');
  });
});
