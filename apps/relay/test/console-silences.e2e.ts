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
