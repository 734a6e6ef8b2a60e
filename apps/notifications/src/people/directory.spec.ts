import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import type { Caller } from '../access/caller.js';
import { Directory } from './directory.js';
import type { KnownPerson } from './people-store.js';

const callerOf = (number: number, academyId = 'academy-1'): Caller => {
  const user = number.toString(16).padStart(24, '0');
  return { user, userId: `u-${number}`, userName: 'Name', academyId, roles: [] };
};

/** A directory whose writes end when they are told to. */
function world(pauseMs = 0) {
  const writes: (readonly KnownPerson[])[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const troubles: string[] = [];
  const people = {
    remember: (some: readonly KnownPerson[]) => {
      writes.push(some);
      return new Promise<void>((resolve, reject) => {
        ends.push((error) => (error === undefined ? resolve() : reject(error)));
      });
    },
  } as never;
  const observer = { trouble: (what: string) => troubles.push(what) } as never;
  const directory = new Directory(people, new FakeClock('2026-01-01T00:00:00Z'), observer);
  directory.pauseMs = pauseMs;
  const end = async (error?: Error) => {
    ends.shift()?.(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { directory, writes, end, troubles };
}

describe('the directory', () => {
  it('writes in few statements, one after the other, whom many requests bring at once', async () => {
    const { directory, writes, end } = world();

    for (let number = 1; number <= 2500; number += 1) directory.saw(callerOf(number));
    expect(writes.map(({ length }) => length)).toEqual([1]);
    await end();
    await end();
    await end();
    await end();

    expect(writes.map(({ length }) => length)).toEqual([1, 1000, 1000, 499]);
  });

  it('writes the first one at once, and together who come one by one soon after', async () => {
    const { directory, writes, end } = world(50);

    directory.saw(callerOf(1));
    await end();
    directory.saw(callerOf(2));
    directory.saw(callerOf(3));
    const early = writes.map(({ length }) => length);
    while (writes.length === 1) await new Promise((resolve) => setTimeout(resolve, 5));

    expect([early, writes.map(({ length }) => length)]).toEqual([[1], [1, 2]]);
  });

  it('writes nobody twice, but who came to another academy', async () => {
    const { directory, writes, end } = world();

    for (let time = 0; time < 3; time += 1) directory.saw(callerOf(1));
    await end();
    directory.saw(callerOf(1));
    directory.saw(callerOf(1, 'academy-2'));

    expect(writes.map(([first]) => first?.academyId)).toEqual(['academy-1', 'academy-2']);
  });

  it('tries again at the next visit what could not be written', async () => {
    const { directory, writes, end, troubles } = world();
    directory.saw(callerOf(1));
    await end(new Error('no database'));

    directory.saw(callerOf(1));

    expect(writes).toHaveLength(2);
    expect(troubles).toEqual(['directory.failed']);
  });
});
