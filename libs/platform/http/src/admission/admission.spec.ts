import { describe, expect, it } from '@jest/globals';
import { Admission } from './admission.js';

/** Tasks that end when they are told to, in the order in which they were let in. */
const setUp = (limits = { atOnce: 100, ofOne: 100, waitingOfOne: 1000 }) => {
  const admission = new Admission(limits);
  const running: { readonly owner: string; readonly end: () => void }[] = [];
  const ask = (owner: string, amount: number, signal?: AbortSignal) =>
    admission.during(
      { owner, amount },
      () => new Promise<string>((resolve) => running.push({ owner, end: () => resolve(owner) })),
      signal,
    );
  const owners = () => running.map(({ owner }) => owner).join('');
  const endNext = async (at: number) => {
    running[at]?.end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, owners, endNext, admission };
};

describe('Admission', () => {
  it('lets in what fits, and the owner that was served least next', async () => {
    const { ask, owners, endNext } = setUp();
    void ask('a', 60);
    void ask('a', 60);
    void ask('a', 60);
    void ask('b', 10);
    await endNext(-1);

    expect(owners()).toBe('ab');
    await endNext(0);

    expect(owners()).toBe('aba');
  });

  it('tells who waits for others from who waits for itself', async () => {
    const { ask, endNext, admission } = setUp({ atOnce: 100, ofOne: 50, waitingOfOne: 1000 });
    void ask('a', 40);
    void ask('a', 40);
    await endNext(-1);

    expect(admission.isHeldUp('a')).toBe(false);
    void ask('b', 50);
    void ask('c', 50);
    await endNext(-1);

    expect(['a', 'b', 'c'].map((owner) => admission.isHeldUp(owner))).toEqual([false, false, true]);
  });

  it('keeps nobody out for ever behind smaller ones', async () => {
    const { ask, owners, endNext } = setUp();
    void ask('a', 60);
    void ask('b', 90);
    void ask('c', 10);
    await endNext(-1);

    expect(owners()).toBe('a');
    await endNext(0);

    expect(owners()).toBe('abc');
  });

  it('lets one in that is larger than the budget, alone', async () => {
    const { ask, owners, endNext } = setUp();
    void ask('a', 500);
    void ask('b', 1);
    await endNext(-1);

    expect(owners()).toBe('a');
    await endNext(0);

    expect(owners()).toBe('ab');
  });

  it('refuses what is too much of one owner, and no one else', async () => {
    const { ask, owners, endNext } = setUp({ atOnce: 100, ofOne: 100, waitingOfOne: 150 });
    void ask('a', 100);
    void ask('a', 100);

    await expect(ask('a', 100)).rejects.toMatchObject({ code: 'too_much_waiting', status: 429 });
    void ask('b', 100);
    await endNext(0);

    expect(owners()).toBe('ab');
  });

  it('leaves room for others beside one owner, and does not wait for what that one may not have', async () => {
    const { ask, owners, endNext } = setUp({ atOnce: 100, ofOne: 50, waitingOfOne: 1000 });
    void ask('a', 40);
    void ask('a', 40);
    void ask('b', 40);
    await endNext(-1);

    expect(owners()).toBe('ab');
    await endNext(0);

    expect(owners()).toBe('aba');
  });

  it('forgets whoever leaves, and lets in what fits then', async () => {
    const { ask, owners } = setUp();
    const leaving = new AbortController();
    void ask('a', 60);
    const gone = ask('b', 60, leaving.signal);
    void ask('c', 40);

    leaving.abort(new Error('gone'));

    await expect(gone).rejects.toThrow('gone');
    expect(owners()).toBe('ac');
  });

  it('gives the place back of a task that fails', async () => {
    const admission = new Admission({ atOnce: 1, ofOne: 1, waitingOfOne: 10 });
    const failing = admission.during({ owner: 'a', amount: 1 }, () =>
      Promise.reject(new Error('failed')),
    );
    await expect(failing).rejects.toThrow('failed');

    expect(await admission.during({ owner: 'a', amount: 1 }, () => Promise.resolve(1))).toBe(1);
  });
});
