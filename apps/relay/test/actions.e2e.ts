import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { RelayProcess } from './relay-process.js';
import {
  alert,
  notification,
  spoolFolder,
  startRelay,
  until,
  type RunningRelay,
} from './running-relay.js';
import { stubServer, type Stub } from './stub-server.js';
import { telegramStub, type TelegramStub } from './telegram-stub.js';

type Json = Readonly<Record<string, unknown>>;

const LABELS = { alertname: 'DiskFull', instance: 'db-1', severity: 'critical' };
const USERS = '{"telegram:7": "Anna", "slack:U7": "Anna"}';

let running: RunningRelay | undefined;
let manager: Stub;
let sink: Stub;

beforeEach(async () => {
  manager = await stubServer(({ path }) => ({
    body: path.endsWith('/silences') ? { silenceID: 's-1' } : {},
  }));
  sink = await stubServer();
});

afterEach(async () => {
  await running?.close();
  await manager.close();
  await sink.close();
});

const common = () => ({
  EVENTS_ACTIONS_USERS: USERS,
  EVENTS_ACTIONS_TIMEZONE: 'Europe/Berlin',
  EVENTS_ALERTMANAGER_API_URL: manager.url,
  EVENTS_WEBHOOK_OUT_URL: sink.url,
});

const audits = () =>
  sink.calls
    .map(({ json }) => json)
    .filter(({ type }) => type === 'ActionEvent')
    .map(({ data }) => data as Json);

const silences = () => manager.calls.filter(({ path }) => path === '/api/v2/silences');

describe('buttons of Telegram', () => {
  let bot: TelegramStub;

  beforeEach(async () => {
    bot = await telegramStub();
  });

  afterEach(() => bot.close());

  const start = (more: Record<string, string> = {}) =>
    startRelay({
      ...common(),
      EVENTS_CHATBOT_OUT_ID_TOKEN: '1:T',
      EVENTS_CHATBOT_OUT_CHAT_ID: '-100',
      EVENTS_CHATBOT_OUT_API_URL: bot.url,
      EVENTS_CHATBOT_ACTIONS: 'true',
      ...more,
    }).then((relay) => (running = relay));

  const keyboard = (body: Json | undefined) =>
    ((body?.['reply_markup'] as Json | undefined)?.['inline_keyboard'] ?? []) as Json[][];

  const buttons = (body: Json | undefined) =>
    keyboard(body)
      .flat()
      .map(({ text }) => text);

  const press = (label: string, from = 7, id = 'q1') => {
    const message = bot.sent('sendMessage')[0];
    const button = keyboard(message)
      .flat()
      .find(({ text }) => text === label);
    bot.update({
      callback_query: {
        ...{ id, from: { id: from }, data: button?.['callback_data'] },
        message: { message_id: 77, chat: { id: -100 }, text: message?.['text'] },
      },
    });
  };

  const alerted = async () => {
    await running?.alert(LABELS);
    await until(() => bot.sent('sendMessage').length === 1);
  };

  it('acknowledge: the message says who, all are told, and the rest can still be done', async () => {
    await start();
    await alerted();
    expect(buttons(bot.sent('sendMessage')[0])).toEqual([
      ...['Acknowledge', 'Resolve', 'Silence 1 h', 'Silence 4 h', 'Until morning'],
    ]);

    press('Acknowledge');

    await until(() => bot.sent('editMessageText').length === 1 && audits().length === 1);
    const [edit] = bot.sent('editMessageText');
    expect(edit).toMatchObject({ chat_id: -100, message_id: 77, parse_mode: 'HTML' });
    expect(edit?.['text']).toMatch(
      /^\[FIRING\] DiskFull on db-1\n\n✔ acknowledged by Anna at \d\d:\d\d/,
    );
    expect(buttons(edit)).not.toContain('Acknowledge');
    expect(audits()[0]).toMatchObject({
      ...{ action: 'acknowledged', by: 'Anna', user: 'telegram:7', labels: LABELS },
    });
    expect(bot.sent('answerCallbackQuery')).toMatchObject([{ callback_query_id: 'q1' }]);
    expect(silences()).toEqual([]);
  });

  it.each([
    ['Silence 1 h', 1],
    ['Silence 4 h', 4],
  ])('%s: all labels of the alert, in Alertmanager', async (label, hours) => {
    await start();
    await alerted();

    press(label);

    await until(() => bot.sent('editMessageText').length === 1);
    const [{ json } = { json: {} as Json }] = silences();
    const { startsAt, endsAt } = json as Record<string, string>;
    expect(json).toMatchObject({ createdBy: 'Anna' });
    expect(json['matchers']).toEqual(
      Object.entries(LABELS).map(([name, value]) => ({
        ...{ name, value, isRegex: false, isEqual: true },
      })),
    );
    const length = Date.parse(endsAt ?? '') - Date.parse(startsAt ?? '');
    expect(Math.round(length / 3_600_000)).toBe(hours);
    expect(buttons(bot.sent('editMessageText')[0])).toEqual([]);
  });

  it('do nothing for strangers', async () => {
    await start();
    await alerted();

    press('Silence 4 h', 666);

    await until(() => bot.sent('answerCallbackQuery').length === 1);
    expect(bot.sent('answerCallbackQuery')[0]).toMatchObject({
      ...{ show_alert: true, text: 'You are not among those who may act here.' },
    });
    expect([silences(), audits(), bot.sent('editMessageText')]).toEqual([[], [], []]);
  });

  it('are done once, however often they are pressed or told of', async () => {
    await start();
    await alerted();

    press('Silence 1 h', 7, 'q1');
    press('Silence 1 h', 7, 'q1');
    press('Silence 4 h', 7, 'q2');

    await until(() => bot.sent('answerCallbackQuery').length === 3);
    expect(silences().length).toBe(1);
    expect(bot.sent('answerCallbackQuery')[2]).toMatchObject({
      text: 'This has been done already.',
    });
  });

  it('say why, and can be pressed again, when Alertmanager fails', async () => {
    await start();
    await alerted();
    manager.answer = () => ({ status: 500, body: 'out of order' });

    press('Silence 1 h', 7, 'q1');
    await until(() => bot.sent('answerCallbackQuery').length === 1);
    manager.answer = () => ({ body: { silenceID: 's-2' } });
    press('Silence 1 h', 7, 'q2');
    await until(() => bot.sent('editMessageText').length === 1);

    expect(String(bot.sent('answerCallbackQuery')[0]?.['text'])).toContain(
      'Alertmanager answered 500: out of order',
    );
    expect(audits().length).toBe(1);
  });

  it('are known after a restart, and a command in an answer does the same', async () => {
    const folder = spoolFolder();
    await start({ EVENTS_SPOOL_DIR: folder });
    await alerted();
    await running?.close();
    await start({ EVENTS_SPOOL_DIR: folder });

    bot.update({
      message: {
        ...{ message_id: 78, chat: { id: -100 }, from: { id: 7 }, text: '/silence 4h' },
        reply_to_message: {
          ...{ message_id: 77, chat: { id: -100 } },
          reply_markup: bot.sent('sendMessage')[0]?.['reply_markup'],
        },
      },
    });

    await until(() => bot.sent('editMessageText').length === 1);
    expect(silences().length).toBe(1);
    const said = bot.sent('sendMessage').map(({ text }) => String(text));
    expect(said.some((text) => text.startsWith('silenced by Anna'))).toBe(true);
  });

  it('only acknowledge where there is no Alertmanager, or the alert is another’s', async () => {
    await start({ EVENTS_HTTP_ZABBIX_URL: '/in/zabbix' });
    await running?.post('/in/zabbix', { EventID: '1', Status: 'PROBLEM', EventName: 'x' });
    await until(() => bot.sent('sendMessage').length === 1);

    expect(buttons(bot.sent('sendMessage')[0])).toEqual(['Acknowledge']);
  });
});

