import { describe, expect, it } from '@jest/globals';
import { differingMembers } from './compare.js';

describe('what is stored and what is declared', () => {
  it('differ in members that one of them lacks or has otherwise', () => {
    const stored = { a: 1, b: ['x'], c: true };
    const declared = { a: 2, b: ['x'], d: [{ claim: 'a' }] };

    expect(differingMembers(stored, declared)).toEqual(['a', 'c', 'd']);
  });

  it('are the same whatever the order of texts, or of the members of an object', () => {
    const stored = { scopes: ['b', 'a'], jwks: { keys: [], kid: 'x' }, none: undefined };
    const declared = { scopes: ['a', 'b'], jwks: { kid: 'x', keys: [] } };

    expect(differingMembers(stored, declared)).toEqual([]);
  });

  it('differ by the order of other lists, which says which comes first', () => {
    expect(differingMembers({ m: [{ a: 1 }, { b: 2 }] }, { m: [{ b: 2 }, { a: 1 }] })).toEqual([
      'm',
    ]);
  });
});
