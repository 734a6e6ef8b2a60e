import { afterEach, describe, expect, it } from '@jest/globals';
import { CHANNEL_STUBS, stubOptions } from '../channel-stubs.js';
import { startRelay, until, type RunningRelay } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

let running: RunningRelay;
let stub: Stub;

afterEach(async () => {
  await running.close();
  await stub.close();
});

/** A relay with one channel, whose stub checks what it is sent. */
async function withChannel(name: string, more: Readonly<Record<string, string>> = {}) {
  stub = await stubServer((call) => CHANNEL_STUBS[name]?.(call) ?? {});
  const options = Object.entries({ ...stubOptions(stub.url)[name], ...more });
  running = await startRelay({
    EVENTS_HTTP_JSON_URL: '/relay/json',
    ...Object.fromEntries(
      options.map(([option, value]) => [`EVENTS_${name.toUpperCase()}_OUT_${option}`, value]),
    ),
  });
}

const outcomes = async (sink: string) => {
  const of = (outcome: string) =>
    running.metric(`relay_deliveries_total{sink="${sink}",outcome="${outcome}"`);
  const { queues } = await running.status();
  return {
    delivered: await of('delivered'),
    dead: await of('dead'),
    retried: await of('retried'),
    waiting: queues.reduce((sum, { waiting }) => sum + waiting, 0),
  };
};

const SIX = [1, 2, 3, 4, 5, 6];
const good = () => running.alert({ alertname: 'Good', severity: 'critical' });

describe('six alerts of which no message can be made', () => {
  const BROKEN = '{{ if eq .data.labels.alertname "Good" }}{"a": "b"}{{ else }}no JSON{{ end }}';

  it.each([
    ['datadog', { ATTRIBUTES_SELECTOR: BROKEN }],
    ['newrelic', { ATTRIBUTES_SELECTOR: BROKEN }],
    ['grafana', { ATTRIBUTES_SELECTOR: BROKEN }],
    ['gitlab', { VARIABLES: BROKEN }],
  ])('are dead letters of %s at once, and hold up no other', async (name, more) => {
    await withChannel(name, more);

    for (const number of SIX) await running.alert({ alertname: `Bad${number}` });
    await good();
    await until(async () => (await outcomes(name)).delivered === 1);

    expect(await outcomes(name)).toEqual({ delivered: 1, dead: 6, retried: 0, waiting: 0 });
    const letters = await (await running.admin('/relay/dead-letters')).text();
    expect(letters).toMatch(/"reason":"The message cannot be composed: Unexpected token[^"]*/);
  });

  it('are dead letters of a webhook whose header cannot hold their id', async () => {
    stub = await stubServer();
    running = await startRelay({
      EVENTS_WEBHOOK_OUT_URL: stub.url,
      EVENTS_HTTP_JSON_URL: '/relay/json',
      EVENTS_HTTP_JSON_TEMPLATE: '{"id": {{ toJSON .body.id }}}',
    });

    for (const number of SIX) await running.post('/relay/json', { id: `№ ${number}` });
    await running.post('/relay/json', { id: 'good' });
    await until(async () => (await outcomes('webhook')).delivered === 1);

    expect(await outcomes('webhook')).toEqual({ delivered: 1, dead: 6, retried: 0, waiting: 0 });
  });
});

describe('an alert that begins in a leap second', () => {
  it.each(['servicenow', 'pagerduty', 'datadog', 'newrelic', 'grafana'])(
    'goes to %s as one of the second after it',
    async (name) => {
      await withChannel(name);

      await running.alert({ alertname: 'Leap' }, { startsAt: '2026-12-31T23:59:60.25Z' });
      await until(async () => (await outcomes(name)).delivered === 1);

      const sent = stub.calls.map(({ body }) => body.toString()).join('');
      expect(sent).toMatch(/2027-01-01[T ]00:00:00|1798761600/);
    },
  );
});
