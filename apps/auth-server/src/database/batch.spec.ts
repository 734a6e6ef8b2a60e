import { describe, expect, it } from '@jest/globals';
import { Batch } from './batch.js';

describe('Batch', () => {
  it('puts what is asked for at the same time into one call, and answers each its own', async () => {
    const calls: number[] = [];
    const batch = new Batch<number, number>((inputs) => {
      calls.push(inputs.length);
      return Promise.resolve(inputs.map((input) => input * 2));
    });

    const answers = await Promise.all([1, 2, 3].map((input) => batch.run(input)));

    expect(answers).toEqual([2, 4, 6]);
    expect(calls).toEqual([3]);
  });

  it('keeps its bounds', async () => {
    let running = 0;
    let most = 0;
    const sizes: number[] = [];
    const batch = new Batch<number, number>(
      async (inputs) => {
        running += 1;
        most = Math.max(most, running);
        sizes.push(inputs.length);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return inputs;
      },
      1,
      2,
    );

    const answers = await Promise.all([1, 2, 3, 4, 5].map((input) => batch.run(input)));

    expect(answers).toEqual([1, 2, 3, 4, 5]);
    expect([most, ...sizes]).toEqual([1, 2, 2, 1]);
  });

  it('tells all callers of a call that failed, and goes on', async () => {
    let fails = true;
    const batch = new Batch<number, number>((inputs) =>
      fails ? Promise.reject(new Error('away')) : Promise.resolve(inputs),
    );

    const refused = await Promise.allSettled([batch.run(1), batch.run(2)]);
    fails = false;

    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await batch.run(3)).toBe(3);
  });
});
