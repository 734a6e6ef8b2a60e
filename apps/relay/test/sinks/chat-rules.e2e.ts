import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { alert, notification, startRelay, until, type RunningRelay } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

let sink: Stub;
let running: RunningRelay | undefined;

beforeEach(async () => {
  sink = await stubServer();
});

afterEach(async () => {
  await running?.close();
  running = undefined;
  await sink.close();
});

const MESSAGE = '{{ .data.labels.alertname }}';

const start = async (env: Record<string, string> = {}) => {
  running = await startRelay({
    EVENTS_WEBHOOK_OUT_URL: sink.url,
    EVENTS_WEBHOOK_OUT_MESSAGE: MESSAGE,
    ...env,
  });
  return running;
};

describe('chat channels', () => {
  let chat: Stub;

  beforeEach(async () => {
    chat = await stubServer();
  });

  afterEach(() => chat.close());

  const startChat = (env: Record<string, string> = {}) =>
    start({ EVENTS_TEAMCHAT_URL: chat.url, EVENTS_TEAMCHAT_MESSAGE_TEMPLATE: MESSAGE, ...env });
  const RETRIED = 'relay_deliveries_total{sink="teamchat",outcome="retried"';
  const chatTexts = () => chat.calls.map(({ json }) => json['text']);

  it('are told of an alert in one state once in five minutes; queues are told each time', async () => {
    const relay = await startChat();

    await relay.alert({ alertname: 'Repeated' });
    await relay.alert({ alertname: 'Repeated' });
    await relay.alert({ alertname: 'Repeated' }, { status: 'resolved' });
    await until(() => sink.calls.length === 3 && chat.calls.length === 2);

    expect(chatTexts()).toEqual(['Repeated', 'Repeated']);
    expect(await relay.metric('relay_deliveries_total{sink="teamchat",outcome="duplicate"')).toBe(
      1,
    );
    expect((await relay.status()).recent.some(({ what }) => what === 'duplicate')).toBe(true);
  });

  it('are told each time when the window is 0', async () => {
    const relay = await startChat({ EVENTS_CHAT_DEDUP_SECONDS: '0' });

    await relay.alert({ alertname: 'Repeated' });
    await relay.alert({ alertname: 'Repeated' });

    await until(() => chat.calls.length === 2);
  });

  it('get one message for a long queue', async () => {
    let isUp = false;
    chat.answer = () => (isUp ? { body: 'ok' } : { status: 503, headers: { 'retry-after': '1' } });
    const relay = await startChat({ EVENTS_CHAT_COALESCE_ABOVE: '5' });

    await relay.post(
      '/relay/alertmanager',
      notification(Array.from({ length: 30 }, (_unused, n) => alert({ alertname: `A${n}` }))),
    );
    await until(() => chat.calls.length > 0);
    isUp = true;
    await until(async () => (await relay.status()).queues.length === 0);

    const last = String(chatTexts().at(-1));
    expect(last.split('\n\n')).toHaveLength(30);
    expect(await relay.metric('relay_deliveries_total{sink="teamchat",outcome="coalesced"')).toBe(
      29,
    );
    expect(await relay.metric('relay_deliveries_total{sink="teamchat",outcome="delivered"')).toBe(
      1,
    );
  });

  it('get one message for a group, after its wait', async () => {
    const relay = await startChat({
      EVENTS_ROUTES: JSON.stringify([
        { sinks: ['teamchat', 'webhook'], group_by: ['team'], group_wait_seconds: 0.3 },
      ]),
    });

    // Together: the wait begins with the first.
    const alerts = Object.entries({ a: 'db', b: 'db', c: 'web' }).map(([alertname, team]) =>
      alert({ alertname, team }),
    );
    await relay.post('/relay/alertmanager', notification(alerts));
    await until(() => chat.calls.length === 2 && sink.calls.length === 3);

    expect(chatTexts().sort()).toEqual(['a\n\nb', 'c']);
  });

  it('do not get what waited too long', async () => {
    chat.answer = () => ({ status: 503, headers: { 'retry-after': '2' } });
    const before = await startChat();
    await before.alert({ alertname: 'Old' });
    await until(async () => (await before.metric(RETRIED)) > 0);
    await before.close();
    const tries = chat.calls.length;

    // The next try is two seconds later at the earliest.
    const relay = await startChat({
      EVENTS_SPOOL_DIR: before.folder,
      EVENTS_CHAT_STALE_SECONDS: '1',
    });
    await until(
      async () =>
        (await relay.metric('relay_deliveries_total{sink="teamchat",outcome="stale"')) === 1,
    );

    expect(chat.calls).toHaveLength(tries);
  });
});
