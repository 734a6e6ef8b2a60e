import { describe, expect, it, jest } from '@jest/globals';
import { DueLoop } from './due-loop.js';

const nothing = (): void => undefined;

describe('a loop over due work', () => {
  it('looks again at once while there is more', async () => {
    let left = 5;
    const finished = Promise.withResolvers<undefined>();
    const loop = new DueLoop({
      look: () => {
        left -= 1;
        if (left === 0) finished.resolve(undefined);
        return Promise.resolve(left > 0);
      },
      failed: nothing,
    });

    loop.start();
    await finished.promise;
    await loop.stop();

    expect(left).toBe(0);
  });

  it('keeps a wake that came while it looked', async () => {
    let looks = 0;
    const second = Promise.withResolvers<undefined>();
    const loop: DueLoop = new DueLoop({
      look: () => {
        looks += 1;
        if (looks === 1) loop.wake();
        else second.resolve(undefined);
        return Promise.resolve(false);
      },
      failed: nothing,
    });
    jest.useFakeTimers();
    try {
      loop.start();
      await second.promise;
    } finally {
      jest.useRealTimers();
    }
    await loop.stop();

    expect(looks).toBe(2);
  });

  it('goes on after a look that failed, and says so', async () => {
    const failures: unknown[] = [];
    const recovered = Promise.withResolvers<undefined>();
    const loop: DueLoop = new DueLoop({
      look: () => {
        if (failures.length === 0) return Promise.reject(new Error('away'));
        recovered.resolve(undefined);
        return Promise.resolve(false);
      },
      failed: (error) => {
        failures.push(error);
        loop.wake();
      },
    });

    loop.start();
    await recovered.promise;
    await loop.stop();

    expect(failures).toEqual([new Error('away')]);
  });

  it('stops when its last look has ended, and looks no more', async () => {
    let looks = 0;
    const gate = Promise.withResolvers<undefined>();
    const loop = new DueLoop({
      look: async () => {
        looks += 1;
        await gate.promise;
        return true;
      },
      failed: nothing,
    });

    loop.start();
    const stopped = loop.stop();
    gate.resolve(undefined);
    await stopped;

    expect(looks).toBe(1);
  });
});
