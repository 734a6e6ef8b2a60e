import { expect, it, jest } from '@jest/globals';
import { minuteOfDay } from './local-time.js';

it('keeps one format for a time zone, in whatever case people write it', () => {
  const made = jest.spyOn(Intl, 'DateTimeFormat');
  const at = new Date('2026-11-25T01:30:00Z');
  for (const name of ['Europe/Berlin', 'europe/berlin', 'EUROPE/BERLIN', 'eUROPE/bERLIN']) {
    expect(minuteOfDay(at, name)).toBe(150);
  }
  expect(made).toHaveBeenCalledTimes(1);
});
