import { describe, expect, it } from '@jest/globals';
import { stretched } from './stretch.js';

const RATE = 24_000;

/** A voice's tone of two seconds. */
const tone = (hertz: number) =>
  Float32Array.from({ length: 2 * RATE }, (_none, at) =>
    Math.sin((2 * Math.PI * hertz * at) / RATE),
  );

/** Waves a second, counted where they rise. */
function pitchOf(samples: Float32Array): number {
  let rises = 0;
  for (let at = 1; at < samples.length; at += 1) {
    if ((samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0) rises += 1;
  }
  return rises / (samples.length / RATE);
}

describe('stretched', () => {
  it.each([0.75, 1.25, 1.5, 2])('speaks %d times as fast at the same pitch', (speed) => {
    const speech = tone(150);

    const { samples, end } = stretched(speech, { from: 0, speed, most: speech.length * 2 });

    expect(samples.length / (speech.length / speed)).toBeCloseTo(1, 1);
    expect(end).toBeGreaterThan(speech.length * 0.98);
    expect(Math.abs(pitchOf(samples) - 150)).toBeLessThan(4);
    expect(Math.max(...samples)).toBeLessThan(1.1);
  });

  it('leaves speech of its own speed as it is', () => {
    const speech = tone(150);

    const { samples, end } = stretched(speech, { from: 100, speed: 1, most: 1000 });

    expect(samples).toEqual(speech.slice(100, 1100));
    expect(end).toBe(1100);
  });

  it('goes on without a click', () => {
    const speech = tone(150);
    const pieces: number[] = [];
    let at: { end: number; natural?: number } = { end: 0 };
    while (at.end < speech.length) {
      const piece = stretched(speech, {
        ...{ from: at.end, natural: at.natural, speed: 1.5, most: 6000 },
      });
      pieces.push(...piece.samples);
      at = piece;
    }

    const steps = pieces.slice(1, -2000).map((sample, index) => sample - (pieces[index] ?? 0));

    expect(pieces.length / (speech.length / 1.5)).toBeCloseTo(1, 1);
    // A wave of 150 hertz changes by 0.039 from sample to sample.
    expect(Math.max(...steps.map(Math.abs))).toBeLessThan(0.06);
  });
});
