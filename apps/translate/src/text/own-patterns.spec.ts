import { describe, expect, it } from '@jest/globals';
import { matchesOf, ownPatterns } from './own-patterns.js';

/** Reads to the end of the text for each of its matches. */
const SLOW = 'a[^b]*b|a';

const found = (source: string, text: string) =>
  ownPatterns([source]).flatMap((pattern) =>
    Array.from(matchesOf(pattern, text), ({ start, end }) => text.slice(start, end)),
  );

describe('own patterns', () => {
  it('find what they match, however often that is', () => {
    expect(found('[A-Z]+-[0-9]+', 'ACME-1 and B-22. '.repeat(5000))).toHaveLength(10_000);
    expect(found(SLOW, 'aacb a')).toEqual(['aacb', 'a']);
  });

  it('that read a long text for each of its letters are refused', () => {
    expect(() => found(SLOW, 'a'.repeat(100_000))).toThrow(
      expect.objectContaining({ code: 'bad_request', status: 400 }),
    );
  });
});
