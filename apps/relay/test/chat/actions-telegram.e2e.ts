import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LABELS, Surroundings, type Json } from '../acting.js';
import { spoolFolder, startRelay, until, type RunningRelay } from '../running-relay.js';
import { stubServer } from '../stub-server.js';
import { telegramStub, type TelegramStub } from '../telegram-stub.js';

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

describe('buttons of Telegram', () => {
  let bot: TelegramStub;

  beforeEach(async () => {
    bot = await telegramStub();
  });

  afterEach(() => bot.close());

  const start = (more: Record<string, string> = {}) =>
    startRelay({
      ...around.env,
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
    around.manager.answer = () => ({ status: 500, body: 'out of order' });

    press('Silence 1 h', 7, 'q1');
    await until(() => bot.sent('answerCallbackQuery').length === 1);
    around.manager.answer = ({ method }) => ({
      body: method === 'GET' ? [] : { silenceID: 's-2' },
    });
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

  it('only acknowledge an alert without a name: its labels may be those of all others', async () => {
    await start();
    await running?.alert({ severity: 'critical' });
    await until(() => bot.sent('sendMessage').length === 1);

    expect(buttons(bot.sent('sendMessage')[0])).toEqual(['Acknowledge']);
  });

  it('only acknowledge where there is no Alertmanager, or the alert is another’s', async () => {
    await start({ EVENTS_HTTP_ZABBIX_URL: '/in/zabbix' });
    await running?.post('/in/zabbix', { EventID: '1', Status: 'PROBLEM', EventName: 'x' });
    await until(() => bot.sent('sendMessage').length === 1);

    expect(buttons(bot.sent('sendMessage')[0])).toEqual(['Acknowledge']);
  });
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
      ...around.env,
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
