import { describe, expect, it } from '@jest/globals';
import type { Entry } from 'ldapts';
import { allValues } from '../../src/ldap/ranged-values.js';

const entry = (attributes: Readonly<Record<string, string | string[]>>): Entry => ({
  ...{ dn: 'CN=Ada', ...attributes },
});

describe('the values of an attribute', () => {
  const never = () => Promise.reject(new Error('It was asked for more.'));

  it.each<[string, Entry, readonly string[]]>([
    ['none', entry({}), []],
    ['one', entry({ memberOf: 'a' }), ['a']],
    ['several, under a name in another case', entry({ MEMBEROF: ['a', 'b'] }), ['a', 'b']],
    ['all of them in one part', entry({ 'memberOf;range=0-*': ['a', 'b'] }), ['a', 'b']],
  ])('are %s', async (_what, found, values) => {
    expect(await allValues(found, 'memberOf', never)).toEqual(values);
  });

  it('are those of all parts', async () => {
    const asked: string[] = [];
    const parts = [
      entry({ 'memberOf;range=2-3': ['c', 'd'] }),
      entry({ 'memberof;Range=4-*': ['e'] }),
    ];
    const values = await allValues(
      entry({ 'memberOf;range=0-1': ['a', 'b'], memberOf: [] }),
      'memberOf',
      (attribute) => {
        asked.push(attribute);
        return Promise.resolve(parts.shift());
      },
    );

    expect(values).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(asked).toEqual(['memberOf;range=2-*', 'memberOf;range=4-*']);
  });

  it.each<[string, Entry | undefined, RegExp]>([
    ['a directory that stops in the middle', undefined, /in the middle/],
    ['a directory that knows no parts any more', entry({ memberOf: ['c'] }), /in the middle/],
    ['a directory that begins again', entry({ 'memberOf;range=0-1': ['a', 'b'] }), /no range/],
    ['a directory that leaves some out', entry({ 'memberOf;range=4-*': ['e'] }), /no range/],
    ['a directory that goes backwards', entry({ 'memberOf;range=2-1': ['c'] }), /no range/],
    ['a range that is none', entry({ 'memberOf;range=2-x': ['c'] }), /no range/],
    ['a range without an end', entry({ 'memberOf;range=2': ['c'] }), /no range/],
  ])('are not fewer than there are, of %s', async (_what, next, reason) => {
    const first = entry({ 'memberOf;range=0-1': ['a', 'b'] });
    await expect(allValues(first, 'memberOf', () => Promise.resolve(next))).rejects.toThrow(reason);
  });

  it('are not fewer than there are, of a directory that gives the first ones later', async () => {
    const late = entry({ 'memberOf;range=2-*': ['c'] });
    await expect(allValues(late, 'memberOf', never)).rejects.toThrow(/begins at 0/);
  });

  it('have an end', async () => {
    const ask = (attribute: string) => {
      const start = Number(/=(\d+)-/.exec(attribute)?.[1]);
      return Promise.resolve(entry({ [`memberOf;range=${start}-${start}`]: ['a'] }));
    };
    const first = entry({ 'memberOf;range=0-0': ['a'] });
    await expect(allValues(first, 'memberOf', ask)).rejects.toThrow(/no end/);
  });
});
