import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SearchTurns } from './search-turns.js';

/** @param most searches of all together: half of the connections */
const turnsOf = (most: number) => new SearchTurns({ databasePoolSize: 2 * most } as never);

/** Searches that end when the test says so. */
function fixture(most: number) {
  const turns = turnsOf(most);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const search = (user: string, words: string) =>
    turns
      .run(user, () => {
        begun.push(words);
        return new Promise<string>((resolve) => ends.set(words, () => resolve(words)));
      })
      .catch((error: unknown) => (error as { readonly code: string }).code);
  const end = async (words: string) => {
    ends.get(words)?.();
    await settled();
  };
  return { search, begun, end };
}

const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe('searches', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('of one person run one at a time, and hold up nobody else', async () => {
    const { search, begun, end } = fixture(10);
    const answers = [search('ann', 'a1'), search('ann', 'a2'), search('bob', 'b1')];
    await settled();
    const first = [...begun];

    await end('a1');
    await end('a2');
    await end('b1');

    expect(first).toEqual(['a1', 'b1']);
    expect(begun).toEqual(['a1', 'b1', 'a2']);
    expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'b1']);
  });

  it('that a newer one of the same person overtakes are refused: who types on wants the newest', async () => {
    const { search, begun, end } = fixture(10);
    const answers = ['h', 'ho', 'hom', 'home'].map((words) => search('ann', words));

    await end('h');
    await end('home');

    expect(await Promise.all(answers)).toEqual([
      ...['h', 'too_many_searches', 'too_many_searches', 'home'],
    ]);
    expect(begun).toEqual(['h', 'home']);
  });

  it('of all together leave room for all else, and come one person after the other', async () => {
    const { search, begun, end } = fixture(2);
    for (const user of ['ann', 'bob', 'cy', 'dee']) void search(user, user);
    void search('ann', 'ann again');
    await settled();
    const first = [...begun];

    await end('ann');
    await end('bob');

    expect(first).toEqual(['ann', 'bob']);
    expect(begun).toEqual(['ann', 'bob', 'cy', 'dee']);
  });

  it('are refused when their turn does not come in five seconds, and no turn is lost', async () => {
    const { search, begun, end } = fixture(1);
    void search('ann', 'slow');
    const waiting = search('bob', 'b1');

    jest.advanceTimersByTime(5000);
    const answer = await waiting;
    await end('slow');
    void search('bob', 'b2');
    await settled();

    expect(answer).toBe('too_many_searches');
    expect(begun).toEqual(['slow', 'b2']);
  });

  it('that fail give their turn back', async () => {
    const turns = turnsOf(1);

    await expect(turns.run('ann', () => Promise.reject(new Error('away')))).rejects.toThrow('away');

    expect(await turns.run('ann', () => Promise.resolve(1))).toBe(1);
  });
});
