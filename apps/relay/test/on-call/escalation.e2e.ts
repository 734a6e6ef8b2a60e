import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RelayProcess } from '../relay-process.js';
import {
  alert,
  notification,
  spoolFolder,
  startRelay,
  until,
  type RunningRelay,
} from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

type Json = Readonly<Record<string, unknown>>;

const SECOND = 1 / 60;
const CALENDAR = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', 'BEGIN:VEVENT', 'UID:a'],
  ...['DTSTAMP:20260101T000000Z', 'SUMMARY:anna ', 'DTSTART:20200101T000000Z'],
  ...['DTEND:20200102T000000Z', 'RRULE:FREQ=DAILY', 'END:VEVENT', 'END:VCALENDAR'],
].join('\r\n');

let hook: Stub;
let discord: Stub;
let calendar: Stub;
let running: RunningRelay | undefined;
let process: RelayProcess | undefined;

beforeEach(async () => {
  hook = await stubServer();
  discord = await stubServer(() => ({ body: { id: '1' } }));
  calendar = await stubServer(() => ({ body: CALENDAR }));
});

afterEach(async () => {
  await running?.close();
  await process?.end('SIGKILL');
  await Promise.all([hook.close(), discord.close(), calendar.close()]);
  running = undefined;
  process = undefined;
});

const settings = (steps: readonly object[], more: Record<string, string> = {}) => ({
  EVENTS_WEBHOOK_OUT_URL: hook.url,
  EVENTS_DISCORD_OUT_URL: `${discord.url}/api/webhooks/1/token`,
  EVENTS_ROUTES: JSON.stringify([{ sinks: ['webhook'] }]),
  EVENTS_ESCALATIONS: JSON.stringify([{ name: 'db', match: ['team="db"'], steps }]),
  EVENTS_SCHEDULES: JSON.stringify([
    { name: 'primary', url: `${calendar.url}/a.ics`, people: { Anna: 'discord', Bob: 'webhook' } },
  ]),
  ...more,
});

const start = async (steps: readonly object[], more: Record<string, string> = {}) => {
  running = await startRelay(settings(steps, more));
  return running;
};

const toDiscord = () => discord.calls.map(({ json }) => json['content'] as string);
const escalated = () =>
  hook.calls.flatMap(({ json }) => ((json['via'] ?? {}) as Json)['Escalation'] ?? []);

const LABELS = { alertname: 'DiskFull', team: 'db' };

describe('an alert that nobody acknowledges', () => {
  it('goes to the next ones, each in its time, once', async () => {
    const relay = await start([
      { after_minutes: SECOND, to: ['discord'] },
      { after_minutes: 2 * SECOND, to: ['webhook'] },
    ]);

    await relay.alert(LABELS);
    await relay.alert({ alertname: 'Other', team: 'web' });
    await relay.alert(LABELS);
    await until(() => escalated().length === 1);

    expect(escalated()).toEqual([
      { policy: 'db', step: 2, minutes: expect.stringMatching(/^\d+$/) as unknown },
    ]);
    expect(toDiscord()).toEqual([expect.stringMatching(/^Not acknowledged for \d+ min: /)]);
    expect(toDiscord()[0]).toContain('DiskFull');
  });

  it('goes to whoever is on call', async () => {
    const relay = await start([{ after_minutes: SECOND, to: ['on-call:primary'] }]);

    await relay.alert(LABELS);
    await until(() => toDiscord().length === 1);

    expect(escalated()).toEqual([]);
  });

  it('goes to the next step at once when nobody is on call', async () => {
    calendar.answer = () => ({ body: CALENDAR.replace('anna', 'somebody else') });
    const relay = await start([
      { after_minutes: SECOND, to: ['on-call:primary'] },
      { after_minutes: 60, to: ['discord'] },
    ]);

    await relay.alert(LABELS);

    await until(() => toDiscord().length === 1);
  });

  it('is escalated after kill -9, by the last calendar that could be had', async () => {
    const env = {
      ...settings([
        { after_minutes: SECOND, to: ['on-call:primary'] },
        { after_minutes: 6 * SECOND, to: ['on-call:primary'] },
      ]),
      EVENTS_SPOOL_DIR: spoolFolder(),
    };
    process = await RelayProcess.create(env);
    const { url } = process;
    await process.start();
    const answer = await fetch(`${url}/relay/alertmanager`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(notification([alert(LABELS)])),
    });
    expect(answer.status).toBe(200);
    await until(() => toDiscord().length >= 1);

    await process.end('SIGKILL');
    calendar.answer = () => ({ status: 503 });
    const before = toDiscord().length;
    await process.start();

    await until(() => toDiscord().length > before);
  });
});

