import { describe, expect, it } from '@jest/globals';
import { FakeClock, SteadyClock } from './index.js';

const HOUR_MS = 3_600_000;

function steady() {
  const machine = new FakeClock('2026-01-01T00:00:00Z');
  const clock = new SteadyClock(machine);
  return { machine, clock, start: machine.nowMs() };
}

describe('SteadyClock', () => {
  it('goes as the clock of the machine does, which is slewed', () => {
    const { machine, clock } = steady();

    for (let second = 0; second < 100; second += 1) {
      machine.advance(1000);
      machine.set(100);
      expect(clock.nowMs()).toBe(machine.nowMs());
    }
  });

  it.each([25 * HOUR_MS, -25 * HOUR_MS])('does not follow for ten seconds, by %d ms', (jumpMs) => {
    const { machine, clock, start } = steady();

    machine.set(jumpMs);
    const during = clock.nowMs();
    machine.advance(10_000);
    const later = clock.nowMs();
    machine.set(-jumpMs);
    machine.advance(HOUR_MS);

    expect([during - start, later - start]).toEqual([0, 10_000]);
    expect(clock.nowMs()).toBe(machine.nowMs());
  });

  it('believes what lasts for five minutes', () => {
    const { machine, clock } = steady();

    machine.set(HOUR_MS);
    clock.nowMs();
    machine.advance(5 * 60_000 - 1);
    const before = clock.nowMs();
    machine.advance(1);

    expect(machine.nowMs() - 1 - before).toBe(HOUR_MS);
    expect(clock.nowMs()).toBe(machine.nowMs());
  });
});
