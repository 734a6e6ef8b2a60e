import { describe, expect, it } from '@jest/globals';
import { patched } from './scim-patch.js';

const SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const change = (operation: object) => ({ schemas: [SCHEMA], Operations: [operation] });
/** Of the realm in which copies are made, which is not that of this test. */
const shared = Object.getPrototypeOf(structuredClone({})) as Record<string, unknown>;

describe('patched', () => {
  it.each<[string, object]>([
    ['a path', { op: 'add', path: '__proto__.polluted', value: 'x' }],
    [
      'a path by the constructor',
      { op: 'add', path: 'constructor.prototype.polluted', value: 'x' },
    ],
    ['the name of a member', { op: 'add', value: { '__proto__.polluted': 'x' } }],
    ['a path with a schema', { op: 'replace', path: 'urn:x:__proto__.polluted', value: 'x' }],
  ])('reaches no prototype by %s', (_what, operation) => {
    try {
      expect(() => patched({ id: 'a' }, change(operation))).toThrow('A path is not valid.');
      expect(shared['polluted']).toBeUndefined();
    } finally {
      delete shared['polluted'];
    }
  });

  it('takes nothing from a prototype', () => {
    const operation = { op: 'remove', path: '__proto__.polluted' };
    shared['polluted'] = 'x';
    try {
      expect(() => patched({ id: 'a' }, change(operation))).toThrow('A path is not valid.');
      expect(shared['polluted']).toBe('x');
    } finally {
      delete shared['polluted'];
    }
  });

  it('does not read long paths, which takes the square of their length', () => {
    const start = performance.now();
    const operation = { op: 'replace', path: '['.repeat(60_000), value: 'x' };

    expect(() => patched({ id: 'a' }, change(operation))).toThrow('A path is not valid.');
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('takes many values out of a large group at once', () => {
    const members = Array.from({ length: 50_000 }, (_, at) => ({ value: `id-${at}` }));
    const Operations = members.slice(1, 1001).map(({ value }) => ({
      ...{ op: 'Remove', path: 'members' },
      value: [{ value }],
    }));
    const startMs = performance.now();

    const left = patched({ id: 'a', members }, { schemas: [SCHEMA], Operations });

    expect(left.members).toHaveLength(49_000);
    expect(left.members[1]).toEqual({ value: 'id-1001' });
    // One after the other it took a minute.
    expect(performance.now() - startMs).toBeLessThan(10_000);
  });

  it('removes nothing by a path of a schema that is none', () => {
    const members = [{ value: 'a' }];
    const operation = { op: 'remove', path: 'urn:evil:members', value: members };

    expect(patched({ id: 'a', members }, change(operation)).members).toEqual(members);
  });
});
