import { describe, expect, it } from '@jest/globals';
import { RunningVoices } from './running-voices.js';

describe('RunningVoices', () => {
  it('ends all uses of a voice, and of no other', () => {
    const running = new RunningVoices();
    const { signal: over } = new AbortController();
    const [first, second, other] = [
      running.watch('a', over),
      running.watch('a', over),
      running.watch('b', over),
    ];

    running.stop('a');

    expect([first.aborted, second.aborted, other.aborted]).toEqual([true, true, false]);
    expect(first.reason).toMatchObject({ code: 'voice_not_found', status: 404 });
  });

  it('keeps nothing of uses that are over', () => {
    const running = new RunningVoices();
    const uses = [new AbortController(), new AbortController()];
    for (const { signal } of uses) running.watch('a', signal);

    for (const use of uses) use.abort();
    running.watch('a', AbortSignal.abort());

    expect(running.size).toBe(0);
  });
});
