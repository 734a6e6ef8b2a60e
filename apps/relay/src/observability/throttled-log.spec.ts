import { FakeClock } from '@sextant/platform-runtime/clock';
import { describe, expect, it } from '@jest/globals';
import { ThrottledLog } from './throttled-log.js';

describe('what happens too often to be told each time', () => {
  it('is told at once, and then once a minute with how often it happened', () => {
    const clock = new FakeClock('2026-01-01T00:00:00Z');
    const told: number[] = [];
    const often = new ThrottledLog(clock, (count) => told.push(count));

    often.happened();
    for (let count = 0; count < 1000; count += 1) often.happened();
    expect(told).toEqual([1]);
    clock.advance(60_000);
    often.happened();

    expect(told).toEqual([1, 1001]);
  });
});