describe('quiet hours', () => {
  const time = (hours: number) =>
    new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);

  it('let wait what may wait, and show until when', async () => {
    const quiet = { sinks: ['webhook'], from: time(-1), to: time(1), unless: ['team="db"'] };
    running = await startRelay({
      EVENTS_WEBHOOK_OUT_URL: hook.url,
      EVENTS_QUIET_HOURS: JSON.stringify([quiet]),
    });

    await running.alert({ alertname: 'MayWait', team: 'web' });
    await running.alert({ alertname: 'MustNot', team: 'db' });
    await until(() => hook.calls.length === 1);

    expect(hook.calls[0]?.body.toString()).toContain('MustNot');
    expect((await running.status()).queues).toMatchObject([{ sink: 'webhook', waiting: 1 }]);
  });
});

describe('what is no plan', () => {
  it.each([
    ['ESCALATIONS', '[{"name": "a", "steps": [{"after_minutes": 0, "to": ["webhook"]}]}]'],
    ['ESCALATIONS', '[{"name": "a", "steps": [{"after_minutes": 5, "to": ["nosuch"]}]}]'],
    [
      'ESCALATIONS',
      '[{"name": "a", "matchers": [], "steps": [{"after_minutes": 5, "to": ["webhook"]}]}]',
    ],
    ['ESCALATIONS', '[{"name": "a", "steps": [{"after_minutes": 5, "to": ["webhook"], "on": 1}]}]'],
    ['SCHEDULES', '[{"name": "a", "url": "x", "people": {}}]'],
    ['SCHEDULES', '[{"name": "a", "url": "http://x", "people": {}, "who": 1}]'],
    ['HEARTBEATS', '[{"name": "a", "match": ["x=y"], "within_seconds": 5, "matches": []}]'],
    ['QUIET_HOURS', '[{"sinks": ["webhook"], "from": "22:00", "to": "07:00", "unles": []}]'],
    ['QUIET_HOURS', '[{"sinks": ["webhook"], "from": "25:00", "to": "07:00"}]'],
  ])('is refused: %s %s', async (name, text) => {
    await expect(startRelay({ [`EVENTS_${name}`]: text })).rejects.toThrow(`EVENTS_${name}`);
  });

  it('is refused when two have the same name: one would be taken for the other', async () => {
    const steps = [{ after_minutes: 5, to: ['webhook'] }];
    const policies = ['"db"', '"web"'].map((team) => ({
      name: 'a',
      match: [`team=${team}`],
      steps,
    }));
    await expect(
      startRelay({
        EVENTS_WEBHOOK_OUT_URL: hook.url,
        EVENTS_ESCALATIONS: JSON.stringify(policies),
      }),
    ).rejects.toThrow('escalations: the name a is given twice');
  });

  it.each([
    ['on-call:nosuch', 'there is no schedule nosuch'],
    ['discord', 'the sink discord has no address'],
  ])('is refused when nobody could be told: %s', async (to, complaint) => {
    const steps = [{ after_minutes: 5, to: [to] }];
    await expect(
      startRelay({ EVENTS_ESCALATIONS: JSON.stringify([{ name: 'a', steps }]) }),
    ).rejects.toThrow(complaint);
  });
});
