import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairQueue } from './fair-queue.js';

const filled = (...jobs: readonly (readonly [owner: string, cost: number])[]) => {
  const queue = new FairQueue<string>();
  for (const [index, [owner, cost]] of jobs.entries()) queue.push(owner, `${owner}${index}`, cost);
  return queue;
};
const order = (queue: FairQueue<string>): string[] => {
  const items: string[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
  return items;
};

describe('FairQueue', () => {
  it('gives owners their turns, whoever came first with however many', () => {
    const queue = filled(['a', 1], ['a', 1], ['a', 1], ['b', 1], ['b', 1], ['c', 1]);

    expect(order(queue)).toEqual(['a0', 'b3', 'c5', 'a1', 'b4', 'a2']);
  });

  it('weighs by cost: who asks for much has fewer turns', () => {
    const queue = filled(['a', 10], ['a', 10], ['b', 4], ['b', 4], ['b', 4], ['b', 4]);

    expect(order(queue)).toEqual(['a0', 'b2', 'b3', 'b4', 'a1', 'b5']);
  });

  it('lets nobody save up turns while nothing was asked for', () => {
    const queue = filled(...Array.from({ length: 20 }, () => ['a', 1] as const));
    for (let turn = 0; turn < 10; turn += 1) queue.shift();
    for (let n = 0; n < 5; n += 1) queue.push('b', `b${n}`, 1);

    expect(order(queue).slice(0, 6)).toEqual(['b0', 'a10', 'b1', 'a11', 'b2', 'a12']);
  });

  it('passes over what may not have its turn', () => {
    const queue = filled(['a', 1], ['b', 1], ['a', 1]);

    expect(queue.shift((item) => item !== 'a0')).toBe('a2');
    expect(queue.shift((item) => item !== 'a0')).toBe('b1');
    expect(queue.shift((item) => item !== 'a0')).toBeUndefined();
    expect(queue.size).toBe(1);
  });

  it('loses nothing and makes up nothing, in whatever order things come, go and are given up', () => {
    const jobs = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 50 })),
    );
    fc.assert(
      fc.property(jobs, fc.array(fc.nat(40)), (all, gone) => {
        const queue = filled(...all);
        const left = all.map(([owner], index) => `${owner}${index}`);
        for (const index of gone) {
          const [item] = left.splice(index, 1);
          if (item !== undefined) queue.remove(item);
        }
        expect(queue.size).toBe(left.length);
        expect(order(queue).toSorted()).toEqual(left.toSorted());
        expect(queue.size).toBe(0);
      }),
    );
  });
});
