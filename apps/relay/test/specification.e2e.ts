/** The tables of the specification, part C: endpoints, start options and variables, all of them at once. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RelayProcess } from './relay-process.js';
import { alert, notification, review, spoolFolder, until } from './running-relay.js';
import { stubServer, type Stub } from './stub-server.js';

const folder = spoolFolder();
let channels: Stub;
let relay: RelayProcess;

const defined = (name: string, text: string) => `{{ define "${name}" }}${text}{{ end }}`;
const NAME =
  '{{ if .data.labels }}{{ .data.labels.alertname }}{{ else }}{{ .data.location }}{{ end }}';

beforeAll(async () => {
  channels = await stubServer(({ path }) => ({
    body: path.startsWith('/bot') ? { ok: true, result: { message_id: 1, chat: { id: 1 } } } : 'ok',
  }));
  // What the option `--workplacechat-message-template` names is configured.
  const file = join(folder, 'relay.yaml');
  writeFileSync(file, JSON.stringify({ templates: { 'a-configured-one': `work ${NAME}` } }));
  const words = {
    '--config': file,
    '--http-listen': '127.0.0.1:{port}',
    '--http-k8s-url': '/k8s',
    '--http-alertmanager-url': '/alertmanager',
    '--chatbot-url': `${channels.url}/bot1:T/sendMessage?chat_id=42`,
    '--chatbot-message-template': defined('chatbot-message', `chat ${NAME}`),
    '--teamchat-url': `${channels.url}/team`,
    '--teamchat-message-template': defined('teamchat-message', `team ${NAME}`),
    '--workplacechat-url': `${channels.url}/work`,
    '--workplacechat-message-template': 'a-configured-one',
  };
  relay = await RelayProcess.create(
    {
      EVENTS_SPOOL_DIR: folder,
      // The option wins.
      EVENTS_HTTP_LISTEN: '127.0.0.1:1',
      EVENTS_DASHBOARD_URL: '',
      EVENTS_DASHBOARD_API_KEY: 'unused',
      EVENTS_STDOUT_FORMAT: 'template',
      EVENTS_STDOUT_LEVEL: 'debug',
      EVENTS_STDOUT_TEMPLATE: 'line {{.level}} {{.msg}}',
    },
    Object.entries(words).flat(),
  );
  await relay.start();
});

afterAll(async () => {
  await relay.end('SIGKILL');
  await channels.close();
});

const send = (path: string, body: object, more: RequestInit = {}) =>
  fetch(relay.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...more,
  });

const alerts = notification([alert({ alertname: 'DiskFull' })]);
const { request } = review({ uid: 'u-1' }) as { request: object };

const textsOf = (path: string) =>
  channels.calls.filter((call) => call.path.startsWith(path)).map(({ body }) => body.toString());

describe('the endpoints', () => {
  it('answer as the table has it, and each channel gets each event with its own template', async () => {
    const [reviewed, alerted] = [
      await send('/k8s', { request }),
      await send('/alertmanager', alerts),
    ];

    expect(await reviewed.json()).toEqual({ response: { uid: 'u-1', allowed: true } });
    expect(await alerted.json()).toEqual({ Message: 'OK' });
    await until(() => channels.calls.length === 6);
    for (const name of ['DiskFull', 'shop.web-1']) {
      expect(textsOf('/bot1:T/sendMessage')).toContainEqual(
        expect.stringContaining(`chat ${name}`),
      );
      expect(textsOf('/team')).toContainEqual(expect.stringContaining(`team ${name}`));
      expect(textsOf('/work')).toContainEqual(expect.stringContaining(`work ${name}`));
    }
    const [bot] = channels.calls.filter(({ path }) => path.startsWith('/bot'));
    expect(bot?.json).toMatchObject({ chat_id: '42' });
  });

  it.each(['/k8s', '/alertmanager'])('take JSON by POST alone: %s', async (path) => {
    const text = await send(path, {}, { headers: { 'content-type': 'text/plain' } });
    const asked = await fetch(relay.url + path);

    expect([text.status, asked.status, asked.headers.get('allow')]).toEqual([415, 405, 'POST']);
  });

  it('are at no other paths than the options say', async () => {
    expect((await send('/relay/k8s', { request })).status).toBe(404);
    expect((await send('/relay/alertmanager', alerts)).status).toBe(404);
  });
});

describe('the variables', () => {
  it('say how log lines look and which there are', async () => {
    await send('/alertmanager', {}, { headers: { 'content-type': 'text/plain' } });

    await until(() => relay.output.includes('line debug request.refused'));
    expect(relay.output).toContain('line info request\n');
    expect(
      relay.output.split('\n').filter((line) => line !== '' && !line.startsWith('line ')),
    ).toEqual([]);
  });
});

describe('the options of the chat bot that go together', () => {
  it('are token, chat and message, by which an alert has no picture without a dashboard', async () => {
    const other = await RelayProcess.create({ EVENTS_SPOOL_DIR: spoolFolder() }, [
      ...['--chatbot-out-id-token', '2:U', '--chatbot-out-chat-id', '43'],
      ...['--chatbot-out-message', 'short {{ .data.labels.alertname }}'],
      ...['--chatbot-out-api-url', channels.url],
    ]);
    await other.start();
    await fetch(`${other.url}/relay/alertmanager`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(
        notification([
          alert({ alertname: 'Short' }, { generatorURL: 'http://p/graph?g0.expr=a+%3E+1' }),
        ]),
      ),
    });
    await until(() => textsOf('/bot2:U').length === 1);

    const [call] = channels.calls.filter(({ path }) => path.startsWith('/bot2:U'));
    expect(call?.path).toBe('/bot2:U/sendMessage');
    expect(call?.json).toMatchObject({ chat_id: '43', text: 'short Short' });
    await other.end('SIGKILL');
  });
});
