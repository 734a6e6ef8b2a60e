import { expect, it } from '@jest/globals';
import { randomIds, secureRandom } from '@sextant/platform-runtime/clock';
import { FakeClock } from '@sextant/platform-testing';
import { Challenges, type ConsentChallenge } from './challenge.js';

it.each([
  ['expires', 'consent_challenge_expired'],
  ['is used by another', 'consent_challenge_already_used'],
])('a challenge that %s while it is being taken is said to be so', async (what, code) => {
  const clock = new FakeClock('2026-01-01T00:00:00Z');
  let kept: ConsentChallenge | undefined;
  const store = {
    insert: (challenge: ConsentChallenge) => {
      kept = challenge;
      return Promise.resolve();
    },
    find: () => Promise.resolve(kept),
    use: (_workspace: string, _id: string, at: Date) => {
      if (what === 'expires') clock.advance(16 * 60_000);
      else kept = kept && { ...kept, usedAt: at };
      return Promise.resolve(false);
    },
  };
  const challenges = new Challenges(store, clock, randomIds, secureRandom);
  const { id } = await challenges.issue('acme', 'Ada');

  await expect(challenges.use('acme', id)).rejects.toMatchObject({ code });
});
