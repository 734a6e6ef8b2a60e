import { describe, expect, it } from '@jest/globals';
import { Lanes } from './lanes.js';

describe('Lanes', () => {
  it('let small tasks pass large ones, and large ones wait for each other', async () => {
    const limits = { atOnce: 100, ofOne: 100, waitingOfOne: 1000 };
    const lanes = new Lanes({ upTo: 10, small: limits, large: limits });
    const order: string[] = [];
    const end = Promise.withResolvers<undefined>();
    const first = lanes.during({ owner: 'a', amount: 100 }, () => end.promise);
    const second = lanes.during({ owner: 'b', amount: 100 }, () => {
      order.push('large');
      return Promise.resolve();
    });

    await lanes.during({ owner: 'c', amount: 10 }, () => {
      order.push('small');
      return Promise.resolve();
    });
    end.resolve(undefined);
    await Promise.all([first, second]);

    expect(order).toEqual(['small', 'large']);
  });
});
