import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { alert, notification, startRelay, until, type RunningRelay } from './running-relay.js';
import { stubServer, type Answer, type Call, type Stub } from './stub-server.js';

let api: Stub;
let running: RunningRelay;
let nextTs: number;

/** The Web API: business errors are 200 with ok false; a message has at most 40,000 characters. */
function webApi({ path, json, headers, body }: Call): Answer {
  if (path === '/upload') return body.length > 0 ? { body: 'OK' } : { status: 400 };
  if (headers['authorization'] !== 'Bearer xoxb-1') return refused('invalid_auth');
  if (((json['text'] ?? '') as string).length > 40_000) return refused('msg_too_long');
  if (path === '/files.getUploadURLExternal') {
    return { body: { ok: true, upload_url: `${api.url}/upload`, file_id: 'F1' } };
  }
  nextTs += 1;
  return {
    body: { ok: true, channel: 'C1', ts: path === '/chat.update' ? json['ts'] : `${nextTs}.1` },
  };
}

const refused = (error: string): Answer => ({ body: { ok: false, error } });

beforeEach(async () => {
  nextTs = 0;
  api = await stubServer(webApi);
});

afterEach(async () => {
  await running.close();
  await api.close();
});

const start = async (env: Record<string, string> = {}) => {
  running = await startRelay({
    EVENTS_TEAMCHAT_OUT_TOKEN: 'xoxb-1',
    EVENTS_TEAMCHAT_OUT_CHANNEL: 'alerts',
    EVENTS_TEAMCHAT_OUT_API_URL: api.url,
    EVENTS_TEAMCHAT_MESSAGE_TEMPLATE:
      '{{ .data.status }} {{ mrkdwnEscape .data.labels.alertname }}',
    ...env,
  });
};
const callsOf = () =>
  api.calls.map(({ path, json }) => [path, json['text'], json['ts'] ?? json['thread_ts']]);

