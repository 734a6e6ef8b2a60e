import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { UnusableEvent } from '../classroom-events/classroom-events.js';
import { DeadLetters } from './dead-letters.js';
import { Operations } from './operations.js';
import type { DeadLetter } from '../delivery/dead-letter-store.js';

const letterOf = (id: string): DeadLetter => ({
  ...{ id, at: new Date(0), reason: 'The disk is full.' },
  event: JSON.stringify({ mail: { claimId: `claim-${id}`, user: 'u', records: [] } }),
});

/** @param kept mails that are still there */
function world(buried: readonly DeadLetter[], kept: readonly string[]) {
  const left = new Map(buried.map((letter) => [letter.id, letter]));
  const sent: string[] = [];
  const clock = new FakeClock('2026-01-01T00:00:00Z');
  const deadLetters = {
    find: (id: string) => Promise.resolve(left.get(id)),
    remove: (id: string) => Promise.resolve(left.delete(id)),
    list: () => Promise.resolve([...left.values()]),
  } as never;
  const letters = new DeadLetters(
    deadLetters,
    {} as never,
    {} as never,
    {
      again: (claimId: string) => {
        sent.push(claimId);
        // Another operator throws this one away meanwhile.
        if (claimId === 'claim-a') left.delete('b');
        return Promise.resolve(kept.includes(claimId));
      },
    } as never,
    {} as never,
    clock,
  );
  const operations = new Operations(
    {} as never,
    {} as never,
    {} as never,
    deadLetters,
    {} as never,
    letters,
    {} as never,
    clock,
  );
  return { letters, operations, sent, left };
}

describe('dead letters of mails', () => {
  it('stay, and say why, when the mail itself is forgotten', async () => {
    const { letters, left } = world([letterOf('a')], []);

    await expect(letters.replay('a')).rejects.toThrow(UnusableEvent);

    expect([...left.keys()]).toEqual(['a']);
  });

  it('are used to the last one, whatever another operator throws away meanwhile', async () => {
    // The newest first, as they are listed: `a` is used first.
    const letters = ['c', 'b', 'a'].map(letterOf);
    const { operations, sent } = world(letters, ['claim-a', 'claim-c']);

    const answer = await operations.replay({});

    expect(answer).toEqual({ replayed: 2, failed: 0 });
    expect(sent).toEqual(['claim-a', 'claim-c']);
  });
});
