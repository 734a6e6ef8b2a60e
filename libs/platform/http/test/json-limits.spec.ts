import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { exceededJsonLimit } from '../src/index.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const isParent = (value: unknown): value is object => typeof value === 'object' && value !== null;

function depthOf(value: unknown): number {
  return isParent(value) ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
}

function valuesIn(value: unknown): number {
  if (!isParent(value)) return 1;
  return Object.values(value).reduce<number>((sum, child) => sum + valuesIn(child), 1);
}

function emptyIn(value: unknown): number {
  if (!isParent(value)) return 0;
  const children = Object.values(value);
  return children.reduce<number>(
    (sum, child) => sum + emptyIn(child),
    children.length === 0 ? 1 : 0,
  );
}

/** Names and texts of all that could be taken for something else: brackets, quotes, escapes, characters of many bytes. */
const confusing = fc.string({
  unit: fc.constantFrom(
    '[',
    ']',
    '{',
    '}',
    ',',
    '"',
    '\\',
    '\\"',
    'é',
    '漢',
    '🔥',
    '\u2028',
    '\n',
    'x'.repeat(70),
  ),
});
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 12, withCrossShrink: true },
    fc.oneof(confusing, fc.integer(), fc.constant(null)),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(confusing, tie('tree'), { maxKeys: 3 }),
  ),
}));

describe('exceededJsonLimit', () => {
  it('knows how deep JSON is, whatever its strings hold', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom(undefined, 2), (value, indent) => {
        const bytes = bytesOf(JSON.stringify(value, undefined, indent));
        const depth = depthOf(value);

        expect(exceededJsonLimit(bytes, { depth })).toBeUndefined();
        if (depth > 0) expect(exceededJsonLimit(bytes, { depth: depth - 1 })).toBe('depth');
      }),
    );
  });

  it('counts brackets and commas: all values but one, and empty lists twice', () => {
    fc.assert(
      fc.property(tree, (value) => {
        const bytes = bytesOf(JSON.stringify(value));
        const count = valuesIn(value) - 1 + emptyIn(value);

        expect(exceededJsonLimit(bytes, { depth: 100, values: count })).toBeUndefined();
        if (count > 0) {
          expect(exceededJsonLimit(bytes, { depth: 100, values: count - 1 })).toBe('values');
        }
      }),
    );
  });

  it('counts members by their colons, not those of strings', () => {
    const bytes = bytesOf('{"a:b":"c:d","e":{"f":[{"g\\":":1}]}}');

    expect(exceededJsonLimit(bytes, { depth: 9, members: 4 })).toBeUndefined();
    expect(exceededJsonLimit(bytes, { depth: 9, members: 3 })).toBe('members');
  });

  it('counts the members of each object by itself', () => {
    const bytes = bytesOf('{"a":{"b":1,"c":2},"d":[{"e":3,"f":4}],"g":5}');

    expect(exceededJsonLimit(bytes, { depth: 9, membersOfOne: 3 })).toBeUndefined();
    expect(exceededJsonLimit(bytes, { depth: 9, membersOfOne: 2 })).toBe('membersOfOne');
  });

  it('lets nothing through that a parser takes and that is deeper', () => {
    const signs = fc.string({
      unit: fc.constantFrom('[', ']', '"', '\\', ',', '1', 'é'),
      maxLength: 9,
    });
    fc.assert(
      fc.property(signs, (text) => {
        let parsed: unknown;
        try {
          parsed = JSON.parse(text);
        } catch {
          return;
        }
        if (depthOf(parsed) > 1)
          expect(exceededJsonLimit(bytesOf(text), { depth: 1 })).toBe('depth');
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['an end that is cut off in a string', '["[[[['],
    ['an end that is cut off in an escape', '["\\'],
    ['nothing', ''],
  ])('takes %s for what it is so far', (_what, text) => {
    expect(exceededJsonLimit(bytesOf(text), { depth: 1 })).toBeUndefined();
  });

  it('stops at the first bracket too many', () => {
    let read = 0;
    const bytes = new Proxy(bytesOf('['.repeat(1000)), {
      get(target, name) {
        if (/^\d+$/.test(String(name))) read += 1;
        return Reflect.get(target, name, target) as unknown;
      },
    });

    expect([exceededJsonLimit(bytes, { depth: 10 }), read]).toEqual(['depth', 11]);
  });
});
