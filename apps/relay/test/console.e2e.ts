import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRelay, until, type RunningRelay } from './running-relay.js';
import { stubServer, type Call, type Stub } from './stub-server.js';

const SECRET = 'a-secret-of-the-file';
const ID = '11111111-2222-4333-8444-555555555555';
const FILE = `options:
  webhook-out-message: '{{ .data.labels.alertname }} at {{ .data.labels.place }}'
  webhook-out-secret: '${SECRET}'
routes:
  - match: ['severity="critical"', 'team=~"db|web"']
    sinks: [webhook]
    continue: true
  - match: ['severity="critical"']
    sinks: [stdout]
  - sinks: [webhook]
`;

const { argv } = process;
let sink: Stub;
let alertmanager: Stub;
let relay: RunningRelay;
let file: string;

const answerOf = ({ method, path }: Call) => {
  if (path.startsWith('/api/v2/silence/')) return { status: path.endsWith(ID) ? 200 : 404 };
  if (method === 'POST') return { body: { silenceID: ID } };
  const matchers = [
    { name: 'alertname', value: 'A', isRegex: false, isEqual: true },
    { name: 'team', value: 'db|web', isRegex: true, isEqual: false },
  ];
  const times = { startsAt: '2026-11-21T07:00:00Z', endsAt: '2026-11-21T08:00:00Z' };
  const said = { createdBy: 'Anna', comment: 'the disk' };
  return { body: [{ id: ID, status: { state: 'active' }, matchers, ...times, ...said }] };
};

beforeAll(async () => {
  sink = await stubServer(({ body }) => ({ status: body.includes('Refused') ? 400 : 200 }));
  alertmanager = await stubServer(answerOf);
  file = join(mkdtempSync(join(tmpdir(), 'relay-')), 'relay.yaml');
  writeFileSync(file, FILE);
  // A configuration is checked with the variables and flags of the process, which are those of the tests here.
  process.env['EVENTS_CONFIG'] = file;
  process.argv = argv.slice(0, 2);
  relay = await startRelay({
    EVENTS_CONFIG: file,
    EVENTS_WEBHOOK_OUT_URL: sink.url,
    EVENTS_STDOUT_OUT_MESSAGE: 'line',
    EVENTS_ALERTMANAGER_API_URL: alertmanager.url,
  });
  await relay.alert({ alertname: 'A', severity: 'critical', team: 'db', place: 'here' });
  await relay.alert({ alertname: 'Refused', severity: 'low', place: 'there' });
  await until(async () => (await relay.status()).dead_letters === 1);
});

afterAll(async () => {
  delete process.env['EVENTS_CONFIG'];
  process.argv = argv;
  await relay.close();
  await sink.close();
  await alertmanager.close();
});

