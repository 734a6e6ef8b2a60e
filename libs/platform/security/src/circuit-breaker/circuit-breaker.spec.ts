import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { CircuitBreaker } from './circuit-breaker.js';

const HOUR = 3_600_000;

describe('CircuitBreaker', () => {
  let clock: FakeClock;
  let breaker: CircuitBreaker;
  beforeEach(() => {
    clock = new FakeClock('2026-01-01T00:00:00Z');
    breaker = new CircuitBreaker(clock, { failures: 3, pauseMs: 1000 });
  });

  const fail = (times: number): void => {
    for (let turn = 0; turn < times; turn += 1) breaker.begin()?.failed();
  };
  const admits = (): boolean => {
    const call = breaker.begin();
    call?.abandoned();
    return call !== undefined;
  };

  it('lets calls through until so many failed in a row', () => {
    fail(2);
    breaker.begin()?.succeeded();
    fail(2);

    expect(admits()).toBe(true);
    fail(1);
    expect(admits()).toBe(false);
    expect(breaker.state).toBe('open');
    expect(breaker.waitMs()).toBe(1000);
  });

  it('lets one call through after the pause, and no second beside it', () => {
    fail(3);
    clock.advance(1000);

    expect(breaker.state).toBe('half-open');
    expect(breaker.waitMs()).toBe(0);
    expect(breaker.begin()).toBeDefined();
    expect(breaker.begin()).toBeUndefined();
    expect(breaker.waitMs()).toBe(Infinity);
  });

  it('is closed by the trial that succeeds', () => {
    fail(3);
    clock.advance(1000);
    breaker.begin()?.succeeded();

    expect([admits(), breaker.isOpen, breaker.state]).toEqual([true, false, 'closed']);
    fail(2);
    expect(admits()).toBe(true);
  });

  it('is opened again by the trial that fails', () => {
    fail(3);
    clock.advance(1000);
    fail(1);

    expect(admits()).toBe(false);
    clock.advance(1000);
    expect(admits()).toBe(true);
  });

  it('takes another trial when the first was given up', () => {
    fail(3);
    clock.advance(1000);
    breaker.begin()?.abandoned();

    expect(admits()).toBe(true);
  });

  it('opens once, however many calls were under way when the server went away', () => {
    const growing = new CircuitBreaker(clock, { failures: 3, pauseMs: 1000, maxPauseMs: HOUR });
    const calls = Array.from({ length: 12 }, () => growing.begin());

    for (const call of calls) call?.failed();

    expect(growing.waitMs()).toBe(1000);
  });

  it('is neither closed nor opened by what was let through before it opened', () => {
    const [late, later] = [breaker.begin(), breaker.begin()];
    fail(3);

    late?.succeeded();
    expect(breaker.state).toBe('open');

    clock.advance(1000);
    const trial = breaker.begin();
    later?.failed();
    expect(breaker.begin()).toBeUndefined();
    trial?.succeeded();
    expect(breaker.state).toBe('closed');
  });

  it('counts the outcome of a call once', () => {
    const call = breaker.begin();

    for (let time = 0; time < 3; time += 1) call?.failed();

    expect(breaker.state).toBe('closed');
  });

  it('doubles its pause with each opening in a row, up to the longest', () => {
    const growing = new CircuitBreaker(clock, { failures: 1, pauseMs: 1000, maxPauseMs: 5000 });
    const pauses = [1, 2, 3, 4].map(() => {
      growing.begin()?.failed();
      const waitMs = growing.waitMs();
      clock.advance(waitMs);
      return waitMs;
    });
    growing.begin()?.succeeded();
    growing.begin()?.failed();

    expect(pauses).toEqual([1000, 2000, 4000, 5000]);
    expect(growing.waitMs()).toBe(1000);
  });

  it('pauses for at least the half when dice are thrown', () => {
    const low = new CircuitBreaker(clock, { failures: 1, pauseMs: 1000, dice: () => 0 });
    low.begin()?.failed();

    expect(low.waitMs()).toBe(500);
  });

  it('does not mind a clock that somebody sets', () => {
    fail(3);
    clock.set(25 * HOUR);
    expect(admits()).toBe(false);

    clock.set(-50 * HOUR);
    clock.advance(1000);
    expect(admits()).toBe(true);
  });
});
