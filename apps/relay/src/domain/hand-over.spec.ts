import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RelayEvent, StoredEvent } from './event.js';
import { HandOver } from './hand-over.js';

const stored = (seq: number) =>
  ({
    seq,
    event: { id: `e${seq}`, key: 'k', source: 'k8s' } as unknown as RelayEvent,
  }) as unknown as StoredEvent;

/** A spool with some events, and somebody who takes them or does not. */
function fixture(count: number) {
  let rows = Array.from({ length: count }, (_none, at) => stored(at + 1));
  const seen = { takes: 0, troubles: 0, isOpen: false };
  const handOver = new HandOver({
    spool: {
      unrouted: (limit) => Promise.resolve(rows.slice(0, limit)),
      route: ({ seqs }) => {
        rows = rows.filter(({ seq }) => !seqs.includes(seq));
        return Promise.resolve([]);
      },
    },
    take: () => {
      seen.takes += 1;
      return seen.isOpen ? Promise.resolve() : Promise.reject(new Error('full'));
    },
    observer: { trouble: () => void (seen.troubles += 1) },
  });
  return { handOver, seen, left: () => rows.length };
}

describe('what is handed over', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is tried once in a pause while nobody takes it, however much comes meanwhile', async () => {
    const { handOver, seen } = fixture(3);
    for (let at = 0; at < 100; at += 1) {
      handOver.start();
      await jest.advanceTimersByTimeAsync(0);
    }
    expect(seen.takes).toBe(1);

    await jest.advanceTimersByTimeAsync(1000);

    expect(seen).toMatchObject({ takes: 2, troubles: 2 });
  });

  it('is forgotten once it was taken, in batches', async () => {
    const { handOver, seen, left } = fixture(250);
    handOver.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(left()).toBe(250);

    seen.isOpen = true;
    await jest.advanceTimersByTimeAsync(1000);

    expect([left(), seen.takes]).toEqual([0, 4]);
  });
});
