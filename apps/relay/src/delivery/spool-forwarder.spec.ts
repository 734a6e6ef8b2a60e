import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sizeOf, type RelayEvent, type StoredEvent } from '../events/event.js';
import { SpoolForwarder } from './spool-forwarder.js';

const MIB = 1024 * 1024;

const stored = (seq: number, bytes: number) =>
  ({
    seq,
    event: { id: `e${seq}`, key: 'k', source: 'k8s', bytes } as unknown as RelayEvent,
  }) as unknown as StoredEvent;

const sizeOfAll = (events: readonly RelayEvent[]) =>
  events.reduce((sum, event) => sum + sizeOf(event), 0);

/** A spool with some events, and somebody who takes them or does not. */
function fixture(count: number, bytes = 1024) {
  let rows = Array.from({ length: count }, (_none, at) => stored(at + 1, bytes));
  const seen = { takes: 0, troubles: 0, isOpen: false, mostBytes: 0, mostRead: 0 };
  const forwarder = new SpoolForwarder({
    spool: {
      unrouted: (limit) => {
        const read = rows.slice(0, limit);
        seen.mostRead = Math.max(seen.mostRead, read.length);
        return Promise.resolve(read);
      },
      route: ({ seqs }) => {
        rows = rows.filter(({ seq }) => !seqs.includes(seq));
        return Promise.resolve([]);
      },
    },
    take: (events) => {
      seen.takes += 1;
      seen.mostBytes = Math.max(seen.mostBytes, sizeOfAll(events));
      return seen.isOpen ? Promise.resolve() : Promise.reject(new Error('full'));
    },
    observer: { trouble: () => void (seen.troubles += 1) },
  });
  return { forwarder, seen, left: () => rows.length };
}

describe('what is handed over', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is tried once in a pause while nobody takes it, however much comes meanwhile', async () => {
    const { forwarder, seen } = fixture(3);
    for (let at = 0; at < 100; at += 1) {
      forwarder.start();
      await jest.advanceTimersByTimeAsync(0);
    }
    expect(seen.takes).toBe(1);

    await jest.advanceTimersByTimeAsync(1000);

    expect(seen).toMatchObject({ takes: 2, troubles: 2 });
  });

  it('is never more at once than whoever takes it has room for, however large it is', async () => {
    const { forwarder, seen, left } = fixture(100, 10 * MIB);
    seen.isOpen = true;

    forwarder.start();
    await jest.advanceTimersByTimeAsync(0);

    expect(left()).toBe(0);
    expect(seen.mostBytes).toBeLessThanOrEqual(16 * MIB);
    expect(seen.mostRead).toBeLessThanOrEqual(10);
  });

  it('may be one that is larger than that', async () => {
    const { forwarder, seen, left } = fixture(3, 20 * MIB);
    seen.isOpen = true;

    forwarder.start();
    await jest.advanceTimersByTimeAsync(0);

    expect([left(), seen.takes]).toEqual([0, 3]);
  });

  it('is forgotten once it was taken, in batches', async () => {
    const { forwarder, seen, left } = fixture(250);
    forwarder.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(left()).toBe(250);

    seen.isOpen = true;
    await jest.advanceTimersByTimeAsync(1000);

    expect(left()).toBe(0);
    expect(seen.takes).toBeLessThan(10);
  });
});
