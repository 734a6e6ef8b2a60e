import { describe, expect, it } from '@jest/globals';
import { patched } from './scim-patch.js';
import { readGroupPatch } from './scim-group-patch.js';

const SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const change = (...Operations: object[]) => ({ schemas: [SCHEMA], Operations });
/** Of the realm in which copies are made, which is not that of this test. */
const shared = Object.getPrototypeOf(structuredClone({})) as Record<string, unknown>;
const KNOWN = new Set(['username', 'name', 'displayname', 'emails', 'active', 'roles']);
const user = {
  id: 'a',
  userName: 'a',
  active: true,
  name: { givenName: 'Ada' },
  emails: [{ value: 'a@b.example', type: 'work', primary: true }],
};

describe('a user patched', () => {
  it.each<[string, object]>([
    ['a path', { op: 'add', path: '__proto__.polluted', value: 'x' }],
    [
      'a path by the constructor',
      { op: 'add', path: 'constructor.prototype.polluted', value: 'x' },
    ],
    ['the name of a member', { op: 'add', value: { '__proto__.polluted': 'x' } }],
    ['a member of an attribute', { op: 'add', value: { name: { '__proto__.polluted': 'x' } } }],
    ['a member of a value', { op: 'add', path: 'name', value: { '__proto__.polluted': 'x' } }],
    ['a path with a schema', { op: 'replace', path: 'urn:x:__proto__.polluted', value: 'x' }],
    ['a removal', { op: 'remove', path: '__proto__.polluted' }],
  ])('reaches no prototype by %s', (_what, operation) => {
    shared['polluted'] = 'before';
    try {
      expect(() => patched(user, change(operation), KNOWN)).toThrow('A path is not valid.');
      expect(shared['polluted']).toBe('before');
    } finally {
      delete shared['polluted'];
    }
  });

  it('is changed by paths and members in any case', () => {
    const body = change(
      { op: 'REPLACE', path: 'Emails[Type eq "work"].Value', value: 'b@b.example' },
      { OP: 'Add', PATH: 'NAME.FamilyName', VALUE: 'L' },
      { op: 'Replace', value: { Active: false, 'name.GivenName': 'Grace' } },
    );

    expect(patched(user, body, KNOWN)).toMatchObject({
      active: false,
      emails: [{ value: 'b@b.example', type: 'work' }],
      name: { givenname: 'Grace', familyname: 'L' },
    });
  });

  it('is found by booleans that are written as text', () => {
    const path = 'emails[primary eq "True"].value';
    const body = change({ op: 'Replace', path, value: 'b@b.example' });

    expect(patched(user, body, KNOWN)).toMatchObject({ emails: [{ value: 'b@b.example' }] });
  });

  it.each([
    'roles[value eq "Lehrkraft"]',
    'ROLES[Value eq "LEHRKRAFT"]',
    'urn:ietf:params:scim:schemas:core:2.0:User:roles[value eq "Lehrkraft"]',
  ])('loses roles by a filter in any case: %s', (path) => {
    const one = { ...user, roles: [{ value: 'lehrkraft' }, { value: 'it' }] };

    expect(patched(one, change({ op: 'remove', path }), KNOWN)).toMatchObject({
      roles: [{ value: 'it' }],
    });
  });

  it('is not touched by attributes without a place here, whatever their paths', () => {
    const body = change(
      { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '+1' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department' },
      { op: 'remove', path: 'nickName' },
      { op: 'add', value: { title: 'x', 'urn:other:User': { manager: { value: 'b' } } } },
    );

    expect(Object.keys(patched(user, body, KNOWN))).toEqual(
      Object.keys(user).map((name) => name.toLowerCase()),
    );
  });

  it('does not read long paths, which takes the square of their length', () => {
    const start = performance.now();
    const operation = { op: 'replace', path: '['.repeat(60_000), value: 'x' };

    expect(() => patched(user, change(operation), KNOWN)).toThrow('A path is not valid.');
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it.each<[string, unknown]>([
    ['no schemas', { Operations: [{ op: 'add', path: 'name', value: {} }] }],
    ['no operations', { schemas: [SCHEMA] }],
    ['an empty list', change()],
    ['an unknown operation', change({ op: 'explode', path: 'active' })],
    ['a removal of nothing in particular', change({ op: 'remove' })],
    ['a bare value', change({ op: 'replace', value: true })],
    ['a path that is a number', change({ op: 'replace', path: 7, value: true })],
  ])('is refused by a request with %s', (_what, body) => {
    expect(() => patched(user, body, KNOWN)).toThrow();
  });
});

describe('a group’s PATCH', () => {
  const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';

  it.each<[string, object[], object]>([
    [
      'adds',
      [{ op: 'Add', path: 'members', value: [{ $ref: null, value: 'A' }, { value: 'b' }] }],
      { members: { kind: 'changed', added: ['a', 'b'], removed: [] } },
    ],
    [
      'removes by value',
      [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: 'a' }] }],
      { members: { kind: 'changed', added: [], removed: ['a'] } },
    ],
    [
      'removes by a bare id and a path with the schema',
      [{ op: 'remove', path: `${GROUP}:Members`, value: 'a' }],
      { members: { kind: 'changed', added: [], removed: ['a'] } },
    ],
    [
      'removes by a filter',
      [{ op: 'remove', path: 'members[value eq "A" or Value eq "b"]' }],
      { members: { kind: 'changed', added: [], removed: ['a', 'b'] } },
    ],
    [
      'removes by a filter with the type',
      [{ op: 'remove', path: 'members[type eq "User" and value eq "a"]' }],
      { members: { kind: 'changed', added: [], removed: ['a'] } },
    ],
    [
      'removes all',
      [{ op: 'remove', path: 'members' }],
      { members: { kind: 'replaced', members: [] } },
    ],
    [
      'removes nobody by an empty list',
      [{ op: 'remove', path: 'members', value: [] }],
      { members: { kind: 'changed', added: [], removed: [] } },
    ],
    [
      'takes one operation after the other',
      [
        { op: 'remove', path: 'members', value: [{ value: 'a' }] },
        { op: 'add', path: 'members', value: [{ value: 'a' }, { value: 'b' }] },
        { op: 'remove', path: 'members[value eq "b"]' },
      ],
      { members: { kind: 'changed', added: ['a'], removed: ['b'] } },
    ],
    [
      'replaces, then adds',
      [
        { op: 'replace', value: { members: [{ value: 'a' }], displayName: 'New', id: 'x' } },
        { op: 'add', path: 'members', value: { value: 'b' } },
      ],
      { name: 'New', members: { kind: 'replaced', members: ['a', 'b'] } },
    ],
    [
      'renames and forgets',
      [
        { op: 'Replace', path: 'displayName', value: 'New' },
        { op: 'remove', path: 'externalId' },
        { op: 'replace', path: 'urn:evil:members', value: [] },
      ],
      { name: 'New', externalId: null },
    ],
  ])('%s', (_what, operations, expected) => {
    expect(readGroupPatch(change(...operations))).toEqual(expected);
  });

  it.each<[string, object]>([
    ['a name taken away', { op: 'remove', path: 'displayName' }],
    ['a filter that names nobody', { op: 'remove', path: 'members[display eq "a"]' }],
    ['a filter that is none', { op: 'remove', path: 'members[value' }],
    ['a member added by a filter', { op: 'add', path: 'members[value eq "a"]', value: {} }],
    ['a member without an id', { op: 'add', path: 'members', value: [{}] }],
  ])('is refused for %s', (_what, operation) => {
    expect(() => readGroupPatch(change(operation))).toThrow();
  });

  it('is read in no time, however many are named', () => {
    const one = (at: number) => ({ op: 'Remove', path: 'members', value: [{ value: `id-${at}` }] });
    const startMs = performance.now();

    const { members } = readGroupPatch(change(...Array.from({ length: 1000 }, (_, at) => one(at))));

    expect(members).toMatchObject({ kind: 'changed', removed: { length: 1000 } });
    expect(performance.now() - startMs).toBeLessThan(1000);
  });
});
