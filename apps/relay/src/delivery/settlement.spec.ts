import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import type { RelayEvent } from '../events/event.js';
import type { Observer } from '../observability/observer.js';
import { SpoolFull, type NewDeadLetter, type Settled } from '../spool/spool.js';
import { Settlement } from './settlement.js';

const letter = (sink: string): NewDeadLetter => ({
  ...{ event: {} as RelayEvent, sink, target: '', reason: 'r', attempts: 1, atMs: 1 },
});

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the settlement on a full disk', () => {
  it('writes what makes room first, and each dead letter with what it ends', async () => {
    const written: Settled[] = [];
    let room = 0;
    const settlement = new Settlement({
      observer: { trouble: () => undefined } as unknown as Observer,
      ...{ clock: new FakeClock('2026-01-01T00:00:00Z'), onEvents: () => undefined },
      spool: {
        settle: (step) => {
          if (step.deadLetters.length > room) return Promise.reject(new SpoolFull('full'));
          room += step.done.length - 2 * step.deadLetters.length;
          written.push(step);
          return Promise.resolve();
        },
      },
    });

    for (const id of [1, 2, 3]) settlement.deadLetter(letter(`s${id}`), { id, seq: id });
    settlement.done(4, 4);
    const flushed = settlement.flushed();
    await jest.advanceTimersByTimeAsync(1500);
    settlement.done(5, 5);
    settlement.done(6, 6);
    await jest.advanceTimersByTimeAsync(5000);
    await flushed;

    expect(written.map(({ done }) => done.map(({ id }) => id))[0]).toEqual([4]);
    expect(written.flatMap(({ done }) => done.map(({ id }) => id)).toSorted()).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
    expect(
      written.map(({ deadLetters, done }) =>
        deadLetters.every(({ sink }) => done.some(({ id }) => sink === `s${id}`)),
      ),
    ).not.toContain(false);
  });
});
