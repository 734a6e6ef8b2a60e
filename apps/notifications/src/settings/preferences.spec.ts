import { describe, expect, it } from '@jest/globals';
import { isTimeZone, nextDaily, nextWeekly } from '../scheduling/local-time.js';
import { changed, mailAt, pushAt, withDefaults, type EmailMode } from './preferences.js';

const at = (text: string) => new Date(text);

describe('times of day', () => {
  it.each([
    ['later today', '2026-01-05T05:00:00Z', 'Europe/Madrid', '2026-01-05T07:00:00Z'],
    ['tomorrow', '2026-01-05T07:00:00Z', 'Europe/Madrid', '2026-01-06T07:00:00Z'],
    ['half hours off', '2026-01-05T00:00:00Z', 'Asia/Kolkata', '2026-01-05T02:30:00Z'],
    // Clocks go forward at 01:00 UTC on 29 March 2026, and back on 25 October.
    [
      'after a night that is an hour shorter',
      '2026-03-28T20:00:00Z',
      'Europe/Madrid',
      '2026-03-29T06:00:00Z',
    ],
    [
      'after a night that is an hour longer',
      '2026-10-24T20:00:00Z',
      'Europe/Madrid',
      '2026-10-25T07:00:00Z',
    ],
  ])('are found %s', (_name, now, zone, expected) => {
    expect(nextDaily(at(now), zone, 8 * 60)).toEqual(at(expected));
  });

  it('are found in the week', () => {
    // A Thursday.
    expect(nextWeekly(at('2026-01-08T12:00:00Z'), 'UTC', 8 * 60)).toEqual(
      at('2026-01-12T08:00:00Z'),
    );
    expect(nextWeekly(at('2026-01-12T08:00:00Z'), 'UTC', 8 * 60)).toEqual(
      at('2026-01-19T08:00:00Z'),
    );
  });

  it('know the zones of the database, and no others', () => {
    expect(['Europe/Madrid', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([
      ...[true, true, false, false],
    ]);
  });
});

describe('preferences', () => {
  const quiet = withDefaults({ quietHours: { from: '22:00', to: '07:00' } });

  it.each([
    ['before', '2026-01-05T20:59:00Z', '2026-01-05T20:59:00Z'],
    ['at the beginning', '2026-01-05T21:00:00Z', '2026-01-06T06:00:00Z'],
    ['after midnight', '2026-01-06T03:00:00Z', '2026-01-06T06:00:00Z'],
    ['at the end', '2026-01-06T06:00:00Z', '2026-01-06T06:00:00Z'],
  ])('let a push go or wait: %s', (_name, now, expected) => {
    expect(pushAt(quiet, at(now), 'Europe/Madrid')).toEqual(at(expected));
  });

  it('may be quiet by day', () => {
    const school = withDefaults({ quietHours: { from: '08:00', to: '13:30' } });

    expect(pushAt(school, at('2026-01-05T09:00:00Z'), 'UTC')).toEqual(at('2026-01-05T13:30:00Z'));
    expect(pushAt(school, at('2026-01-05T23:00:00Z'), 'UTC')).toEqual(at('2026-01-05T23:00:00Z'));
  });

  it.each<[EmailMode, string | undefined]>([
    ['off', undefined],
    ['now', '2026-01-08T12:34:00Z'],
    ['hour', '2026-01-08T13:00:00Z'],
    ['day', '2026-01-09T08:00:00Z'],
    ['week', '2026-01-12T08:00:00Z'],
    ['unread', '2026-01-09T12:34:00Z'],
  ])('say when e-mail tells: %s', (mode, expected) => {
    const now = at('2026-01-08T12:34:00Z');

    const found = mailAt(mode, withDefaults({}), { now, timeZone: 'UTC' });

    expect(found).toEqual(expected === undefined ? undefined : at(expected));
  });

  it('change member by member', () => {
    const kept = changed(
      { kinds: { direct: { push: false } }, unreadHours: 3 },
      { kinds: { direct: { email: 'day' }, newPost: { email: 'now' } } },
    );

    expect(kept).toEqual({
      kinds: { direct: { push: false, email: 'day' }, newPost: { email: 'now' } },
      unreadHours: 3,
    });
  });
});
