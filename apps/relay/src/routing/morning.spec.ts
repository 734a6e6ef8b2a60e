import { describe, expect, it } from '@jest/globals';
import { nextTimeOfDay } from './morning.js';

const at = (text: string): number => Date.parse(text);

describe('until morning', () => {
  it.each([
    ['2026-11-21T06:59:30Z', '08:00', 'UTC', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T08:00:00Z', '08:00', 'UTC', '2026-11-22T08:00:00.000Z'],
    ['2026-11-21T22:10:00Z', '08:00', 'Europe/Berlin', '2026-11-22T07:00:00.000Z'],
    // Clocks go forward at 01:00 UTC on 29 March 2026, and back on 25 October.
    ['2026-03-28T22:00:00Z', '08:00', 'Europe/Berlin', '2026-03-29T06:00:00.000Z'],
    ['2026-10-24T22:00:00Z', '08:00', 'Europe/Berlin', '2026-10-25T07:00:00.000Z'],
    ['2026-11-21T22:10:00Z', '07:30', 'Asia/Kolkata', '2026-11-22T02:00:00.000Z'],
  ])('from %s to %s in %s is %s', (now, time, zone, expected) => {
    expect(new Date(nextTimeOfDay(at(now), time, zone)).toISOString()).toBe(expected);
  });
});
