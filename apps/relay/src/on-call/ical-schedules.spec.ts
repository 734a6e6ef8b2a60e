import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeClock } from '@sextant/platform-runtime/clock';
import type { Observer } from '../observability/observer.js';
import type { RelayConfig } from '../options/config.js';
import { CurrentConfig } from '../options/current-config.js';
import type { Schedule } from '../options/escalation-policy.js';
import type { Spool } from '../spool/spool.js';
import { CalendarRefused, IcalSchedules, onCallAt } from './ical-schedules.js';

const calendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR'].join('\r\n');

const event = (...lines: readonly string[]): readonly string[] => [
  'BEGIN:VEVENT',
  'DTSTAMP:20260101T000000Z',
  ...lines,
  'END:VEVENT',
];

/** Berlin, as calendars bring it. */
const BERLIN = [
  ...['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin'],
  ...['BEGIN:DAYLIGHT', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'DTSTART:19810329T020000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT'],
  ...['BEGIN:STANDARD', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'DTSTART:19961027T030000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD', 'END:VTIMEZONE'],
];

const TEXT = calendar(
  ...BERLIN,
  // Every week from Monday, 09:00; not that of 14 December; that of 21 December is Carl's.
  ...event(
    'UID:a',
    'SUMMARY:Anna',
    'DTSTART;TZID=Europe/Berlin:20261102T090000',
    'DTEND;TZID=Europe/Berlin:20261109T090000',
    'RRULE:FREQ=WEEKLY;INTERVAL=2',
    'EXDATE;TZID=Europe/Berlin:20261214T090000',
  ),
  ...event(
    'UID:a',
    'SUMMARY:Carl',
    'RECURRENCE-ID;TZID=Europe/Berlin:20261228T090000',
    'DTSTART;TZID=Europe/Berlin:20261228T090000',
    'DTEND;TZID=Europe/Berlin:20270104T090000',
  ),
  ...event('UID:b', 'SUMMARY:Bob', 'DTSTART:20261201T000000Z', 'DTEND:20261202T000000Z'),
);

describe('who is on call', () => {
  it.each([
    ['2026-11-02T07:59:59Z', []],
    ['2026-11-02T08:00:00Z', ['Anna']],
    ['2026-11-09T08:00:00Z', []],
    ['2026-11-16T08:00:00Z', ['Anna']],
    ['2026-12-01T12:00:00Z', ['Anna', 'Bob']],
    ['2026-12-15T12:00:00Z', []],
    ['2026-12-29T12:00:00Z', ['Carl']],
    ['2027-07-08T12:00:00Z', []],
    // In summer nine o'clock comes an hour earlier.
    ['2027-07-12T07:30:00Z', ['Anna']],
  ])('at %s: %j', async (at, expected) => {
    expect(await onCallAt(TEXT, Date.parse(at))).toEqual(expected);
  });

  it('cannot be said of what is no calendar', async () => {
    await expect(onCallAt('<html>Sign in</html>', 0)).rejects.toThrow(CalendarRefused);
  });

  it.each([
    // Thirty years of hours, of which 35 minutes each.
    ['FREQ=MINUTELY;INTERVAL=60', '20260101T093000Z', ['Anna']],
    ['FREQ=MINUTELY;INTERVAL=60', '20260101T094000Z', []],
    ['FREQ=SECONDLY;INTERVAL=3600', '20260101T091500Z', ['Anna']],
    ['FREQ=HOURLY;INTERVAL=5;UNTIL=20250101T000000Z', '20260101T090000Z', []],
    ['FREQ=DAILY;INTERVAL=2;BYHOUR=9', '20260101T091500Z', ['Anna']],
    ['FREQ=DAILY;INTERVAL=2;BYHOUR=9', '20260102T091500Z', []],
    ['FREQ=HOURLY;COUNT=3', '20260101T091500Z', []],
  ])('is known of old rules: %s at %s', async (rule, at, expected) => {
    const begin = ['UID:old', 'SUMMARY:Anna'];
    const text = calendar(
      ...event(...begin, 'DTSTART:19960101T090000Z', 'DTEND:19960101T093500Z', `RRULE:${rule}`),
    );
    const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at) ?? [];
    const [year = 0, month = 0, ...rest] = parts.map(Number);

    expect(await onCallAt(text, Date.UTC(year, month - 1, ...rest))).toEqual(expected);
  });
});

