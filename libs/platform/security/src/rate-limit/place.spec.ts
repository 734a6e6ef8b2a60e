import { describe, expect, it } from '@jest/globals';
import { placeOf } from './place.js';

describe('placeOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is the place %s', (ip, place) => {
    expect(placeOf(ip)).toBe(place);
  });
});
