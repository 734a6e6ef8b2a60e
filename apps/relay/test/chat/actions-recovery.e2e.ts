import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LABELS, Surroundings, type Json } from '../acting.js';
import { laterBy, RelayProcess } from '../relay-process.js';
import {
  ADMIN_TOKEN,
  alert,
  notification,
  spoolFolder,
  until,
  type Status,
} from '../running-relay.js';
import { telegramStub, type TelegramStub } from '../telegram-stub.js';

let around: Surroundings;

beforeEach(async () => {
  around = await Surroundings.create();
});

afterEach(() => around.close());

const audits = () => around.audits();
const silences = () => around.silences();

describe('what people did in a chat, and what was to come', () => {
  const ESCALATED_AFTER_MINUTES = 10;
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

  const isIdle = async () => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const answer = await fetch(`${relay?.url ?? ''}/relay/status`, { headers });
    const { queues, unrouted } = (await answer.json()) as Status;
    return queues.length === 0 && unrouted === 0;
  };

  const audited = (name: string, action: string) =>
    audits().some(
      ({ labels, ...audit }) =>
        (labels as Json)['alertname'] === name && audit['action'] === action,
    );
  const silenced = (name: string) =>
    silences().some(({ body }) => body.toString().includes(`"${name}"`));
  const escalated = () =>
    around.sink.calls
      .filter(({ json }) => ((json['via'] ?? {}) as Json)['Escalation'] !== undefined)
      .map(({ json }) => ((json['data'] as Json)['labels'] as Json)['alertname']);

  it('survive kill -9: acknowledgements, silences, and the timers of those that nobody has', async () => {
    const env = {
      ...around.env,
      EVENTS_ADMIN_TOKEN: ADMIN_TOKEN,
      EVENTS_CHATBOT_OUT_ID_TOKEN: '1:T',
      EVENTS_CHATBOT_OUT_CHAT_ID: '-100',
      EVENTS_CHATBOT_OUT_API_URL: bot.url,
      EVENTS_CHATBOT_ACTIONS: 'true',
      EVENTS_ESCALATIONS: JSON.stringify([
        { name: 'all', steps: [{ after_minutes: ESCALATED_AFTER_MINUTES, to: ['webhook'] }] },
      ]),
      EVENTS_ROUTES: JSON.stringify([
        { match: ['source="actions"'], sinks: ['webhook'] },
        { sinks: ['chatbot'] },
      ]),
      EVENTS_SPOOL_DIR: spoolFolder(),
      EVENTS_RETRY_MAX_SECONDS: '1',
    };
    relay = await RelayProcess.create(env);
    await relay.start();

    await send('Mine');
    await send('Silent');
    await restart(); // before they are told, or after
    await until(() => messageOf('Mine') !== undefined && messageOf('Silent') !== undefined);
    press('Mine', 'Acknowledge');
    press('Silent', 'Silence 1 h');
    await restart(); // while they are done
    await until(() => audited('Mine', 'acknowledged') && silenced('Silent'));
    await restart(); // after
    await send('Nobody1');
    await send('Nobody2');
    await until(() => messageOf('Nobody2') !== undefined);
    await relay.end('SIGKILL');
    relay = await RelayProcess.create({ ...env, ...laterBy(2 * ESCALATED_AFTER_MINUTES) });
    await relay.start();
    await until(() => new Set(escalated()).size >= 2);
    await until(isIdle);

    expect([...new Set(escalated())].toSorted()).toEqual(['Nobody1', 'Nobody2']);
  }, 300_000);
});
