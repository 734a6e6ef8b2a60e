import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { firstFee, lowestFee, raisedFee } from './relayer-fees.js';

const wei = fc.bigInt({ min: 1n, max: 10n ** 13n });
const market = fc.record({ baseFeeWei: wei, tipWei: wei });

describe('fees of relayed transactions', () => {
  it('are twice the base fee and the tip at first', () => {
    expect(firstFee({ baseFeeWei: 100n, tipWei: 7n }, 1000n)).toEqual({
      maxFeeWei: 207n,
      tipWei: 7n,
    });
  });

  it('stay below their limit, and are none where the chain asks for more', () => {
    fc.assert(
      fc.property(market, wei, (now, limit) => {
        const fee = firstFee(now, limit);
        if (fee === undefined) {
          expect(lowestFee(now)).toBeGreaterThan(limit);
          return;
        }
        expect(fee.maxFeeWei).toBeLessThanOrEqual(limit);
        expect(fee.tipWei).toBeLessThanOrEqual(fee.maxFeeWei);
        expect(fee.maxFeeWei).toBeGreaterThan(now.baseFeeWei);
      }),
    );
  });

  it('are raised by a tenth at least, both, or not at all', () => {
    fc.assert(
      fc.property(market, market, wei, (before, now, limit) => {
        const fee = firstFee(before, 10n ** 15n);
        if (fee === undefined) throw new Error('no fee');
        const next = raisedFee(fee, now, limit);
        if (next === undefined) {
          expect(fee.maxFeeWei * 11n).toBeGreaterThan(limit * 10n - 10n);
          return;
        }
        expect(next.maxFeeWei * 10n).toBeGreaterThanOrEqual(fee.maxFeeWei * 11n);
        expect(next.tipWei * 10n).toBeGreaterThanOrEqual(fee.tipWei * 11n);
        expect(next.maxFeeWei).toBeLessThanOrEqual(limit);
        expect(next.tipWei).toBeLessThanOrEqual(next.maxFeeWei);
      }),
    );
  });
});
