import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatEntries, mergeEntries, parseEntries } from './glossary-entries.js';
import { parseLanguage } from './language.js';

const language = (code: string) => {
  const tag = parseLanguage(code);
  if (tag === undefined) throw new Error(code);
  return tag;
};
const pair = { source: language('en'), target: language('es') };

/** Texts as glossaries may hold them: no control characters, no white space at the ends. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((value) => !/[\p{Cc}\u2028\u2029]/u.test(value) && value.trim() === value);
const entries = fc.uniqueArray(fc.record({ source: text, target: text }), {
  selector: ({ source }) => source,
  minLength: 1,
  maxLength: 30,
});
const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;

describe('parseEntries', () => {
  it('reads back as TSV whatever formatEntries wrote', () => {
    fc.assert(
      fc.property(entries, (list) => {
        expect(parseEntries(formatEntries(list), 'tsv', pair)).toEqual(list);
      }),
    );
  });

  it('reads quoted CSV with whatever line ends', () => {
    fc.assert(
      fc.property(entries, fc.constantFrom('\n', '\r\n'), (list, end) => {
        const csv = list
          .map(({ source, target }) => `${quoted(source)},${quoted(target)}`)
          .join(end);

        expect(parseEntries(csv, 'csv', pair)).toEqual(list);
      }),
    );
  });

  it('never throws anything but a Problem', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('tsv', 'csv'), (input, format) => {
        try {
          parseEntries(input, format, pair);
        } catch (error) {
          expect(error).toMatchObject({ status: 400 });
        }
      }),
    );
  });

  it('passes over rows of other pairs where rows name one', () => {
    const csv = 'house,casa,en,es\nhouse,maison,en,fr\ndog,perro,EN-US,ES\n';

    expect(parseEntries(csv, 'csv', pair)).toEqual([
      { source: 'house', target: 'casa' },
      { source: 'dog', target: 'perro' },
    ]);
  });
});

describe('mergeEntries', () => {
  it('lets newer entries win and keeps the rest', () => {
    const older = [
      { source: 'a', target: '1' },
      { source: 'b', target: '2' },
    ];

    expect(mergeEntries(older, [{ source: 'b', target: '3' }])).toEqual([
      { source: 'a', target: '1' },
      { source: 'b', target: '3' },
    ]);
  });
});
