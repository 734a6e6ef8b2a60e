import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

describe('a configuration that is checked', () => {
  const check = async (yaml: string) => (await post('/relay/configuration/check', { yaml })).body;

  it('is answered with what it changes, without secrets', async () => {
    const yaml = FILE.replace('continue: true', 'continue: false').replace(SECRET, 'another-one');
    const answer = await check(yaml);

    expect(answer['difference']).toMatch(/^- {4}continue: true\n\+ {4}continue: false$/m);
    expect(JSON.stringify(answer)).not.toContain(SECRET);
    expect(JSON.stringify(answer)).not.toContain('another-one');
  });

  it.each([
    ['routes:\n  - sinks: [nosuch]\n', 'sinks must be a list of'],
    ['options: {nosuch: 1}\n', 'options.nosuch: unknown option'],
    ['options: {webhook-out-message: "{{ nosuch }}", webhook-out-url: "http://x"}\n', 'nosuch'],
    ['a: [\n', 'cannot be read'],
  ])('is told what is wrong: %j', async (yaml, problem) => {
    const answer = await check(yaml);

    expect(answer).toMatchObject({ valid: false });
    expect(JSON.stringify(answer['problems'])).toContain(problem);
  });

  it.each(['plain', 'by a link'])('reads no file but those beside its own: %s', async (how) => {
    const [elsewhere, beside] = [mkdtempSync(join(tmpdir(), 'elsewhere-')), dirname(file)];
    const secret = join(elsewhere, 'token');
    writeFileSync(secret, '{{ nosuch "what nobody may read" }}');
    const link = join(beside, 'linked');
    if (how === 'by a link') symlinkSync(secret, link);
    writeFileSync(join(beside, 'own.tmpl'), '{{ nosuch }}');
    const named = async (path: string) =>
      JSON.stringify(
        await check(`options: {webhook-out-url: "http://x", webhook-out-message: "${path}"}\n`),
      );

    const answer = await named(how === 'plain' ? secret : link);
    expect(answer).toContain('is in no folder that templates are read from');
    expect(answer).not.toContain('nosuch');
    expect(await named(join(beside, 'own.tmpl'))).toContain('nosuch');
  });

  it.each([
    ['pubsub-out-credentials', '/dev/zero'],
    ['kafka-ca', '/dev/zero'],
    ['https-cert', '/etc/passwd'],
    ['https-key', '/nosuch'],
    ['syslog-in-client-ca', '/etc/passwd'],
  ])('does not look at files of other options elsewhere: %s %s', async (name, path) => {
    const { problems } = await check(`options: {${name}: ${path}}\n`);

    expect(problems).toEqual([`--${name}: ${path} is in no folder that is read from here`]);
  });

  it('takes no file that is too large for a template', async () => {
    const large = join(dirname(file), 'large.tmpl');
    writeFileSync(large, 'x'.repeat(1024 * 1024 + 1));

    const answer = await check(
      `options: {webhook-out-url: "http://x", webhook-out-message: "${large}"}\n`,
    );
    expect(JSON.stringify(answer['problems'])).toContain('is larger than 1048576 bytes');
  });

  it('is refused when its aliases would fill the memory', async () => {
    const level = (n: number) =>
      `  l${n}: &l${n} [${Array(9)
        .fill(`*l${n - 1}`)
        .join(', ')}]`;
    const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(level).join('\n');

    const answer = await check(`options:\n  l0: &l0 [x]\n${levels}\n`);
    expect(answer).toMatchObject({ valid: false });
    expect(JSON.stringify(answer['problems'])).toContain('Excessive alias count');
  });

  it('changes nothing', async () => {
    await check('routes: []\n');

    const { body } = await post('/relay/explain', { event_id: await idOf('A') });
    expect(body['routes']).toHaveLength(3);
  });
});

describe('silences', () => {
  it('are those of Alertmanager', async () => {
    expect(await (await relay.admin('/relay/silences')).json()).toEqual({
      configured: true,
      silences: [
        {
          ...{ id: ID, state: 'active', matchers: ['alertname="A"', 'team!~"db|web"'] },
          ...{ starts_at: '2026-11-21T07:00:00Z', ends_at: '2026-11-21T08:00:00Z' },
          ...{ created_by: 'Anna', comment: 'the disk' },
        },
      ],
    });
  });

  it('are made and ended in the name of who did it', async () => {
    const wish = { matchers: [{ name: 'alertname', value: 'A' }], comment: 'moving' };
    const made = await post('/relay/silences', { ...wish, ends_at: '2030-01-01T00:00:00Z' });
    const ended = await relay.admin(`/relay/silences/${ID}`, { method: 'DELETE' });
    const unknown = ID.replace(/5$/, '6');
    const missed = await relay.admin(`/relay/silences/${unknown}`, { method: 'DELETE' });

    expect(made).toEqual({ status: 201, body: { id: ID } });
    expect(alertmanager.calls.find(({ method }) => method === 'POST')?.json).toMatchObject({
      matchers: [{ name: 'alertname', value: 'A', isRegex: false, isEqual: true }],
      ...{ endsAt: '2030-01-01T00:00:00.000Z', createdBy: 'administrator', comment: 'moving' },
    });
    expect(ended.status).toBe(204);
    expect(missed.status).toBe(502);
    expect((await post('/relay/silences', { ...wish, matchers: [] })).status).toBe(400);
  });

  it.each(['2026-W48', '2026-330', '2026-11', '2026-11-25T08:00:00', 'tomorrow', 5])(
    'end at a time with its zone, and not at %j',
    async (endsAt) => {
      const matchers = [{ name: 'alertname', value: 'A' }];
      const wish = { matchers, comment: '', ends_at: endsAt };

      expect(await post('/relay/silences', wish)).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining('ends_at') } },
      });
    },
  );

  it('need an Alertmanager', async () => {
    const without = await startRelay({ EVENTS_CONFIG: '' });

    const none = await (await without.admin('/relay/silences')).json();
    const wish = { matchers: [{ name: 'a', value: 'b' }], comment: '' };
    const body = JSON.stringify({ ...wish, ends_at: '2030-01-01T00:00:00Z' });
    const answer = await without.admin('/relay/silences', { method: 'POST', body });

    expect(none).toEqual({ configured: false, silences: [] });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error: { code: 'no_alertmanager' } });
    await without.close();
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
