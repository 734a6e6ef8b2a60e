import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mappingOf, rowOf } from '../../web/src/console/clients/claim-rows.js';
import { SECTIONS } from '../../web/src/console/clients/client-members.js';
import { changesOf, shownOf, type Member } from '../../web/src/console/members.js';

const MEMBERS: readonly Member[] = [
  { name: 'uris', kind: 'lines' },
  { name: 'roles', kind: 'words' },
  { name: 'seconds', kind: 'number' },
  { name: 'name', kind: 'text' },
  { name: 'flag', kind: 'switch' },
  { name: 'keys', kind: 'json' },
];
const member = (name: string): Member => MEMBERS.find((one) => one.name === name)!;

describe('members of a form', () => {
  it.each([
    ['uris', ['https://a', 'https://b'], 'https://a\nhttps://b'],
    ['roles', ['one', 'two'], 'one two'],
    ['seconds', 60, '60'],
    ['name', 'Ada', 'Ada'],
    ['flag', true, true],
    ['keys', { keys: [] }, '{\n  "keys": []\n}'],
  ])('%s are sent back as they were shown', (name, value, shown) => {
    expect(shownOf(member(name), value)).toEqual(shown);
    expect(changesOf(MEMBERS, { [name]: shown })).toEqual({ [name]: value });
  });

  it.each([
    ['uris', []],
    ['roles', []],
    ['seconds', null],
    ['name', null],
    ['keys', null],
  ])('%s without a value are taken away', (name, sent) => {
    expect(changesOf(MEMBERS, { [name]: ' ' })).toEqual({ [name]: sent });
  });

  it('are sent where they were touched alone, in a form of their own as they are', () => {
    expect(changesOf(MEMBERS, { scopes: ['read'] })).toEqual({ scopes: ['read'] });
    expect(changesOf(MEMBERS, {})).toEqual({});
  });

  it('leave to the API what is no number, and say which JSON is none', () => {
    expect(changesOf(MEMBERS, { seconds: 'soon' })).toEqual({ seconds: 'soon' });
    expect(() => changesOf(MEMBERS, { keys: '{' })).toThrow(/^keys: /);
  });

  it('of a client are there once', () => {
    const names = SECTIONS.flatMap(({ members }) => members.map(({ name }) => name));

    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a mapping of claims', () => {
  const value = fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.boolean());
  const source = fc.oneof(
    fc.record({ attribute: fc.constantFrom('username', 'email') }),
    fc.record({ constant: value }),
    fc.record({ group: fc.constantFrom('staff', 'pupils'), value }),
  );
  const places = fc.constantFrom(
    ['id_token', 'userinfo'],
    ['id_token'],
    ['userinfo'],
    ['access_token'],
    ['id_token', 'userinfo', 'access_token'],
  );

  it('is the same after it was shown', () => {
    fc.assert(
      fc.property(source, places, (from, told) => {
        const mapping = { claim: 'school', ...from, in: told };

        expect(mappingOf(rowOf(mapping))).toEqual(mapping);
      }),
    );
  });

  it('is told where it is told usually, if that was not said', () => {
    expect(mappingOf(rowOf({ claim: 'a', attribute: 'email' })).in).toEqual([
      'id_token',
      'userinfo',
    ]);
  });
});