describe('what people did in a chat, and what was to come', () => {
  /** Longer than whoever presses needs, on any machine. */
  const ESCALATED_AFTER_S = 30;
  let bot: TelegramStub;
  let relay: RelayProcess | undefined;

  beforeEach(async () => {
    bot = await telegramStub();
  });

  afterEach(async () => {
    await relay?.end('SIGKILL');
    await bot.close();
  });

  const send = async (alertname: string) => {
    const accepted = async () =>
      await fetch(`${relay?.url ?? ''}/relay/alertmanager`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(notification([alert({ ...LABELS, alertname })])),
      })
        .then(({ ok }) => ok)
        .catch(() => false); // it was killed: nothing was promised
    await until(accepted, 60_000);
  };

  const messageOf = (name: string) =>
    bot.sent('sendMessage').find(({ text }) => String(text).includes(name));

  const press = (name: string, label: string) => {
    const message = messageOf(name);
    const keyboard = message?.['reply_markup'] as { inline_keyboard: Json[][] } | undefined;
    const button = keyboard?.inline_keyboard.flat().find(({ text }) => text === label);
    bot.update({
      callback_query: {
        ...{ id: name, from: { id: 7 }, data: button?.['callback_data'] },
        message: { message_id: 77, chat: { id: -100 }, text: message?.['text'] },
      },
    });
  };

  const restart = async () => {
    await relay?.end('SIGKILL');
    await relay?.start();
  };

  const audited = (name: string, action: string) =>
    audits().some(
      ({ labels, ...audit }) =>
        (labels as Json)['alertname'] === name && audit['action'] === action,
    );
  const silenced = (name: string) =>
    silences().some(({ body }) => body.toString().includes(`"${name}"`));
  const escalated = () =>
    sink.calls
      .filter(({ json }) => ((json['via'] ?? {}) as Json)['Escalation'] !== undefined)
      .map(({ json }) => ((json['data'] as Json)['labels'] as Json)['alertname']);

  it('survive kill -9: acknowledgements, silences, and the timers of those that nobody has', async () => {
    relay = await RelayProcess.create({
      ...common(),
      EVENTS_CHATBOT_OUT_ID_TOKEN: '1:T',
      EVENTS_CHATBOT_OUT_CHAT_ID: '-100',
      EVENTS_CHATBOT_OUT_API_URL: bot.url,
      EVENTS_CHATBOT_ACTIONS: 'true',
      EVENTS_ESCALATIONS: JSON.stringify([
        { name: 'all', steps: [{ after_minutes: ESCALATED_AFTER_S / 60, to: ['webhook'] }] },
      ]),
      EVENTS_ROUTES: JSON.stringify([
        { match: ['source="actions"'], sinks: ['webhook'] },
        { sinks: ['chatbot'] },
      ]),
      EVENTS_SPOOL_DIR: spoolFolder(),
      EVENTS_RETRY_MAX_SECONDS: '1',
    });
    await relay.start();

    for (const round of [1, 2]) {
      const [mine, silent] = [`Mine${round}`, `Silent${round}`];
      await send(mine);
      await send(silent);
      await restart(); // before they are told, or after
      await until(() => messageOf(mine) !== undefined && messageOf(silent) !== undefined);
      press(mine, 'Acknowledge');
      press(silent, 'Silence 1 h');
      await restart(); // while they are done
      await until(() => audited(mine, 'acknowledged') && silenced(silent));
      await restart(); // after
    }
    await send('Nobody1');
    await send('Nobody2');
    await until(() => messageOf('Nobody2') !== undefined);
    await restart();
    await until(() => new Set(escalated()).size >= 2, 120_000);

    expect([...new Set(escalated())].toSorted()).toEqual(['Nobody1', 'Nobody2']);
  }, 300_000);
});

