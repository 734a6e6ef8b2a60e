import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

describe('Turns', () => {
  it('lets some run at once and the others in their order, whatever becomes of them', async () => {
    const turns = new Turns(2);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const taken = Array.from({ length: 5 }, (_unused, number) =>
      turns.take(async () => {
        started.push(number);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (number === 0) throw new Error('failed');
        return number;
      }),
    );

    expect(started).toEqual([0, 1]);
    ends[0]?.();
    await expect(taken[0]).rejects.toThrow('failed');
    expect(started).toEqual([0, 1, 2]);
    for (let next = 1; next < 5; next += 1) {
      ends[next]?.();
      expect(await taken[next]).toBe(next);
    }
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });
});
