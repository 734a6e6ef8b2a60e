import { describe, expect, it } from '@jest/globals';
import { box, fullBox, u32 } from '../books/files/mp4-boxes.js';
import { saysTooManySamples } from './mp4-counts.js';

const MOST = 0xffff_ffff;
const fileWith = (table: Uint8Array): Uint8Array =>
  Buffer.concat([box('ftyp', u32(0)), box('moov', table), box('mdat', Buffer.alloc(1000))]);

describe('an MP4', () => {
  it.each([
    ['lengths', fullBox('stsz', [0, 0], u32(1, MOST))],
    ['small lengths', fullBox('stz2', [0, 0], u32(4, MOST))],
    ['times', fullBox('stts', [0, 0], u32(2, 1, 1024, MOST, 1024))],
    ['a fragment', fullBox('trun', [0, 0], u32(MOST))],
  ])('that names more samples than it has bytes is told by its %s', (_, table) => {
    expect(saysTooManySamples(fileWith(table))).toBe(true);
  });

  it.each([
    ['lengths', fullBox('stsz', [0, 0], u32(0, 2, 7, 8))],
    ['times', fullBox('stts', [0, 0], u32(1, 900, 1024))],
    ['a table that is cut off', fullBox('stts', [0, 0], u32(MOST))],
  ])('that may be one has %s', (_, table) => {
    expect(saysTooManySamples(fileWith(table))).toBe(false);
  });
});
