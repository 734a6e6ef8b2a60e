import { describe, expect, it } from '@jest/globals';
import {
  planRotation,
  SIGNING_ALGORITHMS,
  type KeyRecord,
  type KeyStage,
  type SigningAlgorithm,
} from './signing-keys.js';

const DAY = 86_400_000;
const NOW = new Date('2026-06-01T00:00:00Z');
const policy = { lifetimeMs: 90 * DAY, retentionMs: 3_600_000 };

const key = (stage: KeyStage, ageMs: number): KeyRecord => ({
  kid: `${stage}-${ageMs}`,
  algorithm: 'RS256',
  stage,
  since: new Date(NOW.getTime() - ageMs),
});
const plan = (keys: readonly KeyRecord[], atOnce: readonly SigningAlgorithm[] = []) =>
  planRotation(keys, { policy, now: NOW, atOnce }).filter(
    (step) => step.kind !== 'create' || step.algorithm === 'RS256',
  );

describe('planRotation', () => {
  it('starts with a current and a next key of every algorithm', () => {
    expect(planRotation([], { policy, now: NOW })).toHaveLength(SIGNING_ALGORITHMS.length * 2);
    expect(plan([])).toEqual([
      { kind: 'create', algorithm: 'RS256', stage: 'current' },
      { kind: 'create', algorithm: 'RS256', stage: 'next' },
    ]);
  });

  it('leaves young keys alone', () => {
    expect(plan([key('current', 89 * DAY), key('next', 89 * DAY)])).toEqual([]);
  });

  it('lets the next key take over when the current one is old, and keeps that one', () => {
    expect(plan([key('current', 90 * DAY), key('next', 90 * DAY)])).toEqual([
      { kind: 'move', kid: `current-${90 * DAY}`, stage: 'previous' },
      { kind: 'move', kid: `next-${90 * DAY}`, stage: 'current' },
      { kind: 'create', algorithm: 'RS256', stage: 'next' },
    ]);
  });

  it('never lets a key sign that was not published before', () => {
    expect(plan([key('current', 90 * DAY)])).toEqual([
      { kind: 'create', algorithm: 'RS256', stage: 'next' },
    ]);
  });

  it('rotates at once when it has to', () => {
    expect(plan([key('current', 0), key('next', 1)], ['RS256'])).toHaveLength(3);
    expect(plan([key('current', 0), key('next', 1)], ['ES256'])).toEqual([]);
  });

  it('rotates at once three times within the retention, not more: the key set has an end', () => {
    const others = [key('current', 0), key('next', 1), key('previous', 3), key('previous', 4)];

    expect(plan(others, ['RS256'])).toHaveLength(3);
    expect(plan([...others, key('previous', 5)], ['RS256'])).toEqual([]);
    expect(plan([...others, key('previous', policy.retentionMs)], ['RS256'])).toHaveLength(4);
  });

  it('removes a previous key when its last token has expired, not before', () => {
    const others = [key('current', 1), key('next', 1)];

    expect(plan([...others, key('previous', policy.retentionMs - 1)])).toEqual([]);
    expect(plan([...others, key('previous', policy.retentionMs)])).toEqual([
      { kind: 'remove', kid: `previous-${policy.retentionMs}` },
    ]);
  });
});