const NOW_MS = Date.parse('2026-11-20T00:00:00Z');
/** Shorter than usual, which the schedules below wait for. */
const LOOKED_MS = 1000;

class HurriedSchedules extends IcalSchedules {
  protected override readonly lookedMs = LOOKED_MS;
}

describe('a calendar that would take for ever', () => {
  const begun = ['UID:b', 'SUMMARY:Bomb', 'DTSTART:20200101T000000Z', 'DTEND:20200101T000001Z'];

  it.each(['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'])(
    'is given up, and holds nobody else up: %s',
    async (rule) => {
      const text = calendar(...event(...begun, `RRULE:${rule}`));
      let turns = 0;
      const others = setInterval(() => (turns += 1), 10);
      const look = onCallAt(text, NOW_MS, LOOKED_MS);

      await expect(look).rejects.toThrow(CalendarRefused);
      clearInterval(others);
      expect(turns).toBeGreaterThan(10);
    },
    60_000,
  );

  it('is given up when many events each take long', async () => {
    const rule = 'RRULE:FREQ=SECONDLY;COUNT=400000000';
    const many = Array.from({ length: 50 }, () => event(...begun, rule)).flat();
    await expect(onCallAt(calendar(...many), NOW_MS, LOOKED_MS)).rejects.toThrow(CalendarRefused);
  }, 60_000);

  it('is not looked at again until it changes', async () => {
    let text = calendar(...event(...begun, 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'));
    const server = createServer((_request, response) => response.end(text)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const clock = new FakeClock('2026-11-20T00:00:00Z');
    const troubles: string[] = [];
    const configured: readonly Schedule[] = [
      {
        name: 'primary',
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        people: { Anna: { kind: 'sink', sink: 'email' } },
      },
    ];
    const spool: Pick<Spool, 'reply' | 'settle'> = {
      reply: () => Promise.resolve(undefined),
      settle: () => Promise.resolve(),
    };
    const observer: Observer = {
      ...{ accepted: () => undefined, dropped: () => undefined, delivery: () => undefined },
      trouble: (_what, error) => troubles.push(String(error)),
    };
    const config = new CurrentConfig({ schedules: configured } as RelayConfig);
    const schedules = new HurriedSchedules(config, spool as Spool, observer, clock);

    const refused = [await schedules.who('primary', clock.nowMs())];
    for (let asked = 0; asked < 20; asked += 1) {
      refused.push(await schedules.who('primary', clock.nowMs()));
    }
    text = calendar(
      ...event('UID:a', 'SUMMARY:Anna', 'DTSTART:20261101T000000Z', 'DTEND:20261201T000000Z'),
    );
    const found = await schedules.who('primary', clock.nowMs());
    server.close();

    expect(refused.flat()).toEqual([]);
    expect(troubles[0]).toContain(`within ${LOOKED_MS} ms`);
    expect(troubles.filter((trouble) => trouble.includes('refused before'))).toHaveLength(20);
    expect(found).toEqual(['Anna']);
  }, 60_000);
});

describe('a schedule', () => {
  it('is asked for where the configuration of now has it, and not kept from that before', async () => {
    const now = event(
      'UID:a',
      'SUMMARY:Anna',
      'DTSTART:20261101T000000Z',
      'DTEND:20261201T000000Z',
    );
    const server = createServer((_request, response) => response.end(calendar(...now)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const clock = new FakeClock('2026-11-20T00:00:00Z');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const people = (name: string): RelayConfig =>
      ({
        schedules: [{ name: 'primary', url, people: { [name]: { kind: 'sink', sink: 'email' } } }],
      }) as unknown as RelayConfig;
    let asked = 0;
    server.on('request', () => (asked += 1));
    const spool: Pick<Spool, 'reply' | 'settle'> = {
      reply: () => Promise.resolve(undefined),
      settle: () => Promise.resolve(),
    };
    const config = new CurrentConfig(people('Bert'));
    const schedules = new IcalSchedules(config, spool as Spool, {} as Observer, clock);

    const before = await schedules.who('primary', clock.nowMs());
    await schedules.who('primary', clock.nowMs());
    config.replace(people('Anna'));
    const after = await schedules.who('primary', clock.nowMs());
    server.close();

    expect([before, after, asked]).toEqual([[], ['Anna'], 2]);
  });
});
