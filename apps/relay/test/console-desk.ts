import { afterAll, beforeAll } from '@jest/globals';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRelay, until, WITH_HISTORY, type RunningRelay } from './running-relay.js';
import { stubServer, type Call, type Stub } from './stub-server.js';

export const SECRET = 'a-secret-of-the-file';
export const ID = '11111111-2222-4333-8444-555555555555';
export const FILE = `options:
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

/** What the console works with: a relay with a file that two alerts reached, of which one is a dead letter. */
export interface ConsoleDesk {
  relay: RunningRelay;
  sink: Stub;
  alertmanager: Stub;
  /** The configuration that the relay has read. */
  file: string;
  post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Of the newest event with that `alertname`. */
  idOf(name: string): Promise<string>;
}

/** Starts one for the tests of a file, and closes it after them. */
export function consoleDesk(): ConsoleDesk {
  const { argv } = process;
  const desk = {
    file: join(mkdtempSync(join(tmpdir(), 'relay-')), 'relay.yaml'),
    async post(path, body) {
      const answer = await desk.relay.admin(path, { method: 'POST', body: JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    async idOf(name) {
      const answer = await desk.relay.admin(`/relay/history?label=alertname%3D${name}`);
      const { events } = (await answer.json()) as { readonly events: readonly { id: string }[] };
      return events[0]?.id ?? '';
    },
  } as ConsoleDesk;

  beforeAll(async () => {
    desk.sink = await stubServer(({ body }) => ({ status: body.includes('Refused') ? 400 : 200 }));
    desk.alertmanager = await stubServer(answerOf);
    writeFileSync(desk.file, FILE);
    // A configuration is checked with the variables and flags of the process, which are those of the tests here.
    process.env['EVENTS_CONFIG'] = desk.file;
    process.argv = argv.slice(0, 2);
    desk.relay = await startRelay({
      ...WITH_HISTORY,
      EVENTS_CONFIG: desk.file,
      EVENTS_WEBHOOK_OUT_URL: desk.sink.url,
      EVENTS_STDOUT_OUT_MESSAGE: 'line',
      EVENTS_ALERTMANAGER_API_URL: desk.alertmanager.url,
    });
    await desk.relay.alert({ alertname: 'A', severity: 'critical', team: 'db', place: 'here' });
    await desk.relay.alert({ alertname: 'Refused', severity: 'low', place: 'there' });
    await until(async () => (await desk.relay.status()).dead_letters === 1);
  });

  afterAll(async () => {
    delete process.env['EVENTS_CONFIG'];
    process.argv = argv;
    await desk.relay.close();
    await desk.sink.close();
    await desk.alertmanager.close();
  });
  return desk;
}
