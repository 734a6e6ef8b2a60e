import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { LABELS, Surroundings, type Json } from '../acting.js';
import { startRelay, until, type RunningRelay } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

let running: RunningRelay | undefined;
let around: Surroundings;

beforeEach(async () => {
  around = await Surroundings.create();
});

afterEach(async () => {
  await running?.close();
  running = undefined;
  await around.close();
});

const audits = () => around.audits();
const silences = () => around.silences();

describe('buttons of Slack', () => {
  const SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
  let slack: Stub;
  let sockets: WebSocketServer;

  beforeEach(async () => {
    sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(sockets, 'listening');
    const { port } = sockets.address() as AddressInfo;
    slack = await stubServer(({ path }) => ({
      body: path.endsWith('connections.open')
        ? { ok: true, url: `ws://127.0.0.1:${port}/link` }
        : { ok: true, channel: 'C1', ts: '1.1' },
    }));
  });

  afterEach(async () => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
    await slack.close();
  });

  const start = (more: Record<string, string>) =>
    startRelay({
      ...around.env,
      EVENTS_TEAMCHAT_OUT_TOKEN: 'xoxb',
      EVENTS_TEAMCHAT_OUT_CHANNEL: 'C1',
      EVENTS_TEAMCHAT_OUT_API_URL: slack.url,
      ...more,
    }).then((relay) => (running = relay));

  const posted = async () => {
    await running?.alert(LABELS);
    const posts = () => slack.calls.filter(({ path }) => path.endsWith('chat.postMessage'));
    await until(() => posts().length > 0);
    const blocks = posts()[0]?.json['blocks'] as Json[];
    return (blocks.at(-1)?.['elements'] ?? []) as Json[];
  };

  const pressOf = (button: Json | undefined, user = 'U7') => ({
    ...{ type: 'block_actions', user: { id: user }, message: { ts: '1.1' } },
    response_url: `${slack.url}/respond`,
    actions: [{ ...button, action_ts: '9.9' }],
  });

  const answers = () =>
    slack.calls.filter(({ path }) => path === '/respond').map(({ json }) => json);

  const interact = async (payload: object, secret = SECRET, ageSeconds = 0) => {
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    return signedPost(body, secret, ageSeconds);
  };

  const signedPost = async (body: string, secret: string, ageSeconds = 0) => {
    const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds);
    const mac = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
    return running?.post('/in/slack', body, {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${mac}`,
    });
  };

  it('act when Slack signs them, and edit the message', async () => {
    await start({
      EVENTS_TEAMCHAT_SIGNING_SECRET: SECRET,
      EVENTS_HTTP_SLACK_ACTIONS_URL: '/in/slack',
    });
    const buttons = await posted();

    const forged = await interact(pressOf(buttons[0]), 'other');
    const old = await interact(pressOf(buttons[0]), SECRET, 3600);
    const right = await interact(pressOf(buttons.at(-2)));

    expect([forged?.status, old?.status, right?.status]).toEqual([401, 401, 200]);
    await until(() => answers().length === 1 && audits().length === 1);
    expect(answers()[0]).toMatchObject({ replace_original: true });
    expect(JSON.stringify(answers()[0])).toContain('silenced by Anna');
    expect(silences().length).toBe(1);
  });

  describe('slash commands', () => {
    const command = async (text: string, user = 'U7', secret = SECRET) => {
      const form = { command: '/relay', text, user_id: user, trigger_id: `${text} ${user}` };
      const body = new URLSearchParams(form).toString();
      return signedPost(body, secret);
    };
    const said = async (text: string, user?: string) =>
      (await (await command(text, user))?.json()) as Json;

    beforeEach(async () => {
      await start({
        EVENTS_TEAMCHAT_SIGNING_SECRET: SECRET,
        EVENTS_HTTP_SLACK_ACTIONS_URL: '/in/slack',
      });
      await posted();
      await running?.alert({ alertname: 'DiskSlow', severity: 'low' });
      await until(async () => String((await said('list'))['text']).includes('DiskSlow'));
    });

    it('list alerts, and say who did what to all', async () => {
      expect(await said('list')).toMatchObject({ response_type: 'ephemeral' });
      expect(await said('silence diskfull morning')).toMatchObject({
        response_type: 'in_channel',
        text: expect.stringMatching(
          /^DiskFull.*: silenced by Anna at .* until (\d+ \w+, )?0?8:00/,
        ) as unknown,
      });

      await until(() => audits().length === 1);
      expect(silences().length).toBe(1);
      expect((await said('list'))['text']).not.toContain('DiskFull');
    });

    it.each([
      ['ack disk', 'Which one?'],
      ['ack nosuch', 'No alert begins with nosuch.'],
      ['explode', '/relay list | ack NAME'],
      ['constructor DiskSlow', '/relay list | ack NAME'],
      ['graph DiskSlow', 'There is no graph of this alert.'],
    ])('%s: %s', async (text, answer) => {
      expect(await said(text)).toMatchObject({
        response_type: 'ephemeral',
        text: expect.stringContaining(answer) as unknown,
      });
      expect(audits()).toEqual([]);
    });

    it('mean the alert of that whole name, however others go on', async () => {
      await running?.alert({ alertname: 'Disk' });
      await until(async () => /• Disk$/m.test(String((await said('list'))['text'])));

      expect(await said('ack disk')).toMatchObject({
        response_type: 'in_channel',
        text: expect.stringMatching(/^Disk: acknowledged by Anna/) as unknown,
      });
    });

    it.each([
      ['no signature', { 'x-slack-signature': undefined }],
      ['another version', { 'x-slack-signature': `v1=${'0'.repeat(64)}` }],
      ['an empty signature', { 'x-slack-signature': '' }],
      ['a time that is none', { 'x-slack-request-timestamp': '1e9' }],
      ['no time', { 'x-slack-request-timestamp': undefined }],
    ])('are refused with %s, before the body is looked at', async (_what, changed) => {
      const right = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-signature': `v0=${'0'.repeat(64)}`,
        'x-slack-request-timestamp': String(Math.floor(Date.now() / 1000)),
      };
      const headers = Object.fromEntries(
        Object.entries({ ...right, ...changed }).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value]],
        ),
      ) as Record<string, string>;
      const answer = await running?.post('/in/slack', 'x', headers);

      expect(answer?.status).toBe(401);
    });

    it('are for those who may, and signed', async () => {
      for (const text of ['ack DiskSlow', 'list', 'ack nosuch', 'help']) {
        expect(await said(text, 'U666')).toEqual({
          ...{ response_type: 'ephemeral', text: 'You are not among those who may act here.' },
        });
      }
      expect((await command('ack DiskSlow', 'U7', 'other'))?.status).toBe(401);
      expect(audits()).toEqual([]);
    });
  });

  it('tell a stranger alone that they may not', async () => {
    await start({
      EVENTS_TEAMCHAT_SIGNING_SECRET: SECRET,
      EVENTS_HTTP_SLACK_ACTIONS_URL: '/in/slack',
    });
    const [button] = await posted();

    await interact(pressOf(button, 'U666'));

    await until(() => answers().length === 1);
    expect(answers()[0]).toMatchObject({ response_type: 'ephemeral', replace_original: false });
    expect(audits()).toEqual([]);
  });

  it('act through Socket Mode, where nothing can be reached from outside', async () => {
    const connected = once(sockets, 'connection') as Promise<[import('ws').WebSocket]>;
    await start({ EVENTS_TEAMCHAT_APP_TOKEN: 'xapp-1' });
    const [socket] = await connected;
    const acknowledged = once(socket, 'message') as Promise<[Buffer]>;
    const [button] = await posted();

    socket.send(
      JSON.stringify({ type: 'interactive', envelope_id: 'e1', payload: pressOf(button) }),
    );

    const [message] = await acknowledged;
    expect(JSON.parse(message.toString())).toEqual({ envelope_id: 'e1' });
    await until(() => audits().length === 1);
    expect(audits()[0]).toMatchObject({ action: 'acknowledged', user: 'slack:U7' });
  });
});
