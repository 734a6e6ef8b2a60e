import { describe, expect, it, jest } from '@jest/globals';
import { lazily } from './lazily.js';

describe('a value that is made when it is first asked for', () => {
  it('is made once for all who ask', async () => {
    const make = jest.fn(() => Promise.resolve(Symbol('made')));
    const made = lazily(make);
    expect(make).not.toHaveBeenCalled();

    const [one, other] = await Promise.all([made(), made()]);

    expect(other).toBe(one);
    expect(await made()).toBe(one);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('is tried again after a failure, which those who waited are told', async () => {
    const make = jest
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error('EMFILE'))
      .mockResolvedValue('made');
    const made = lazily(make);

    const early = await Promise.allSettled([made(), made()]);

    expect(early.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await made()).toBe('made');
    expect(make).toHaveBeenCalledTimes(2);
  });
});
