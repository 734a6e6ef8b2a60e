import { describe, expect, it } from '@jest/globals';
import { FairShares } from './fair-shares.js';

describe('FairShares', () => {
  it('serves owners that want the same the same, whatever the size of their pieces', () => {
    const shares = new FairShares();
    const size = { large: 2000, small: 100 };
    const served = { large: 0, small: 0 };

    for (let turn = 0; turn < 210; turn += 1) {
      const owner = shares.next(['large', 'small']) as 'large' | 'small';
      shares.served(owner, size[owner]);
      served[owner] += size[owner];
    }

    expect(Math.abs(served.large - served.small)).toBeLessThanOrEqual(2000);
  });

  it('lets whoever comes anew go before nine that have been served all the while', () => {
    const shares = new FairShares();
    const greedy = Array.from({ length: 9 }, (_unused, at) => `greedy ${at}`);
    for (let turn = 0; turn < 100; turn += 1) shares.served(shares.next(greedy) ?? '', 2000);

    expect(shares.next([...greedy, 'stranger'])).toBe('stranger');
  });

  it('saves nothing up for those who wanted nothing', () => {
    const shares = new FairShares();
    for (let turn = 0; turn < 100; turn += 1) shares.served('busy', 100);
    const order: string[] = [];

    for (let turn = 0; turn < 6; turn += 1) {
      const owner = shares.next(['busy', 'late']) ?? '';
      shares.served(owner, 100);
      order.push(owner);
    }

    expect(order.filter((owner) => owner === 'busy')).toHaveLength(3);
  });

  it('knows nobody where nobody waits', () => {
    expect(new FairShares().next([])).toBeUndefined();
  });
});
