import { describe, expect, it } from '@jest/globals';
import { onCallAt } from './ical-schedules.js';

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
  ])('at %s: %j', (at, expected) => {
    expect(onCallAt(TEXT, Date.parse(at))).toEqual(expected);
  });

  it('cannot be said of what is no calendar', () => {
    expect(() => onCallAt('<html>Sign in</html>', 0)).toThrow();
  });
});

describe('a calendar that would take for ever', () => {
  const begun = ['UID:b', 'SUMMARY:Bomb', 'DTSTART:20200101T000000Z', 'DTEND:20200101T000001Z'];

  it.each(['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'])(
    'is given up: %s',
    (rule) => {
      const text = calendar(...event(...begun, `RRULE:${rule}`));
      expect(() => onCallAt(text, Date.parse('2026-11-20T00:00:00Z'))).toThrow(/timed out/);
    },
  );

  it('is given up when many events each take long', () => {
    const many = Array.from({ length: 50 }, () => event(...begun, 'RRULE:FREQ=SECONDLY')).flat();
    const text = calendar(...many);
    expect(() => onCallAt(text, Date.parse('2026-11-20T00:00:00Z'))).toThrow(/timed out/);
  });
});
