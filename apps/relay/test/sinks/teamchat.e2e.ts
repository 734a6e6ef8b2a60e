import { describe, expect, it } from '@jest/globals';
import { alert, notification, until } from '../running-relay.js';
import { stubServer } from '../stub-server.js';
import { teamchatDesk, webRefusal } from '../relay-desk.js';

const desk = teamchatDesk();

const callsOf = () =>
  desk.api.calls.map(({ path, json }) => [path, json['text'], json['ts'] ?? json['thread_ts']]);

describe('the team chat, with a token', () => {
  it('posts, and edits the message when the alert is resolved', async () => {
    await desk.start();

    await desk.running.alert({ alertname: 'A<B' });
    await desk.running.alert({ alertname: 'A<B' }, { status: 'resolved' });
    await until(() => desk.api.calls.length === 2);

    expect(callsOf()).toEqual([
      ['/chat.postMessage', 'firing A&lt;B', undefined],
      ['/chat.update', 'resolved A&lt;B', '1.1'],
    ]);
    expect(desk.api.calls[1]?.json['channel']).toBe('C1');
  });

  it('still knows the message after a restart', async () => {
    await desk.start();
    await desk.running.alert({ alertname: 'Kept' });
    await until(
      async () => (await desk.running.status()).queues.length === 0 && desk.api.calls.length === 1,
    );
    const { folder } = desk.running;
    await desk.running.close();

    await desk.start({ EVENTS_SPOOL_DIR: folder });
    await desk.running.alert({ alertname: 'Kept' }, { status: 'resolved' });
    await until(() => desk.api.calls.length === 2);

    expect(callsOf()[1]).toEqual(['/chat.update', 'resolved Kept', '1.1']);
  });

  it('answers in the thread, or with a new message, if so configured', async () => {
    await desk.start({ EVENTS_TEAMCHAT_OUT_RESOLVE: 'thread' });
    await desk.running.alert({ alertname: 'T' });
    await desk.running.alert({ alertname: 'T' }, { status: 'resolved' });
    await until(() => desk.api.calls.length === 2);
    await desk.running.close();
    await desk.start({ EVENTS_TEAMCHAT_OUT_RESOLVE: 'new' });
    await desk.running.alert({ alertname: 'N' });
    await desk.running.alert({ alertname: 'N' }, { status: 'resolved' });
    await until(() => desk.api.calls.length === 4);

    expect(callsOf()).toEqual([
      ['/chat.postMessage', 'firing T', undefined],
      ['/chat.postMessage', 'resolved T', '1.1'],
      ['/chat.postMessage', 'firing N', undefined],
      ['/chat.postMessage', 'resolved N', undefined],
    ]);
  });

  it('posts anew when the message cannot be edited any more', async () => {
    desk.api.answer = (call) =>
      call.path === '/chat.update' ? webRefusal('message_not_found') : desk.usual(call);
    await desk.start();

    await desk.running.alert({ alertname: 'Gone' });
    await desk.running.alert({ alertname: 'Gone' }, { status: 'resolved' });
    await until(() => desk.api.calls.length === 3);

    expect(callsOf()[2]).toEqual(['/chat.postMessage', 'resolved Gone', undefined]);
  });

  it.each(['invalid_auth', 'channel_not_found', 'is_archived'])(
    'takes ok:false %s for an end',
    async (error) => {
      desk.api.answer = () => webRefusal(error);
      await desk.start();

      await desk.running.alert({ alertname: 'Refused' });
      await until(async () => (await desk.running.status()).dead_letters === 1);

      expect(await (await desk.running.admin('/relay/dead-letters')).text()).toContain(error);
    },
  );

  it.each([
    [
      'ratelimited',
      { status: 429, headers: { 'retry-after': '1' }, body: { ok: false, error: 'ratelimited' } },
    ],
    ['internal_error', webRefusal('internal_error')],
    ['a page of a proxy', { body: '<html>' }],
  ])('comes again after %s', async (_name, answer) => {
    desk.api.answer = (call) => (desk.api.calls.length === 1 ? answer : desk.usual(call));
    await desk.start();

    await desk.running.alert({ alertname: 'Again' });

    await until(() => desk.api.calls.length === 2);
  });

  it('puts the rest of a long message into its thread', async () => {
    await desk.start({ EVENTS_TEAMCHAT_MESSAGE_TEMPLATE: '{{ repeat 1000 "word " }}' });

    await desk.running.alert({ alertname: 'Long' });
    await until(() => desk.api.calls.length === 2);

    expect(desk.api.calls.every(({ json }) => String(json['text']).length <= 4000)).toBe(true);
    expect(desk.api.calls[1]?.json['thread_ts']).toBe('1.1');
  });

  it('sends the parts of a long message no faster than the channel takes them', async () => {
    let lastMs = Number.NEGATIVE_INFINITY;
    const taken: unknown[] = [];
    desk.api.answer = (call) => {
      // One a second and channel, as Slack has it.
      if (call.atMs - lastMs < 900) {
        return { status: 429, headers: { 'retry-after': '1' }, body: { ok: false } };
      }
      lastMs = call.atMs;
      taken.push([call.json['text'], call.json['thread_ts']]);
      return desk.usual(call);
    };
    await desk.start({
      EVENTS_TEAMCHAT_MESSAGE_TEMPLATE: `{{ repeat 390 "one two 3 " }}{{ repeat 390 "four five " }}end`,
    });

    await desk.running.alert({ alertname: 'Long' });
    await until(
      async () => taken.length === 2 && (await desk.running.status()).queues.length === 0,
    );

    expect(String((taken[0] as string[])[0])).toMatch(/^one two 3 /);
    expect(taken[1]).toEqual([expect.stringMatching(/end$/), '1.1']);
    expect((await desk.running.status()).dead_letters).toBe(0);
  });

  it('makes a dead letter of a message of which a part is refused', async () => {
    desk.api.answer = (call) =>
      desk.api.calls.length === 2 ? webRefusal('is_archived') : desk.usual(call);
    await desk.start({ EVENTS_TEAMCHAT_MESSAGE_TEMPLATE: '{{ repeat 1000 "word " }}' });

    await desk.running.alert({ alertname: 'Long' });
    await until(async () => (await desk.running.status()).dead_letters === 1);

    const page = await (await desk.running.admin('/relay/dead-letters')).text();
    expect(page).toContain('part 2 of 2: is_archived');
  });

  it('does not overwrite the message of a group for one of its alerts', async () => {
    await desk.start({
      EVENTS_ROUTES: JSON.stringify([
        { sinks: ['teamchat'], group_by: ['team'], group_wait_seconds: 1 },
      ]),
    });
    const [a, b] = [alert({ alertname: 'A', team: 'x' }), alert({ alertname: 'B', team: 'x' })];
    const resolved = (value: object) => ({ ...value, status: 'resolved' });

    await desk.running.post('/relay/alertmanager', notification([a, b]));
    await until(() => desk.api.calls.length === 1);
    await desk.running.post('/relay/alertmanager', notification([resolved(a)]));
    await until(() => desk.api.calls.length === 2);

    expect(callsOf()[1]).toEqual(['/chat.postMessage', 'resolved A', undefined]);
  });

  it('edits the message of a group when all of it is resolved', async () => {
    await desk.start({
      EVENTS_ROUTES: JSON.stringify([
        { sinks: ['teamchat'], group_by: ['team'], group_wait_seconds: 1 },
      ]),
    });
    const both = [alert({ alertname: 'A', team: 'x' }), alert({ alertname: 'B', team: 'x' })];

    await desk.running.post('/relay/alertmanager', notification(both));
    await until(() => desk.api.calls.length === 1);
    const resolved = both.map((value) => ({ ...value, status: 'resolved' }));
    await desk.running.post('/relay/alertmanager', notification(resolved));
    await until(() => desk.api.calls.length === 2);

    expect(callsOf()[1]?.[0]).toBe('/chat.update');
    expect(callsOf()[1]?.[2]).toBe('1.1');
  });

  it('uploads pictures by the three steps that replaced files.upload', async () => {
    const grafana = await stubServer(({ path }) =>
      path.startsWith('/render/') ? { body: Buffer.from('89504e470d0a1a0a', 'hex') } : {},
    );
    await desk.start({ EVENTS_DASHBOARD_URL: grafana.url });

    await desk.running.alert(
      { alertname: 'Drawn' },
      { generatorURL: 'http://p/graph?g0.expr=up+%3D%3D+0' },
    );
    await until(() => desk.api.calls.length === 4);
    await grafana.close();

    expect(desk.api.calls.map(({ path }) => path)).toEqual([
      '/chat.postMessage',
      '/files.getUploadURLExternal',
      '/upload',
      '/files.completeUploadExternal',
    ]);
    expect(desk.api.calls[1]?.body.toString()).toBe('filename=alert.png&length=8');
    expect(desk.api.calls[3]?.json).toEqual({
      files: [{ id: 'F1', title: 'alert' }],
      channel_id: 'C1',
      thread_ts: '1.1',
    });
  });

  it("reads the older address's token and channels, and uses what replaced that method", async () => {
    await desk.start({
      EVENTS_TEAMCHAT_OUT_TOKEN: '',
      EVENTS_TEAMCHAT_OUT_CHANNEL: '',
      EVENTS_TEAMCHAT_URL: `${desk.api.url}/files.upload?token=xoxb-1&channels=old`,
    });

    await desk.running.alert({ alertname: 'Old' });
    await until(() => desk.api.calls.length === 1);

    expect(desk.api.calls[0]).toMatchObject({
      path: '/chat.postMessage',
      json: { channel: 'old' },
    });
  });

  it('posts to the channels that the selector names', async () => {
    await desk.start({
      EVENTS_TEAMCHAT_OUT_CHANNEL_SELECTOR: '{{ .data.labels.team }}-alerts\nall',
    });

    await desk.running.alert({ alertname: 'Sel', team: 'db' });
    await until(() => desk.api.calls.length === 2);

    expect(desk.api.calls.map(({ json }) => json['channel']).sort()).toEqual(['all', 'db-alerts']);
  });
});

