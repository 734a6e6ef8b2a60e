import { describe, expect, it } from '@jest/globals';
import { FairPlaces } from './fair-places.js';

const never = (): AbortSignal => new AbortController().signal;

describe('FairPlaces', () => {
  it('gives no owner more than its share, and what is free to others', async () => {
    const places = new FairPlaces(3, 2);
    const began: string[] = [];
    const enter = (owner: string) =>
      places.enter(owner, 1, never()).then((release) => {
        began.push(owner);
        return release;
      });
    const [first] = await Promise.all([enter('a'), enter('a')]);
    const third = enter('a');
    await enter('b');

    expect(began).toEqual(['a', 'a', 'b']);
    expect(places.waitingOf('a')).toBe(1);
    first();
    first();
    await third;
    expect(began).toEqual(['a', 'a', 'b', 'a']);
  });

  it('lets those who wait leave', async () => {
    const places = new FairPlaces(1);
    const release = await places.enter('a', 1, never());
    const left = new AbortController();
    const waiting = places.enter('b', 1, left.signal);
    const next = places.enter('c', 1, never());

    left.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    release();
    await next;

    expect(places.waitingOf('b')).toBe(0);
  });
});
