import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RelayEvent } from '../events/event.js';
import { KeyedQueue } from './keyed-queue.js';
import type { Delivery } from '../spool/spool.js';

const delivery = (id: number, key: string, notBeforeMs = 0): Delivery => ({
  ...{ id, seq: id, sink: 's', target: 't', key, notBeforeMs, attempts: 0 },
  event: {} as RelayEvent,
});

describe('the queue of a target', () => {
  const ids = (batch: readonly Delivery[]) => batch.map(({ id }) => id);

  it('gives one of each key, and the next one when that key is free again', () => {
    const queue = new KeyedQueue();
    queue.push([delivery(1, 'a'), delivery(2, 'a'), delivery(3, 'b')]);
    const options = { nowMs: 0, limit: 10, wholeKeys: false };

    const first = queue.pick(options);
    const meanwhile = queue.pick(options);
    queue.release(['a']);

    expect([ids(first.batch), ids(meanwhile.batch)]).toEqual([[1, 3], []]);
    expect(ids(queue.pick(options).batch)).toEqual([2]);
  });

  it('lets what has to wait hold up its own key only, and says when it is due', () => {
    const queue = new KeyedQueue();
    queue.push([delivery(1, 'a', 50), delivery(2, 'a'), delivery(3, 'b'), delivery(4, 'c', 70)]);

    const { batch, dueMs } = queue.pick({ nowMs: 0, limit: 10, wholeKeys: true });

    expect(ids(batch)).toEqual([3]);
    expect(dueMs).toBe(50);
  });

  it('knows how much memory its events take', () => {
    const queue = new KeyedQueue();
    const heavy = { ...delivery(1, 'a'), event: { bytes: 5000 } as RelayEvent };
    queue.push([heavy, delivery(2, 'b')]);
    const full = queue.bytes;

    const { batch } = queue.pick({ nowMs: 0, limit: 1, wholeKeys: false });
    const rest = queue.bytes;
    queue.putBack(batch);

    expect([full, rest, queue.bytes]).toEqual([6024, 1024, 6024]);
  });

  it('keeps the order of each key over failures, whatever happens', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }),
        fc.infiniteStream(fc.boolean()),
        fc.boolean(),
        fc.integer({ min: 1, max: 7 }),
        (keys, failures, wholeKeys, limit) => {
          const queue = new KeyedQueue();
          queue.push(keys.map((key, index) => delivery(index + 1, key)));
          const done: Delivery[] = [];
          for (let turn = 0; turn < 1000 && done.length < keys.length; turn += 1) {
            const { batch } = queue.pick({ nowMs: 0, limit, wholeKeys });
            const isFailing = failures.next().value === true;
            if (isFailing) queue.putBack(batch);
            else done.push(...batch);
            queue.release(batch.map(({ key }) => key));
          }
          for (const key of ['a', 'b', 'c']) {
            const found = done.filter((d) => d.key === key).map(({ id }) => id);
            expect(found).toEqual(found.toSorted((x, y) => x - y));
          }
        },
      ),
    );
  });
});