describe('the team chat, with an incoming webhook', () => {
  const startWebhook = () =>
    desk.start({
      EVENTS_TEAMCHAT_OUT_TOKEN: '',
      EVENTS_TEAMCHAT_OUT_CHANNEL: '',
      EVENTS_TEAMCHAT_URL: `${desk.api.url}/services/T0/B0/secret`,
    });

  it('posts the text', async () => {
    desk.api.answer = () => ({ body: 'ok' });
    await startWebhook();

    await desk.running.alert({ alertname: 'Hook' });
    await until(() => desk.api.calls.length === 1);

    expect(desk.api.calls[0]).toMatchObject({
      path: '/services/T0/B0/secret',
      json: { text: 'firing Hook' },
    });
  });

  it.each([
    [404, 'no_service'],
    [400, 'invalid_payload'],
    [410, 'channel_is_archived'],
  ])('takes %i %s for an end', async (status, body) => {
    desk.api.answer = () => ({ status, body });
    await startWebhook();

    await desk.running.alert({ alertname: 'Refused' });
    await until(async () => (await desk.running.status()).dead_letters === 1);

    const page = await (await desk.running.admin('/relay/dead-letters')).text();
    expect(page).toContain(body);
    expect(page + JSON.stringify(desk.running.logs)).not.toContain('B0/secret');
  });
});
