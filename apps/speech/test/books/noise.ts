import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readDocument } from '../../src/books/documents/read-document.js';
import { epub } from './epub.js';

const read = (text: string, kind: 'html' | 'markdown' | 'text') =>
  readDocument(Buffer.from(text), kind, 'Untitled');

/** Declares that what is no document is none, of so many of each kind. */
export const describeNoise = (runs: number): void =>
  describe('documents', () => {
    it('whatever they are, are read or refused in no time, deep as they may be', () => {
      const markup = fc.array(
        fc.constantFrom(
          '<p>',
          '</p>',
          '<h1>',
          '<b',
          '>',
          '&amp;',
          '&#0;',
          'text ',
          '<!--',
          '-->',
          '<svg>',
          '<table>',
          '# ',
          '\n\n',
          '*',
          '`',
          '[a](b)',
          '\0',
          '😀',
        ),
        { maxLength: 60 },
      );
      fc.assert(
        fc.property(
          markup,
          fc.constantFrom('html' as const, 'markdown' as const, 'text' as const),
          (parts, kind) => {
            const { chapters } = read(parts.join(''), kind);
            for (const { paragraphs } of chapters)
              for (const text of paragraphs) expect(text.trim()).toBe(text);
          },
        ),
        { numRuns: runs },
      );
      const whole = epub('x', [['One', '<p>a</p>']]);
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(299), (noise, at) => {
          const bytes = Uint8Array.from(whole);
          bytes.set(noise.subarray(0, bytes.length - at), at);
          try {
            expect(readDocument(bytes, 'epub', 'x').chapters).toBeInstanceOf(Array);
          } catch (error) {
            expect(error).toBeInstanceOf(Error);
          }
        }),
        { numRuns: runs },
      );
      expect(read('<div>'.repeat(20_000) + 'deep', 'html').chapters).toEqual([
        { title: '', paragraphs: ['deep'] },
      ]);
    });
  });
