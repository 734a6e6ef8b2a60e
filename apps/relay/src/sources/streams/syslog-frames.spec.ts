import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { FrameError, SyslogFrames } from './syslog-frames.js';

const LONGEST = 64 * 1024;

const counted = (text: string): string => `${Buffer.byteLength(text)} ${text}`;

/** What comes out of a stream that is cut into pieces of so many bytes. */
function cut(stream: string, size: number): readonly string[] {
  const frames = new SyslogFrames();
  const bytes = Buffer.from(stream);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_none, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  return pieces.flatMap((piece) => frames.add(piece));
}

describe('frames of syslog', () => {
  it.each([1, 2, 3, 7, 1000, 1_000_000])('are the same in pieces of %i bytes', (size) => {
    const messages = [
      '<11>1 - h a - - - one',
      'zwei: \u00FC',
      'x'.repeat(5000),
      'y'.repeat(LONGEST),
    ];
    const lines = ['<11>1 a line', '', 'z'.repeat(9000)];
    const stream = `${messages.map(counted).join('')}${lines.join('\n')}\n`;

    expect(cut(stream, size)).toEqual([...messages, ...lines]);
  });

  it.each(['0 x', '05 hello', '65537 x', '1234567', '12x', '12\n'])('are not %j', (stream) => {
    expect(() => cut(stream, 1)).toThrow(FrameError);
    expect(() => cut(stream, 100)).toThrow(FrameError);
  });

  it('are not a line without an end', () => {
    expect(() => cut('x'.repeat(LONGEST), 100)).not.toThrow();
    expect(() => cut('x'.repeat(LONGEST + 101), 100)).toThrow(FrameError);
  });
});

describe('what pieces cost', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** All bytes that are copied or looked through for a stream in pieces of one byte. */
  function costOf(stream: string): number {
    const copies = jest.spyOn(Buffer.prototype, 'copy');
    const searches = jest.spyOn(Buffer.prototype, 'indexOf');
    const wholes = jest.spyOn(Buffer, 'concat');
    cut(stream, 1);
    const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
    return sum([
      ...copies.mock.results.map(({ value }) => Number(value)),
      ...searches.mock.contexts.map((searched) => (searched as Buffer).length),
      ...wholes.mock.results.map(({ value }) => (value as Buffer).length),
    ]);
  }

  it.each([
    ['a counted message', counted('x'.repeat(LONGEST))],
    ['a line', `${'x'.repeat(LONGEST)}\n`],
    ['many small ones', counted('x'.repeat(50)).repeat(1000)],
    ['many lines', `${'x'.repeat(50)}\n`.repeat(1000)],
  ])('grows with the bytes, not with their square: %s', (_what, stream) => {
    expect(costOf(stream)).toBeLessThan(6 * stream.length);
  });
});
