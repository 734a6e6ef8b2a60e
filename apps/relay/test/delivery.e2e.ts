import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { alert, notification, startRelay, until, type RunningRelay } from './running-relay.js';
import { stubServer, type Call, type Stub } from './stub-server.js';

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

const texts = (): string[] => sink.calls.map(({ body }) => body.toString());

describe('a sink that fails', () => {
  it.each([500, 503, 408, 429])('is asked again after %i', async (status) => {
    let refusals = 2;
    sink.answer = () => (refusals-- > 0 ? { status } : {});
    const relay = await start();

    await relay.alert({ alertname: 'Again' });
    await until(() => sink.calls.length === 3);

    expect(await relay.metric('relay_deliveries_total{sink="webhook",outcome="retried"')).toBe(2);
  });

  it('is not asked before the time that it named', async () => {
    sink.answer = () =>
      sink.calls.length === 1 ? { status: 429, headers: { 'retry-after': '1' } } : {};
    const relay = await start();

    await relay.alert({ alertname: 'Patience' });
    await until(() => sink.calls.length === 2);

    const [first, second] = sink.calls as [Call, Call];
    expect(second.atMs - first.atMs).toBeGreaterThanOrEqual(1000);
  });

  it('holds up its own key only, and gets that in order', async () => {
    let isRepaired = false;
    sink.answer = ({ body }) => (body.includes('bad') && !isRepaired ? { status: 500 } : {});
    const relay = await start();
    const fingerprint = 'ffffffffffffffff';

    await relay.alert({ alertname: 'bad-1' }, { fingerprint });
    await until(() => sink.calls.length > 0);
    await relay.alert({ alertname: 'bad-2' }, { fingerprint });
    await relay.alert({ alertname: 'good' });
    await until(() => texts().includes('good'));
    expect(texts()).not.toContain('bad-2');
    isRepaired = true;
    await until(() => texts().includes('bad-2'));

    expect(texts().lastIndexOf('bad-1')).toBeLessThan(texts().indexOf('bad-2'));
  });

  it('is left alone after five failures in a row, and tried with one message then', async () => {
    sink.answer = () => ({ status: 500 });
    const relay = await start({ EVENTS_RETRY_MAX_SECONDS: '60' });

    await relay.post(
      '/relay/alertmanager',
      notification(Array.from({ length: 40 }, (_unused, n) => alert({ alertname: `A${n}` }))),
    );
    await until(async () => {
      const [queue] = (await relay.status()).queues;
      return queue !== undefined && queue.breaker !== 'closed';
    });
    await new Promise((resolve) => setTimeout(resolve, 1000));

    // Five and the eight that were out by then, and a probe or two; not all forty.
    expect(sink.calls.length).toBeLessThan(20);
    expect((await relay.status()).queues[0]).toMatchObject({ sink: 'webhook', waiting: 40 });
  });

  it('keeps what waits over a restart', async () => {
    sink.answer = () => ({ status: 500 });
    const relay = await start();
    await relay.alert({ alertname: 'Survivor' });
    await until(() => sink.calls.length > 0);
    await relay.close();

    sink.answer = () => ({});
    const calls = sink.calls.length;
    await start({ EVENTS_SPOOL_DIR: relay.folder });

    await until(() => sink.calls.length > calls);
    expect(texts().at(-1)).toBe('Survivor');
  });

  it('gives its deliveries up in the end', async () => {
    sink.answer = () => ({ status: 500 });
    const relay = await start({ EVENTS_RETRY_SECONDS: '0' });

    await relay.alert({ alertname: 'Hopeless' });
    await until(async () => (await relay.status()).dead_letters === 1);

    const { dead_letters: letters } = (await (await relay.admin('/relay/dead-letters')).json()) as {
      dead_letters: { reason: string }[];
    };
    expect(letters[0]?.reason).toBe('given up: HTTP 500');
  });
});

