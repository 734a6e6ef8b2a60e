import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { composeUtterance } from '../../text/compose-utterance.js';
import { MarkTimer, type WordMark } from './speech-marks.js';

const SAMPLE_RATE = 16_000;

/** Marks of sound without a pause, in which words begin when they are said to, given a tenth of a second at a time. */
function marksOf(
  input: string,
  startsMs: readonly (number | undefined)[],
  durationMs: number,
): WordMark[] {
  const timer = new MarkTimer(
    composeUtterance(input, { language: 'en-US', normalize: true }),
    SAMPLE_RATE,
  );
  const starts = startsMs.flatMap((startMs, word) =>
    startMs === undefined ? [] : [{ word, startMs }],
  );
  const marks: WordMark[] = [];
  for (let at = 0; at < durationMs; at += 100) {
    const begin = starts.filter(({ startMs }) => startMs >= at && startMs < at + 100);
    const pcm = new Int16Array(((Math.min(at + 100, durationMs) - at) * SAMPLE_RATE) / 1000).fill(
      1000,
    );
    marks.push(...timer.push({ pcm, starts: begin }));
  }
  return [...marks, ...timer.end()];
}

const times = (marks: readonly WordMark[]): (readonly [number, number])[] =>
  marks.map(({ startMs, endMs }) => [startMs, endMs]);

describe('marks of words', () => {
  it('go from one word to the next', () => {
    expect(times(marksOf('one two three', [0, 300, 700], 1000))).toEqual([
      [0, 300],
      [300, 700],
      [700, 1000],
    ]);
  });

  it('share the sound of words that the engine joined, by their letters', () => {
    // espeak-ng says "of the" as one word, and marks its second.
    expect(times(marksOf('end of the day', [0, undefined, 300, 550], 1000))).toEqual([
      [0, 300],
      [300, 404],
      [404, 550],
      [550, 1000],
    ]);
  });

  it('take from the words after one that has no time of its own', () => {
    expect(times(marksOf('for a while', [0, 300, 305], 905))).toEqual([
      [0, 300],
      [300, 414],
      [414, 905],
    ]);
  });

  it('take from the words before the last ones, where no sound is left for them', () => {
    const marks = times(marksOf('this is it', [0, 300, undefined], 320));

    expect(marks.at(-1)?.[1]).toBe(320);
    for (const [startMs, endMs] of marks) expect(endMs - startMs).toBeGreaterThanOrEqual(20);
  });

  it('have no length for a sign that is not said', () => {
    expect(times(marksOf('one ^ two', [0, undefined, 300], 600))).toEqual([
      [0, 300],
      [300, 300],
      [300, 600],
    ]);
  });

  it('last 20 ms at least and overlap nowhere, whenever words begin', () => {
    const gaps = fc.array(fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 90 })), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(gaps, (steps) => {
        let at = 0;
        const starts = steps.map((step) => (step === undefined ? undefined : (at += step)));
        const marks = marksOf(steps.map(() => 'word').join(' '), starts, at + steps.length * 20);

        let before = 0;
        for (const { startMs, endMs } of marks) {
          expect(startMs).toBeGreaterThanOrEqual(before);
          expect(endMs - startMs).toBeGreaterThanOrEqual(20);
          before = endMs;
        }
        expect(marks).toHaveLength(steps.length);
      }),
    );
  });
});
