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
