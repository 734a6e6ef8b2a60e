import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request as plainRequest } from 'node:http';
import { notification, startRelay, until, type RunningRelay } from '../running-relay.js';
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

describe('the JSON endpoint', () => {
  it('maps a body to an event by its template', async () => {
    const response = await running.post('/builds', { id: 'build-7', state: 'failed' });

    expect(await response.json()).toEqual({ Message: 'OK' });
    expect(await delivered('build-7')).toMatchObject({
      type: 'BuildEvent',
      channel: 'builds',
      data: { id: 'build-7', state: 'failed' },
    });
  });

  it.each([
    ['fails on', '{{ index .body.parts 7 }}', 'error calling index'],
    ['makes no event of', 'no JSON', 'gave no JSON object'],
    ['gives odd labels to', '{"labels": {"a": 1}}', 'labels.a must be a string'],
  ])('keeps a body that the template %s as a dead letter', async (_what, template, reason) => {
    const broken = await startRelay({
      EVENTS_HTTP_JSON_URL: '/builds',
      EVENTS_HTTP_JSON_TEMPLATE: template,
    });

    const response = await broken.post('/builds', { parts: [1] });
    await until(async () => (await broken.status()).dead_letters === 1);
    const letters = await (await broken.admin('/relay/dead-letters')).text();
    await broken.close();

    expect([response.status, await response.json()]).toEqual([200, { Message: 'OK' }]);
    expect(JSON.parse(letters)).toMatchObject({
      dead_letters: [
        {
          sink: 'routing',
          reason: expect.stringContaining(reason),
          event: { data: { parts: [1] } },
        },
      ],
    });
  });

  it('acknowledges what the template leaves blank', async () => {
    const response = await running.post('/relay/json', { state: 'unimportant' });

    expect(response.status).toBe(200);
    expect(await running.metric('relay_events_dropped_total{source="json",reason="blank"')).toBe(1);
  });
});

describe('callers', () => {
  it.each([
    ['bearer', { EVENTS_HTTP_BEARER_TOKEN: 'right' }, 'Bearer right', 'Bearer wrong'],
    [
      'basic',
      { EVENTS_HTTP_BASIC_USER: 'am', EVENTS_HTTP_BASIC_PASSWORD: 'right' },
      `Basic ${Buffer.from('am:right').toString('base64')}`,
      `Basic ${Buffer.from('am:wrong').toString('base64')}`,
    ],
  ])('need %s credentials when they are configured', async (_name, env, good, bad) => {
    const guarded = await startRelay(env);
    const status = async (headers: Record<string, string>) =>
      (await guarded.post('/relay/alertmanager', notification([]), headers)).status;

    const statuses = [
      await status({ authorization: good }),
      await status({ authorization: bad }),
      await status({}),
    ];
    await guarded.close();

    expect(statuses).toEqual([200, 401, 401]);
  });

  it('are answered while the connection of another one is cut off in the middle', async () => {
    const { port } = new URL(running.url);
    const cut = plainRequest({ port, method: 'POST', path: '/relay/alertmanager' });
    cut.on('error', () => undefined);
    cut.setHeader('content-type', 'application/json');
    cut.setHeader('content-length', '1000');
    cut.write('{"alerts":');
    cut.destroy();

    expect((await running.alert({ alertname: 'AfterCut' })).status).toBe(200);
  });
});
