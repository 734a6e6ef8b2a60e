import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  alert,
  notification,
  startRelay,
  STARTS_AT,
  until,
  type RunningRelay,
} from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

let running: RunningRelay;
let sink: Stub;

beforeAll(async () => {
  sink = await stubServer();
  running = await startRelay({
    EVENTS_WEBHOOK_OUT_URL: sink.url,
    EVENTS_HTTP_JSON_URL: '/relay/json,/builds',
    EVENTS_HTTP_K8S_URL: '/relay/k8s,/other/k8s',
    EVENTS_HTTP_JSON_TEMPLATE:
      '{{ if .body.id }}{"type": "BuildEvent", "key": {{ toJSON .body.id }}, "data": {{ toJSON .body }}}{{ end }}',
  });
});

afterAll(async () => {
  await running.close();
  await sink.close();
});

/** What the webhook got of an event, found by a text in it. */
async function delivered(mark: string): Promise<Readonly<Record<string, unknown>>> {
  await until(() => sink.calls.some(({ body }) => body.includes(mark)));
  return sink.calls.find(({ body }) => body.includes(mark))?.json ?? {};
}

const errorCode = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code;

describe('the Alertmanager endpoint', () => {
  it('answers {Message: "OK"} and gives templates the alert alone, with its own time', async () => {
    const response = await running.alert({ alertname: 'Alpha', instance: 'web-1' });

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ Message: 'OK' });
    expect(await delivered('Alpha')).toEqual({
      time: STARTS_AT,
      channel: 'relay/alertmanager',
      type: 'AlertmanagerEvent',
      via: null,
      data: {
        status: 'firing',
        labels: { alertname: 'Alpha', instance: 'web-1' },
        annotations: {},
        startsAt: STARTS_AT,
        endsAt: '0001-01-01T00:00:00Z',
        generatorURL: '',
        fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
      },
    });
  });

  it('makes one event of each alert', async () => {
    const alerts = [alert({ alertname: 'Multi1' }), alert({ alertname: 'Multi2' })];

    await running.post('/relay/alertmanager', notification(alerts));

    await delivered('Multi1');
    await delivered('Multi2');
  });

  it('keeps quotes, line ends, emoji and HTML in labels', async () => {
    const odd = `"q" \n \\ 🔥 <b>&amp;</b> \u2028 {{ .x }}`;

    await running.alert({ alertname: 'Odd', odd });

    expect(await delivered('"Odd"')).toMatchObject({ data: { labels: { odd } } });
  });

  it('takes a notification without alerts', async () => {
    const response = await running.post('/relay/alertmanager', notification([]));

    expect(await response.json()).toEqual({ Message: 'OK' });
  });

  it.each([
    ['malformed JSON', '{"alerts": [', 400, 'malformed_json'],
    ['an empty body', '', 400, 'empty_body'],
    ['a list', '[]', 400, 'invalid_payload'],
    ['no alerts', '{}', 400, 'invalid_payload'],
    ['an alert that is no object', '{"alerts":[3]}', 400, 'invalid_payload'],
    ['an unknown status', notification([alert({}, { status: 'open' })]), 400, 'invalid_payload'],
    ['no time', notification([alert({}, { startsAt: 'today' })]), 400, 'invalid_payload'],
    [
      'a day that is in no calendar',
      notification([alert({}, { startsAt: '2026-02-31T00:00:00Z' })]),
      400,
      'invalid_payload',
    ],
    ['a label that is a number', notification([alert({ a: 3 as never })]), 400, 'invalid_payload'],
  ])('refuses %s and stores nothing', async (_name, body, status, code) => {
    const before = await running.metric('relay_events_accepted_total{source="alertmanager"');

    const response = await running.post('/relay/alertmanager', body);

    expect(response.status).toBe(status);
    expect(await errorCode(response)).toBe(code);
    expect(await running.metric('relay_events_accepted_total{source="alertmanager"')).toBe(before);
  });

  it('refuses other content types', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
    ]) {
      const response = await running.post('/relay/alertmanager', '{}', { 'content-type': type });

      expect(response.status).toBe(415);
    }
  });

  it('refuses bytes that are not UTF-8', async () => {
    const response = await fetch(`${running.url}/relay/alertmanager`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from([0x22, 0xff, 0x22]),
    });

    expect(response.status).toBe(400);
    expect(await errorCode(response)).toBe('invalid_encoding');
  });

  it('takes 10 MB, and answers 413 above 16 MiB', async () => {
    const big = (bytes: number) =>
      notification([alert({ alertname: 'Big' }, { annotations: { text: 'x'.repeat(bytes) } })]);

    const large = await running.post('/relay/alertmanager', big(10_000_000));
    const tooLarge = await running.post('/relay/alertmanager', big(17 * 1024 * 1024));

    expect(large.status).toBe(200);
    expect(tooLarge.status).toBe(413);
  });

  it('answers other methods as such, and other paths as unknown', async () => {
    const get = await fetch(`${running.url}/relay/alertmanager`);
    const elsewhere = await running.post('/relay/nowhere', {});

    expect([get.status, elsewhere.status]).toEqual([405, 404]);
  });

  it('takes every form of time that Alertmanager sends', async () => {
    const times = [
      '2026-11-21T07:03:23Z',
      '2026-11-21T07:03:23.537Z',
      '2026-11-21T07:03:23.53797735Z',
      '2026-11-21T07:03:23.537977+02:00',
    ];

    const answers = await Promise.all(
      times.map((startsAt) => running.alert({ alertname: 'Times' }, { startsAt })),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('gives an alert without a fingerprint one of its own', async () => {
    await running.alert({ alertname: 'Anonymous' }, { fingerprint: '' });

    expect(await delivered('Anonymous')).toMatchObject({
      data: { fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) },
    });
  });
});

describe('Alertmanager, an event for each notification', () => {
  it('gives templates the whole payload', async () => {
    const grouped = await startRelay({
      EVENTS_WEBHOOK_OUT_URL: sink.url,
      EVENTS_HTTP_ALERTMANAGER_MODE: 'group',
    });
    const payload = {
      ...notification([alert({ alertname: 'G1' }), alert({ alertname: 'G2' })]),
      groupLabels: { alertname: 'Grouped' },
      commonLabels: { severity: 'high' },
      truncatedAlerts: 3,
    };

    await grouped.post('/relay/alertmanager', payload);
    const event = await delivered('AlertmanagerGroupEvent');
    await grouped.close();

    expect(event).toMatchObject({ type: 'AlertmanagerGroupEvent', data: payload });
  });
});
