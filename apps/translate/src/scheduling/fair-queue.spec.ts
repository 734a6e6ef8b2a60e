import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

/** Takes turns that note who had them. */
const setUp = () => {
  const queue = new FairQueue();
  const order: string[] = [];
  const turn = (owner: string, signal?: AbortSignal) =>
    queue.turn(
      owner,
      async () => {
        order.push(owner);
        await sleep(1);
      },
      signal,
    );
  return { queue, order, turn };
};

describe('FairQueue', () => {
  it('gives each owner a turn, however many tasks another one waits with', async () => {
    const { order, turn } = setUp();

    await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map((owner) => turn(owner)));

    expect(order.join('')).toBe('abcabaa');
  });

  it('runs one task at a time, and goes on after one that fails', async () => {
    const { queue, order, turn } = setUp();
    const failing = queue.turn('a', () => Promise.reject(new Error('failed')));

    const others = [turn('a'), turn('b')];

    await expect(failing).rejects.toThrow('failed');
    await Promise.all(others);
    expect(order).toHaveLength(2);
  });

  it('runs more at a time when told so, and says whether somebody waits', async () => {
    const queue = new FairQueue(2);
    const ends: (() => void)[] = [];
    const wait = () => new Promise<void>((resolve) => ends.push(resolve));
    const first = queue.turn('a', wait);
    const second = queue.turn('a', wait);
    expect(queue.isWanted).toBe(false);
    const third = queue.turn('b', wait);

    expect([ends.length, queue.isWanted]).toEqual([2, true]);
    ends[0]?.();
    await first;
    expect([ends.length, queue.isWanted]).toEqual([3, false]);
    ends[1]?.();
    ends[2]?.();
    await Promise.all([second, third]);
  });

  it('passes over a task whose caller has gone', async () => {
    const { order, turn } = setUp();
    const caller = new AbortController();
    const first = turn('a');
    const gone = turn('b', caller.signal);
    caller.abort(new Error('gone'));

    await expect(gone).rejects.toThrow('gone');
    await first;
    await turn('c');
    expect(order.join('')).toBe('ac');
  });
});
