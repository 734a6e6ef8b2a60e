import { describe, expect, it } from '@jest/globals';
import { FakeClock, fixedIds, secureRandom } from '@sextant/platform-runtime/clock';
import { Challenges, type ChallengeStore, type ConsentChallenge } from './challenge.js';
import { brokenLink, canonical, FIRST_HASH, hashOf, type ConsentRecord } from './consent-record.js';
import { drawWords, PHRASE_WORDS, scorePhrase } from '../../recognition/consent-phrase.js';

const WORDS = PHRASE_WORDS.slice(0, 8);

describe('the phrase', () => {
  it('has 8 different words of 76', () => {
    const words = drawWords(secureRandom);

    expect(new Set(PHRASE_WORDS).size).toBe(76);
    expect(new Set(words).size).toBe(8);
    expect(words.every((word) => PHRASE_WORDS.includes(word))).toBe(true);
  });

  it.each([
    ['the same words', WORDS.join(' '), 0, true],
    ['what stands around them', `i consent ${WORDS.join(', ').toUpperCase()}. thanks`, 0, true],
    ['two words missing', WORDS.slice(2).join(' '), 2, true],
    ['three words missing', WORDS.slice(3).join(' '), 3, false],
    ['three words too many', [...WORDS, ...PHRASE_WORDS.slice(20, 23)].join(' '), 3, false],
    ['all words of the vocabulary', PHRASE_WORDS.join(' '), 68, false],
    ['another order', WORDS.toReversed().join(' '), 8, false],
    ['nothing', '', 8, false],
  ])('compared with %s', (_what, heard, edits, accepted) => {
    expect(scorePhrase(WORDS, heard)).toEqual({ edits, accepted });
  });
});

describe('the chain of consents', () => {
  const chain = (): ConsentRecord[] => {
    let previousHash = FIRST_HASH;
    return ['a', 'b', 'c'].map((actor, index) => {
      const facts = canonical({ kind: 'granted', workspace: 'w', voice_id: 'v', actor, at: 'now' });
      const record = {
        sequence: index + 1,
        facts,
        previousHash,
        hash: hashOf(previousHash, facts),
      };
      previousHash = record.hash;
      return record;
    });
  };

  it('is whole as it was written', () => {
    expect(brokenLink(chain())).toBeUndefined();
    expect(brokenLink([])).toBeUndefined();
  });

  it.each([
    [
      'changed',
      (records: ConsentRecord[]) =>
        records.with(1, { ...chain()[1], facts: '{}' } as ConsentRecord),
      2,
    ],
    ['removed', (records: ConsentRecord[]) => records.toSpliced(1, 1), 3],
    ['swapped', ([a, b, c]: ConsentRecord[]) => [a, c, b] as ConsentRecord[], 3],
  ])('tells which record was %s', (_what, tamper, sequence) => {
    expect(brokenLink(tamper(chain()))).toBe(sequence);
  });
});

class MemoryChallenges implements ChallengeStore {
  readonly #all = new Map<string, ConsentChallenge>();

  insert(challenge: ConsentChallenge): Promise<void> {
    this.#all.set(challenge.id, challenge);
    return Promise.resolve();
  }

  find(workspace: string, id: string): Promise<ConsentChallenge | undefined> {
    const found = this.#all.get(id);
    return Promise.resolve(found?.workspace === workspace ? found : undefined);
  }

  use(_workspace: string, id: string, usedAt: Date): Promise<boolean> {
    const found = this.#all.get(id);
    if (found === undefined || found.usedAt !== undefined) return Promise.resolve(false);
    this.#all.set(id, { ...found, usedAt });
    return Promise.resolve(true);
  }
}

describe('a challenge', () => {
  const setUp = async () => {
    const clock = new FakeClock('2026-01-01T00:00:00Z');
    const challenges = new Challenges(new MemoryChallenges(), clock, fixedIds('c1'), secureRandom);
    await challenges.issue('acme', 'Ada');
    return { clock, challenges };
  };

  it('is used once', async () => {
    const { challenges } = await setUp();

    await challenges.use('acme', 'c1');

    await expect(challenges.use('acme', 'c1')).rejects.toMatchObject({
      code: 'consent_challenge_already_used',
    });
  });

  it('lasts for fifteen minutes', async () => {
    const { challenges, clock } = await setUp();

    clock.advance(15 * 60_000 - 1);
    await expect(challenges.requireUsable('acme', 'c1')).resolves.toBeDefined();
    clock.advance(1);

    await expect(challenges.use('acme', 'c1')).rejects.toMatchObject({
      code: 'consent_challenge_expired',
    });
  });

  it('is not there for another workspace', async () => {
    const { challenges } = await setUp();

    await expect(challenges.use('other', 'c1')).rejects.toMatchObject({
      code: 'consent_challenge_not_found',
    });
  });
});