describe('a dead letter', () => {
  const bury = async () => {
    sink.answer = () => ({ status: 400, body: 'no such room' });
    const relay = await start();
    await relay.alert({ alertname: 'Refused' });
    await until(async () => (await relay.status()).dead_letters === 1);
    return relay;
  };

  it('comes of a refusal, without further tries, and tells why without the target', async () => {
    const relay = await bury();

    const page = await (await relay.admin('/relay/dead-letters')).json();

    expect(sink.calls).toHaveLength(1);
    expect(page).toEqual({
      dead_letters: [
        {
          id: 1,
          at: expect.any(String),
          sink: 'webhook',
          target: expect.stringMatching(/^127\.0\.0\.1:\d+#[0-9a-f]{8}$/),
          reason: 'HTTP 400: no such room',
          attempts: 0,
          event: {
            id: expect.any(String),
            type: 'org.sextant.relay.alertmanager.alert.firing.v1',
            subject: 'Refused',
            data: expect.objectContaining({ status: 'firing' }),
          },
        },
      ],
      next_before: null,
    });
  });

  it('is delivered when it is replayed', async () => {
    const relay = await bury();
    sink.answer = () => ({});

    const answer = await relay.admin('/relay/dead-letters/replay', {
      method: 'POST',
      body: JSON.stringify({ ids: [1] }),
    });
    await until(() => sink.calls.length === 2);

    expect(await answer.json()).toEqual({ replayed: 1 });
    expect(texts()).toEqual(['Refused', 'Refused']);
    expect((await relay.status()).dead_letters).toBe(0);
  });

  it('can be thrown away, once', async () => {
    const relay = await bury();
    const remove = async () =>
      (await relay.admin('/relay/dead-letters/1', { method: 'DELETE' })).status;

    expect([await remove(), await remove()]).toEqual([204, 404]);
  });

  it.each([
    [{}, 400],
    [{ ids: [] }, 400],
    [{ ids: ['x'] }, 400],
    [{ ids: [999] }, 404],
    [{ all: false }, 400],
    [{ ids: [1], more: 1 }, 400],
    [{ all: true, ids: [1] }, 400],
    [{ all: true }, 200],
  ])('replay of %j answers %i', async (body, status) => {
    const relay = await start();

    const answer = await relay.admin('/relay/dead-letters/replay', {
      method: 'POST',
      body: JSON.stringify(body),
    });

    expect(answer.status).toBe(status);
  });

  it('comes in pages', async () => {
    sink.answer = () => ({ status: 404 });
    const relay = await start();
    await relay.post(
      '/relay/alertmanager',
      notification(['a', 'b', 'c'].map((alertname) => alert({ alertname }))),
    );
    await until(async () => (await relay.status()).dead_letters === 3);
    const page = async (query: string) =>
      (await (await relay.admin(`/relay/dead-letters?${query}`)).json()) as {
        dead_letters: { id: number }[];
        next_before: number | null;
      };

    const first = await page('limit=2');
    const second = await page(`limit=2&before=${first.next_before}`);

    expect(first.dead_letters.map(({ id }) => id)).toEqual([3, 2]);
    expect(second.dead_letters.map(({ id }) => id)).toEqual([1]);
    expect(second.next_before).toBeNull();
  });
});

describe('administration', () => {
  it.each(['/relay/status', '/relay/dead-letters', '/RELAY/Status/'])(
    'denies %s to callers without the token',
    async (path) => {
      const relay = await start();
      const status = async (authorization?: string) =>
        (
          await fetch(relay.url + path, {
            headers: authorization === undefined ? {} : { authorization },
          })
        ).status;

      expect([await status(), await status('Bearer wrong'), await status('Basic eDp5')]).toEqual([
        401, 401, 401,
      ]);
    },
  );

  it('denies everything to everybody when no token is configured', async () => {
    const relay = await start({ EVENTS_ADMIN_TOKEN: '' });

    const statuses = await Promise.all(
      ['Bearer ', 'Bearer undefined', 'Bearer x'].map(
        async (authorization) =>
          (await fetch(`${relay.url}/relay/status`, { headers: { authorization } })).status,
      ),
    );

    expect(statuses).toEqual([401, 401, 401]);
  });
});

describe('templates', () => {
  it('send the event that one fails on to the dead letters, and the rest flows', async () => {
    const relay = await start({
      EVENTS_WEBHOOK_OUT_MESSAGE:
        '{{ if eq .data.labels.alertname "Fails" }}{{ index .data.labels.alertname 99 }}{{ end }}{{ .data.labels.alertname }}',
    });

    await relay.alert({ alertname: 'Fails' });
    await relay.alert({ alertname: 'Works' });
    await until(() => texts().includes('Works'));
    await until(async () => (await relay.status()).dead_letters === 1);

    const { recent } = await relay.status();
    expect(recent.find(({ what }) => what === 'dead')?.reason).toContain(
      'executing "webhook-message"',
    );
    expect(texts()).toEqual(['Works']);
  });

  it.each([
    ['loops', '{{ range until 100000 }}{{ range until 100000 }}x{{ end }}{{ end }}'],
    ['recurses', '{{ define "r" }}{{ template "r" . }}{{ end }}{{ template "r" . }}'],
  ])('are stopped when one %s', async (_name, template) => {
    const relay = await start({ EVENTS_WEBHOOK_OUT_MESSAGE: template });

    await relay.alert({ alertname: 'Endless' });
    await until(async () => (await relay.status()).dead_letters === 1);

    expect(sink.calls).toEqual([]);
  });

  it('send nothing when the message is blank', async () => {
    const relay = await start({
      EVENTS_WEBHOOK_OUT_MESSAGE: '{{ if eq .data.status "resolved" }}over{{ end }} \n',
    });

    await relay.alert({ alertname: 'Blank' });
    await until(
      async () =>
        (await relay.metric('relay_deliveries_total{sink="webhook",outcome="blank"')) === 1,
    );

    expect(sink.calls).toEqual([]);
  });
});

describe('selectors, forward and routes', () => {
  it('post to every URL that the selector names, and to the fixed one if it fails', async () => {
    const relay = await start({
      EVENTS_WEBHOOK_OUT_URL_SELECTOR: `{{ if .data.labels.two }}${sink.url}/one\n\n ${sink.url}/two{{ else }}{{ index .data.labels 1 }}{{ end }}`,
    });

    await relay.alert({ alertname: 'Both', two: 'yes' });
    await until(() => sink.calls.length === 2);
    await relay.alert({ alertname: 'Fallback' });
    await until(() => sink.calls.length === 3);

    expect(sink.calls.map(({ path }) => path).sort()).toEqual(['/', '/one', '/two']);
  });

  it('forward gives other sinks the answer in via, and never goes in circles', async () => {
    const chat = await stubServer(() => ({ body: { ok: true, channel: 'C1', ts: '171.5' } }));
    const relay = await start({
      EVENTS_TEAMCHAT_OUT_TOKEN: 'xoxb',
      EVENTS_TEAMCHAT_OUT_CHANNEL: 'alerts',
      EVENTS_TEAMCHAT_OUT_API_URL: chat.url,
      EVENTS_TEAMCHAT_OUT_FORWARD: 'Webhook|Slack',
      EVENTS_WEBHOOK_OUT_FORWARD: 'Teamchat',
      EVENTS_WEBHOOK_OUT_MESSAGE: '{{ with .via }}{{ .Slack.ts }} {{ .Teamchat.channel }}{{ end }}',
    });

    await relay.alert({ alertname: 'Forwarded' });
    await until(() => sink.calls.length === 1);
    await until(async () => (await relay.status()).queues.length === 0);
    await chat.close();

    expect(texts()).toEqual(['171.5 C1']);
    expect(chat.calls).toHaveLength(1);
  });

  it('forward of the webhook gives its answer to the chats', async () => {
    const chat = await stubServer();
    sink.answer = () => ({ status: 202, body: 'ticket 42' });
    const relay = await start({
      EVENTS_WEBHOOK_OUT_FORWARD: 'Slack',
      EVENTS_TEAMCHAT_URL: chat.url,
      EVENTS_TEAMCHAT_MESSAGE_TEMPLATE:
        '{{ with .via }}{{ .Webhook.status }} {{ .Webhook.body }}{{ end }}',
    });

    await relay.alert({ alertname: 'Ticket' });
    await until(() => chat.calls.length === 1);
    await chat.close();

    expect(chat.calls[0]?.json['text']).toBe('202 ticket 42');
  });

  it('routes choose the sinks by matchers, as Alertmanager has them', async () => {
    const form = await stubServer();
    const relay = await start({
      EVENTS_WORKPLACECHAT_URL: form.url,
      EVENTS_WORKPLACECHAT_MESSAGE_TEMPLATE: MESSAGE,
      EVENTS_ROUTES: JSON.stringify([
        { match: ['severity="critical"', 'team=~"db|web"'], sinks: ['workplacechat'] },
        { match: ['severity!~"info|debug"'], sinks: ['webhook'], continue: true },
        { match: ['team!=""', 'severity!=info'], sinks: ['workplacechat'] },
        { match: ['severity="info"'], sinks: [] },
      ]),
    });

    await relay.post(
      '/relay/alertmanager',
      notification([
        alert({ alertname: 'one', severity: 'critical', team: 'db' }),
        alert({ alertname: 'two', severity: 'critical', team: 'dbx' }),
        alert({ alertname: 'three', severity: 'warning' }),
        alert({ alertname: 'four', severity: 'info' }),
      ]),
    );
    await until(() => sink.calls.length === 2 && form.calls.length === 2);
    await until(async () => (await relay.status()).queues.length === 0);
    await form.close();

    const ofForm = form.calls.map(({ body }) => /\{"text":"(\w+)"\}/.exec(body.toString())?.[1]);
    expect(texts().sort()).toEqual(['three', 'two']);
    expect(ofForm.sort()).toEqual(['one', 'two']);
  });
});

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

describe('the webhook', () => {
  it('signs what it sends as Standard Webhooks has it', async () => {
    const { createHmac } = await import('node:crypto');
    const relay = await start({ EVENTS_WEBHOOK_OUT_SECRET: 'shh' });

    await relay.alert({ alertname: 'Signed' });
    await until(() => sink.calls.length === 1);

    const { headers, body } = sink.calls[0]!;
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body.toString()}`;
    const mac = createHmac('sha256', 'shh').update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${mac}`);
    expect(headers['content-type']).toBe('application/json');
  });
});
