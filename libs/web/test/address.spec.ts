import { describe, expect, it } from '@jest/globals';
import { partsBelow } from '../src/views/address.js';

describe('the parts of a path below that of a page', () => {
  it.each([
    ['/translate', '/translate', []],
    ['/translate', '/translate/documents', ['documents']],
    ['/translate', '/translate/documents/4%2F2', ['documents', '4/2']],
    ['/translate', '/translate/%zz', ['%zz']],
    ['/', '/', []],
    ['/', '/start', ['start']],
  ])('of %s in %s are %j', (base, path, parts) => {
    expect(partsBelow(base, path)).toEqual(parts);
  });

  it.each([
    ['/translate', '/translated'],
    ['/inbox/operations', '/inbox'],
  ])('there are none of %s in %s', (base, path) => {
    expect(partsBelow(base, path)).toBeUndefined();
  });
});
