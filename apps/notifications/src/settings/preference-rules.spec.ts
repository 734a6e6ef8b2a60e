import { expect, it } from '@jest/globals';
import { wrongKind } from './preference-rules.js';

it('finds the first wrong kind among 100,000 without making a pair of each', () => {
  const names = Array.from({ length: 100_000 }, (_none, index) => [`a${index}`, {}] as const);
  const kinds: unknown = Object.fromEntries(names);

  wrongKind(kinds);
  const startMs = performance.now();
  expect(wrongKind(kinds)).toBe('/a0');
  expect(wrongKind({ direct: kinds })).toBe('/direct');

  expect(performance.now() - startMs).toBeLessThan(1000);
});
