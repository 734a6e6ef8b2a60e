import { describe, expect, it } from '@jest/globals';
import { FakeClock, fixedIds, randomIds, secureRandom, systemClock } from './index.js';

describe('clock', () => {
  it('stands still until it is moved', () => {
    const clock = new FakeClock('2026-01-01T00:00:00Z');

    clock.advance(1500);

    expect(new Date(clock.nowMs()).toISOString()).toBe('2026-01-01T00:00:01.500Z');
  });

  it('tells the time of the machine', () => {
    const before = Date.now();

    const now = systemClock.nowMs();

    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });
});

describe('ids', () => {
  it('gives fixed ids in turn and then refuses', () => {
    const ids = fixedIds('a', 'b');

    expect([ids.next(), ids.next()]).toEqual(['a', 'b']);
    expect(() => ids.next()).toThrow('no id is left');
  });

  it('gives a new version 4 UUID each time', () => {
    const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

    const [first, second] = [randomIds.next(), randomIds.next()];

    expect(first).toMatch(version4);
    expect(second).not.toBe(first);
  });

  it('gives as many random bytes as asked for', () => {
    expect(secureRandom.bytes(32)).toHaveLength(32);
  });
});