const post = async (path: string, body: object) => {
  const answer = await relay.admin(path, { method: 'POST', body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

async function idOf(name: string): Promise<string> {
  const answer = await relay.admin(`/relay/history?label=alertname%3D${name}`);
  const { events } = (await answer.json()) as { readonly events: readonly { id: string }[] };
  return events[0]?.id ?? '';
}

describe('why an event goes where it goes', () => {
  it('is told by route and condition, with the message', async () => {
    const { body } = await post('/relay/explain', { event_id: await idOf('A') });

    expect(body).toEqual({
      routes: [
        {
          conditions: [
            { text: 'severity="critical"', holds: true },
            { text: 'team=~"db|web"', holds: true },
          ],
          ...{ matches: true, reached: true, continue: true, sinks: ['webhook'], group_by: [] },
        },
        {
          conditions: [{ text: 'severity="critical"', holds: true }],
          ...{ matches: true, reached: true, continue: false, sinks: ['stdout'], group_by: [] },
        },
        {
          conditions: [],
          ...{ matches: true, reached: false, continue: false, sinks: ['webhook'], group_by: [] },
        },
      ],
      unmatched: false,
      deliveries: [
        { sink: 'webhook', target: expect.any(String), message: 'A at here', reason: null },
        { sink: 'stdout', target: expect.any(String), message: 'line', reason: null },
      ],
    });
  });

  it('is told of dead letters, too', async () => {
    const list = await (await relay.admin('/relay/dead-letters')).json();
    const [{ id }] = (list as { dead_letters: [{ id: number }] }).dead_letters;

    const { body } = await post('/relay/explain', { dead_letter: id });

    expect(body).toMatchObject({ deliveries: [{ sink: 'webhook', message: 'Refused at there' }] });
    expect((await post('/relay/explain', { dead_letter: id + 1000 })).status).toBe(404);
    expect((await post('/relay/explain', { event_id: 'nosuch' })).status).toBe(404);
    expect((await post('/relay/explain', {})).status).toBe(400);
  });
});

describe('a template that is tried', () => {
  const attempt = async (template: string, option = 'webhook-out-message') =>
    (await post('/relay/templates/try', { event_id: await idOf('A'), option, template })).body;

  it('is listed as it is deployed', async () => {
    const { templates } = (await (await relay.admin('/relay/templates')).json()) as {
      readonly templates: readonly { readonly option: string; readonly template: string }[];
    };

    expect(templates).toContainEqual({
      option: 'webhook-out-message',
      template: '{{ .data.labels.alertname }} at {{ .data.labels.place }}',
    });
  });

  it('renders the event, and shows what differs from what is deployed', async () => {
    expect(await attempt('{{ .data.labels.team }} in trouble')).toEqual({
      output: 'db in trouble',
      fault: null,
      warnings: [],
      difference: expect.stringContaining(
        '-{{ .data.labels.alertname }} at {{ .data.labels.place }}\n+{{ .data.labels.team }} in trouble',
      ),
    });
    expect(await attempt('{{ .data.labels.alertname }} at {{ .data.labels.place }}')).toMatchObject(
      { output: 'A at here', difference: '' },
    );
  });

  it.each([
    ['one\n  {{ nosuch .x }}', 2, 6, 'function "nosuch" not defined'],
    ['{{ if }}', 1, 7, 'missing value for if'],
    ['a\nb {{ index .data 1 2 }}', 2, 6, 'error calling index'],
  ])('says where it is wrong: %j', async (template, line, column, message) => {
    expect(await attempt(template)).toMatchObject({
      output: null,
      fault: { line, column, message: expect.stringContaining(message) },
    });
  });

  it('warns of what only the upstream tool has', async () => {
    const { warnings } = await attempt('{{ if false }}{{ jsonata . "x" }}{{ end }}x');

    expect(warnings).toEqual([expect.stringContaining('jsonata')]);
  });

  it('is not compared for long with one that has nothing in common with it', async () => {
    const words = (begin: string) =>
      Array.from({ length: 40_000 }, (_unused, line) => `${begin} ${line}`).join('\n');
    const option = 'discord-out-message';
    const long = await startRelay({
      EVENTS_CONFIG: '',
      EVENTS_DISCORD_OUT_URL: sink.url,
      EVENTS_DISCORD_OUT_MESSAGE: words('deployed'),
      EVENTS_STDOUT_OUT_MESSAGE: 'line',
      EVENTS_ROUTES: JSON.stringify([{ sinks: ['stdout'] }]),
    });
    await long.alert({ alertname: 'Long' });
    const found = async () =>
      (await (await long.admin('/relay/history?label=alertname%3DLong')).json()) as {
        readonly events: readonly { readonly id: string }[];
      };
    await until(async () => (await found()).events.length > 0);
    const [event] = (await found()).events;
    const body = JSON.stringify({ event_id: event?.id, option, template: words('given') });

    const answer = await long.admin('/relay/templates/try', { method: 'POST', body });
    await long.close();

    expect(await answer.json()).toMatchObject({ difference: '(too unlike to be compared)' });
  });

  it('is one that is deployed', async () => {
    const body = { event_id: await idOf('A'), option: 'discord-out-message', template: 'x' };

    expect(await post('/relay/templates/try', body)).toMatchObject({
      status: 404,
      body: { error: { code: 'template_not_found' } },
    });
  });
});

describe('dead letters in bulk', () => {
  it('are thrown away together', async () => {
    const list = await (await relay.admin('/relay/dead-letters')).json();
    const ids = (list as { dead_letters: { id: number }[] }).dead_letters.map(({ id }) => id);

    expect((await post('/relay/dead-letters/remove', { ids })).body).toEqual({ removed: 1 });
    expect((await post('/relay/dead-letters/remove', { ids })).status).toBe(404);
    expect((await post('/relay/dead-letters/remove', { ids: [] })).status).toBe(400);
  });
});

describe('the page', () => {
  it('is there where people can sign in, and calls nobody but the issuer', async () => {
    const issuer = 'https://login.example';
    const started = await startRelay({ EVENTS_CONFIG: '', AUTH_ISSUER: issuer });

    const page = await fetch(`${started.url}/relay/console`);

    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${issuer};`);
    expect(await page.text()).toContain('"clientId":"sextant-relay"');
    expect((await fetch(`${relay.url}/relay/console`)).status).toBe(404);
    await started.close();
  });
});
