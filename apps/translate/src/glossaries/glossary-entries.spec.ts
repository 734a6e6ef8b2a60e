import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatEntries, mergeEntries, parseEntries } from './glossary-entries.js';
import { parseLanguage } from '../languages/language.js';

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
  it('reads back as TSV whatever formatEntries wrote', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (list) => {
        expect(await parseEntries(formatEntries(list), 'tsv', pair)).toEqual(list);
      }),
    );
  });

  it('reads quoted CSV with whatever line ends', async () => {
    await fc.assert(
      fc.asyncProperty(entries, fc.constantFrom('\n', '\r\n'), async (list, end) => {
        const csv = list
          .map(({ source, target }) => `${quoted(source)},${quoted(target)}`)
          .join(end);

        expect(await parseEntries(csv, 'csv', pair)).toEqual(list);
      }),
    );
  });

  it('never throws anything but a Problem', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('tsv', 'csv'),
        async (input, format) => {
          try {
            await parseEntries(input, format, pair);
          } catch (error) {
            expect(error).toMatchObject({ status: 400 });
          }
        },
      ),
    );
  });

  it('lets others have their turn while a largest glossary is read', async () => {
    const text = Array.from({ length: 100_000 }, (_, index) => `word ${index}\tpalabra`).join('\n');
    let turns = 0;
    const others = setInterval(() => (turns += 1), 0);

    await parseEntries(text, 'tsv', pair);
    await parseEntries(text.replaceAll('\t', ','), 'csv', pair);
    clearInterval(others);

    expect(turns).toBeGreaterThan(10);
  });

  it('passes over rows of other pairs where rows name one', async () => {
    const csv = 'house,casa,en,es\nhouse,maison,en,fr\ndog,perro,EN-US,ES\n';

    expect(await parseEntries(csv, 'csv', pair)).toEqual([
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
