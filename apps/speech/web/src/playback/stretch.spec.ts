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

  it('goes on where it ended', () => {
    const speech = tone(150);

    const first = stretched(speech, { from: 0, speed: 2, most: 12_000 });
    const second = stretched(speech, { from: first.end, speed: 2, most: 24_000 });

    expect(first.end).toBe(24_000);
    expect(second.end).toBe(speech.length);
  });
});