describe('the graph again', () => {
  it('is a message of its own with a picture of now', async () => {
    const bot = await telegramStub();
    const grafana = await stubServer(({ path }) =>
      path.startsWith('/render/')
        ? { headers: { 'content-type': 'image/png' }, body: Buffer.from('png') }
        : { body: { uid: 'x', slug: 'x', url: '/d/x', id: 1, panels: [] } },
    );
    running = await startRelay({
      ...common(),
      EVENTS_CHATBOT_OUT_ID_TOKEN: '1:T',
      EVENTS_CHATBOT_OUT_CHAT_ID: '-100',
      EVENTS_CHATBOT_OUT_API_URL: bot.url,
      EVENTS_CHATBOT_ACTIONS: 'true',
      EVENTS_DASHBOARD_URL: grafana.url,
    });
    await running.alert(LABELS, {
      generatorURL: 'http://prometheus:9090/graph?g0.expr=disk+%3E+1&g0.tab=1',
    });
    const all = () => [...bot.sent('sendMessage'), ...bot.sent('sendPhoto')];
    await until(() => all().length === 1);
    const sent = bot.calls.find(({ path }) => /send(Photo|Message)$/.test(path));
    const data = /graph ([0-9a-f]{16})/.exec(sent?.body.toString() ?? '')?.[0];

    bot.update({
      callback_query: {
        ...{ id: 'q1', from: { id: 7 }, data },
        message: { message_id: 77, chat: { id: -100 }, text: 'x' },
      },
    });

    await until(() => all().length === 2);
    expect(bot.sent('answerCallbackQuery')).toMatchObject([{ text: 'The graph is on its way.' }]);
    expect(bot.sent('editMessageText')).toEqual([]);
    expect(audits()).toEqual([]);
    await bot.close();
    await grafana.close();
  });
});

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
      ...common(),
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
      ['graph DiskSlow', 'There is no graph of this alert.'],
    ])('%s: %s', async (text, answer) => {
      expect(await said(text)).toMatchObject({
        response_type: 'ephemeral',
        text: expect.stringContaining(answer) as unknown,
      });
      expect(audits()).toEqual([]);
    });

    it('are for those who may, and signed', async () => {
      expect((await said('ack DiskSlow', 'U666'))['text']).toContain('not among those');
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

const { ALERTMANAGER_URL } = process.env;

(ALERTMANAGER_URL === undefined ? describe.skip : describe)(
  'a real Alertmanager, needs ALERTMANAGER_URL',
  () => {
    it('takes the silence, and it is over when it is told', async () => {
      const { AlertmanagerSilences } =
        await import('../src/adapters/actions/alertmanager-silences.js');
      const silencing = new AlertmanagerSilences({ url: ALERTMANAGER_URL ?? '', key: undefined });
      const labels = { alertname: `Act${Date.now()}`, path: 'a"b\\c' };

      const id = await silencing.silence({
        ...{ labels, untilMs: Date.now() + 3_600_000, by: 'Anna', requestId: 'r1' },
      });

      const answer = await fetch(`${ALERTMANAGER_URL}/api/v2/silence/${id}`);
      expect(await answer.json()).toMatchObject({
        ...{ createdBy: 'Anna', status: { state: 'active' } },
        matchers: expect.arrayContaining([
          { name: 'path', value: 'a"b\\c', isRegex: false, isEqual: true },
        ]) as unknown,
      });
      await silencing.resolve(labels, new Date(Date.now() - 60_000).toISOString());
    });
  },
);
