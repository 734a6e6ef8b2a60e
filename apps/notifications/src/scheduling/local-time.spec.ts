import { describe, expect, it, jest } from '@jest/globals';
import { minuteOfDay, nextDaily } from './local-time.js';

it('keeps one format for a time zone, in whatever case people write it', () => {
  const made = jest.spyOn(Intl, 'DateTimeFormat');
  const at = new Date('2026-11-25T01:30:00Z');
  for (const name of ['Europe/Berlin', 'europe/berlin', 'EUROPE/BERLIN', 'eUROPE/bERLIN']) {
    expect(minuteOfDay(at, name)).toBe(150);
  }
  expect(made).toHaveBeenCalledTimes(1);
});

describe('on the night when clocks go from two to three', () => {
  const zone = 'Europe/Berlin';
  const HALF_PAST_TWO = 150;

  it.each([
    ['in the evening before', '2026-03-28T20:00:00Z'],
    ['a moment before', '2026-03-29T00:45:00Z'],
    ['just before the gap', '2026-03-29T00:59:59Z'],
  ])('a time that there is not comes after it: %s', (_name, now) => {
    const at = nextDaily(new Date(now), zone, HALF_PAST_TWO);

    expect(at.toISOString()).toBe('2026-03-29T01:30:00.000Z');
  });
});

it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'])(
  'the next time is always after now, and within a day and an hour: %s',
  (zone) => {
    for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 1); ms += 47 * 60_000) {
      for (const minute of [0, 90, 120, 150, 480]) {
        const aheadMs = nextDaily(new Date(ms), zone, minute).getTime() - ms;
        if (aheadMs <= 0 || aheadMs > 25 * 3_600_000) {
          throw new Error(`${new Date(ms).toISOString()} ${minute}: ${aheadMs}`);
        }
      }
    }
  },
);
