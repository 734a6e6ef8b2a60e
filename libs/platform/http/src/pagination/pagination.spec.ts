import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CursorCodec, nextLink, pageLimit } from './index.js';

const codec = new CursorCodec(Buffer.alloc(16, 1), 'things of user-1');

describe('CursorCodec', () => {
  it('gives back what it encoded', () => {
    const place = fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 5 });
    fc.assert(
      fc.property(place, (values) => {
        expect(codec.decode(codec.encode(values))).toEqual(values);
      }),
    );
  });

  it('makes texts that need no escaping in a URL', () => {
    expect(codec.encode(['2026-01-01', 'ö/+?'])).toMatch(/^[\w-]+$/);
  });

  it('refuses every changed byte', () => {
    const cursor = Buffer.from(codec.encode(['a', 1]), 'base64url');
    for (const index of cursor.keys()) {
      const changed = Buffer.from(cursor);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => codec.decode(changed.toString('base64url'))).toThrow('not a cursor');
    }
  });

  it.each([
    ['of another list', new CursorCodec(Buffer.alloc(16, 1), 'things of user-2').encode(['a'])],
    ['of another key', new CursorCodec(Buffer.alloc(16, 2), 'things of user-1').encode(['a'])],
    ['that is empty', ''],
    ['that is no text', { $gt: '' }],
    ['that is endless', 'a'.repeat(3000)],
  ])('refuses a cursor %s', (_name, cursor) => {
    expect(() => codec.decode(cursor)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
  });

  it('refuses a short key', () => {
    expect(() => new CursorCodec(Buffer.alloc(8), 'x')).toThrow('16 bytes');
  });
});

describe('pageLimit', () => {
  const rule = { max: 100, default: 20 };

  it.each([
    [undefined, 20],
    ['1', 1],
    ['100', 100],
  ])('reads %j as %i', (text, expected) => {
    expect(pageLimit(text, rule)).toBe(expected);
  });

  it.each(['0', '101', '-1', '1.5', '', 'x', ['1'], { $gt: 1 }])('refuses %j', (text) => {
    expect(() => pageLimit(text, rule)).toThrow('from 1 to 100');
  });
});

describe('nextLink', () => {
  it('keeps the other parameters and replaces the cursor', () => {
    expect(nextLink('/things?type=a&cursor=old', 'new')).toBe(
      '</things?type=a&cursor=new>; rel="next"',
    );
  });
});
