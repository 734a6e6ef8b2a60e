import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { RevokedTokens } from './revoked-tokens.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');

describe('RevokedTokens', () => {
  it('keeps what has not expired, and never more than its bound', () => {
    const clock = new FakeClock(new Date(NOW).toISOString());
    const tokens = new RevokedTokens(clock, 3);
    tokens.add('expired', NOW - 1);
    for (const id of ['a', 'b', 'c']) tokens.add(id, NOW + 1000);

    expect(tokens.has('expired')).toBe(false);
    expect(['a', 'b', 'c'].map((id) => tokens.has(id))).toEqual([true, true, true]);
    tokens.add('d', NOW + 1000);
    expect(tokens.size).toBe(3);
    expect(tokens.has('a')).toBe(false);
    expect(tokens.has('d')).toBe(true);
  });

  it('is as quick when it is full', () => {
    const tokens = new RevokedTokens(new FakeClock(new Date(NOW).toISOString()), 50_000);
    const timeOf = (first: number, last: number): number => {
      const start = performance.now();
      for (let id = first; id < last; id += 1) tokens.add(String(id), NOW + 1000);
      return performance.now() - start;
    };

    const [filling, full] = [timeOf(0, 50_000), timeOf(50_000, 100_000)];

    // Walking the whole set for each costs a thousand times as much.
    expect(full / filling).toBeLessThan(100);
    expect(tokens.size).toBe(50_000);
    expect(tokens.has('99999')).toBe(true);
  });

  it('keeps what a verifier still forgives', () => {
    const tokens = new RevokedTokens(new FakeClock(new Date(NOW).toISOString()));
    tokens.add('forgiven', NOW - 4000);
    tokens.add('expired', NOW - 10 * 60_000);
    for (let id = 0; id < 1000; id += 1) tokens.add(String(id), NOW + 1000);

    expect(tokens.has('forgiven')).toBe(true);
    expect(tokens.has('expired')).toBe(false);
  });

  it('tells who waits for it, once, and nobody who does so no more', () => {
    const tokens = new RevokedTokens(new FakeClock(new Date(NOW).toISOString()));
    const heard: string[] = [];
    tokens.onRevoked('a', () => heard.push('first'));
    const forget = tokens.onRevoked('a', () => heard.push('second'));
    forget();
    tokens.add('a', NOW + 1000);
    tokens.add('a', NOW + 1000);

    expect(heard).toEqual(['first']);
  });
});