describe('the team chat, with a token', () => {
  it('posts, and edits the message when the alert is resolved', async () => {
    await start();

    await running.alert({ alertname: 'A<B' });
    await running.alert({ alertname: 'A<B' }, { status: 'resolved' });
    await until(() => api.calls.length === 2);

    expect(callsOf()).toEqual([
      ['/chat.postMessage', 'firing A&lt;B', undefined],
      ['/chat.update', 'resolved A&lt;B', '1.1'],
    ]);
    expect(api.calls[1]?.json['channel']).toBe('C1');
  });

  it('still knows the message after a restart', async () => {
    await start();
    await running.alert({ alertname: 'Kept' });
    await until(async () => (await running.status()).queues.length === 0 && api.calls.length === 1);
    const { folder } = running;
    await running.close();

    await start({ EVENTS_SPOOL_DIR: folder });
    await running.alert({ alertname: 'Kept' }, { status: 'resolved' });
    await until(() => api.calls.length === 2);

    expect(callsOf()[1]).toEqual(['/chat.update', 'resolved Kept', '1.1']);
  });

  it('answers in the thread, or with a new message, if so configured', async () => {
    await start({ EVENTS_TEAMCHAT_OUT_RESOLVE: 'thread' });
    await running.alert({ alertname: 'T' });
    await running.alert({ alertname: 'T' }, { status: 'resolved' });
    await until(() => api.calls.length === 2);
    await running.close();
    await start({ EVENTS_TEAMCHAT_OUT_RESOLVE: 'new' });
    await running.alert({ alertname: 'N' });
    await running.alert({ alertname: 'N' }, { status: 'resolved' });
    await until(() => api.calls.length === 4);

    expect(callsOf()).toEqual([
      ['/chat.postMessage', 'firing T', undefined],
      ['/chat.postMessage', 'resolved T', '1.1'],
      ['/chat.postMessage', 'firing N', undefined],
      ['/chat.postMessage', 'resolved N', undefined],
    ]);
  });

  it('posts anew when the message cannot be edited any more', async () => {
    api.answer = (call) =>
      call.path === '/chat.update' ? refused('message_not_found') : webApi(call);
    await start();

    await running.alert({ alertname: 'Gone' });
    await running.alert({ alertname: 'Gone' }, { status: 'resolved' });
    await until(() => api.calls.length === 3);

    expect(callsOf()[2]).toEqual(['/chat.postMessage', 'resolved Gone', undefined]);
  });

  it.each(['invalid_auth', 'channel_not_found', 'is_archived'])(
    'takes ok:false %s for an end',
    async (error) => {
      api.answer = () => refused(error);
      await start();

      await running.alert({ alertname: 'Refused' });
      await until(async () => (await running.status()).dead_letters === 1);

      expect(await (await running.admin('/relay/dead-letters')).text()).toContain(error);
    },
  );

  it.each([
    [
      'ratelimited',
      { status: 429, headers: { 'retry-after': '1' }, body: { ok: false, error: 'ratelimited' } },
    ],
    ['internal_error', refused('internal_error')],
    ['a page of a proxy', { body: '<html>' }],
  ])('comes again after %s', async (_name, answer) => {
    api.answer = (call) => (api.calls.length === 1 ? answer : webApi(call));
    await start();

    await running.alert({ alertname: 'Again' });

    await until(() => api.calls.length === 2);
  });

  it('puts the rest of a long message into its thread', async () => {
    await start({ EVENTS_TEAMCHAT_MESSAGE_TEMPLATE: '{{ repeat 1000 "word " }}' });

    await running.alert({ alertname: 'Long' });
    await until(() => api.calls.length === 2);

    expect(api.calls.every(({ json }) => String(json['text']).length <= 4000)).toBe(true);
    expect(api.calls[1]?.json['thread_ts']).toBe('1.1');
  });

  it('sends the parts of a long message no faster than the channel takes them', async () => {
    let lastMs = Number.NEGATIVE_INFINITY;
    const taken: unknown[] = [];
    api.answer = (call) => {
      // One a second and channel, as Slack has it.
      if (call.atMs - lastMs < 900) {
        return { status: 429, headers: { 'retry-after': '1' }, body: { ok: false } };
      }
      lastMs = call.atMs;
      taken.push([call.json['text'], call.json['thread_ts']]);
      return webApi(call);
    };
    await start({
      EVENTS_TEAMCHAT_MESSAGE_TEMPLATE: `{{ repeat 390 "one two 3 " }}{{ repeat 390 "four five " }}end`,
    });

    await running.alert({ alertname: 'Long' });
    await until(async () => taken.length === 2 && (await running.status()).queues.length === 0);

    expect(String((taken[0] as string[])[0])).toMatch(/^one two 3 /);
    expect(taken[1]).toEqual([expect.stringMatching(/end$/), '1.1']);
    expect((await running.status()).dead_letters).toBe(0);
  });

  it('makes a dead letter of a message of which a part is refused', async () => {
    api.answer = (call) => (api.calls.length === 2 ? refused('is_archived') : webApi(call));
    await start({ EVENTS_TEAMCHAT_MESSAGE_TEMPLATE: '{{ repeat 1000 "word " }}' });

    await running.alert({ alertname: 'Long' });
    await until(async () => (await running.status()).dead_letters === 1);

    const page = await (await running.admin('/relay/dead-letters')).text();
    expect(page).toContain('part 2 of 2: is_archived');
  });

  it('does not overwrite the message of a group for one of its alerts', async () => {
    await start({
      EVENTS_ROUTES: JSON.stringify([
        { sinks: ['teamchat'], group_by: ['team'], group_wait_seconds: 1 },
      ]),
    });
    const [a, b] = [alert({ alertname: 'A', team: 'x' }), alert({ alertname: 'B', team: 'x' })];
    const resolved = (value: object) => ({ ...value, status: 'resolved' });

    await running.post('/relay/alertmanager', notification([a, b]));
    await until(() => api.calls.length === 1);
    await running.post('/relay/alertmanager', notification([resolved(a)]));
    await until(() => api.calls.length === 2);

    expect(callsOf()[1]).toEqual(['/chat.postMessage', 'resolved A', undefined]);
  });

  it('edits the message of a group when all of it is resolved', async () => {
    await start({
      EVENTS_ROUTES: JSON.stringify([
        { sinks: ['teamchat'], group_by: ['team'], group_wait_seconds: 1 },
      ]),
    });
    const both = [alert({ alertname: 'A', team: 'x' }), alert({ alertname: 'B', team: 'x' })];

    await running.post('/relay/alertmanager', notification(both));
    await until(() => api.calls.length === 1);
    const resolved = both.map((value) => ({ ...value, status: 'resolved' }));
    await running.post('/relay/alertmanager', notification(resolved));
    await until(() => api.calls.length === 2);

    expect(callsOf()[1]?.[0]).toBe('/chat.update');
    expect(callsOf()[1]?.[2]).toBe('1.1');
  });

  it('uploads pictures by the three steps that replaced files.upload', async () => {
    const grafana = await stubServer(({ path }) =>
      path.startsWith('/render/') ? { body: Buffer.from('89504e470d0a1a0a', 'hex') } : {},
    );
    await start({ EVENTS_DASHBOARD_URL: grafana.url });

    await running.alert(
      { alertname: 'Drawn' },
      { generatorURL: 'http://p/graph?g0.expr=up+%3D%3D+0' },
    );
    await until(() => api.calls.length === 4);
    await grafana.close();

    expect(api.calls.map(({ path }) => path)).toEqual([
      '/chat.postMessage',
      '/files.getUploadURLExternal',
      '/upload',
      '/files.completeUploadExternal',
    ]);
    expect(api.calls[1]?.body.toString()).toBe('filename=alert.png&length=8');
    expect(api.calls[3]?.json).toEqual({
      files: [{ id: 'F1', title: 'alert' }],
      channel_id: 'C1',
      thread_ts: '1.1',
    });
  });

  it("reads the older address's token and channels, and uses what replaced that method", async () => {
    await start({
      EVENTS_TEAMCHAT_OUT_TOKEN: '',
      EVENTS_TEAMCHAT_OUT_CHANNEL: '',
      EVENTS_TEAMCHAT_URL: `${api.url}/files.upload?token=xoxb-1&channels=old`,
    });

    await running.alert({ alertname: 'Old' });
    await until(() => api.calls.length === 1);

    expect(api.calls[0]).toMatchObject({ path: '/chat.postMessage', json: { channel: 'old' } });
  });

  it('posts to the channels that the selector names', async () => {
    await start({ EVENTS_TEAMCHAT_OUT_CHANNEL_SELECTOR: '{{ .data.labels.team }}-alerts\nall' });

    await running.alert({ alertname: 'Sel', team: 'db' });
    await until(() => api.calls.length === 2);

    expect(api.calls.map(({ json }) => json['channel']).sort()).toEqual(['all', 'db-alerts']);
  });
});

describe('the team chat, with an incoming webhook', () => {
  const startWebhook = () =>
    start({
      EVENTS_TEAMCHAT_OUT_TOKEN: '',
      EVENTS_TEAMCHAT_OUT_CHANNEL: '',
      EVENTS_TEAMCHAT_URL: `${api.url}/services/T0/B0/secret`,
    });

  it('posts the text', async () => {
    api.answer = () => ({ body: 'ok' });
    await startWebhook();

    await running.alert({ alertname: 'Hook' });
    await until(() => api.calls.length === 1);

    expect(api.calls[0]).toMatchObject({
      path: '/services/T0/B0/secret',
      json: { text: 'firing Hook' },
    });
  });

  it.each([
    [404, 'no_service'],
    [400, 'invalid_payload'],
    [410, 'channel_is_archived'],
  ])('takes %i %s for an end', async (status, body) => {
    api.answer = () => ({ status, body });
    await startWebhook();

    await running.alert({ alertname: 'Refused' });
    await until(async () => (await running.status()).dead_letters === 1);

    const page = await (await running.admin('/relay/dead-letters')).text();
    expect(page).toContain(body);
    expect(page + JSON.stringify(running.logs)).not.toContain('B0/secret');
  });
});
