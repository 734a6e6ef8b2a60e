import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import type { RelayEvent } from '../events/event.js';
import type { Observer } from '../observability/observer.js';
import { SpoolFull, SpoolRefused, type NewDeadLetter, type Settled } from '../spool/spool.js';
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

    for (const id of [1, 2, 3]) {
      settlement.deadLetter(letter(`s${id}`), { id, seq: id }, () => undefined);
    }
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

describe('what is told of deliveries', () => {
  /** A settlement whose spool answers so, one step after the other. */
  function fixture(answers: readonly (Error | undefined)[]) {
    const told: string[] = [];
    let steps = 0;
    const settlement = new Settlement({
      observer: { trouble: (what: string) => void told.push(what) } as unknown as Observer,
      ...{ clock: new FakeClock('2026-01-01T00:00:00Z'), onEvents: () => undefined },
      spool: {
        async settle({ deadLetters }) {
          const error = answers[steps];
          steps += 1;
          await Promise.resolve();
          if (error !== undefined) throw error;
          told.push(`stored ${deadLetters.length}`);
        },
      },
    });
    const tell = (what: string) => () => void told.push(what);
    return { settlement, told, tell };
  }

  it('is told when it is written down, once', async () => {
    const { settlement, told, tell } = fixture([new Error('away')]);

    settlement.deadLetter(letter('s1'), { id: 1, seq: 1 }, tell('dead'));
    settlement.done(2, 2, tell('stale'));
    settlement.forward({} as RelayEvent, tell('accepted'));
    const flushed = settlement.flushed();
    await jest.advanceTimersByTimeAsync(5000);
    await flushed;

    expect(told).toEqual(['spool.settle_failed', 'stored 1', 'accepted', 'dead', 'stale']);
  });

  it('is told of a dead letter that can never be written down, behind the reason', async () => {
    const refused = new SpoolRefused('too large');
    const { settlement, told, tell } = fixture([refused, refused]);

    settlement.deadLetter(letter('s1'), { id: 1, seq: 1 }, tell('dead'));
    await settlement.flushed();

    expect(told).toEqual(['spool.settle_refused', 'dead', 'stored 0']);
  });
});
