import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-clock';
import { CircuitBreaker } from './circuit-breaker.js';

describe('CircuitBreaker', () => {
  let clock: FakeClock;
  let breaker: CircuitBreaker;
  beforeEach(() => {
    clock = new FakeClock('2026-01-01T00:00:00Z');
    breaker = new CircuitBreaker(clock, { failures: 3, pauseMs: 1000 });
  });

  const fail = (times: number): void => {
    for (let turn = 0; turn < times; turn += 1) breaker.failed();
  };

  it('lets calls through until so many failed in a row', () => {
    fail(2);
    breaker.succeeded();
    fail(2);

    expect(breaker.admits()).toBe(true);
    fail(1);
    expect(breaker.admits()).toBe(false);
  });

  it('lets one call through after the pause, and no second beside it', () => {
    fail(3);
    clock.advance(1000);

    expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
  });

  it('is closed by the trial that succeeds', () => {
    fail(3);
    clock.advance(1000);
    breaker.admits();
    breaker.succeeded();

    expect([breaker.admits(), breaker.admits(), breaker.isOpen]).toEqual([true, true, false]);
  });

  it('is opened again by the trial that fails', () => {
    fail(3);
    clock.advance(1000);
    breaker.admits();
    breaker.failed();

    expect(breaker.admits()).toBe(false);
    clock.advance(1000);
    expect(breaker.admits()).toBe(true);
  });

  it('takes another trial when the first was given up', () => {
    fail(3);
    clock.advance(1000);
    breaker.admits();
    breaker.abandoned();

    expect(breaker.admits()).toBe(true);
  });
});
