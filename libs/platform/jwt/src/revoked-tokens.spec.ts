import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-clock';
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
