import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chipsOf } from './chips.js';
import { MarkedRecording, marksOf } from './detector.js';
import { Watermarker } from './watermarker.js';

const KEY = Buffer.alloc(32, 7);
const RATE = 16_000;

/** Something like speech: harmonics that come and go, over a little noise; the same each time. */
function speechLike(seconds: number, seed = 1): Int16Array {
  let state = seed;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const syllables = Array.from({ length: Math.ceil(seconds * 5) }, () => ({
    pitch: 90 + 60 * random(),
    bright: 2 + 12 * random(),
    loud: random() < 0.2 ? 0 : 2000 + 4000 * random(),
  }));
  return Int16Array.from({ length: seconds * RATE }, (_, at) => {
    const { pitch, bright, loud } = syllables[Math.floor((at / RATE) * 5)] ?? {
      pitch: 1,
      bright: 1,
      loud: 0,
    };
    const shape = Math.sin(Math.PI * (((at / RATE) * 5) % 1));
    let sample = 60 * (random() - 0.5);
    for (let harmonic = 1; harmonic * pitch < 7000; harmonic += 1) {
      const level = 1 / (1 + ((harmonic - bright) / 4) ** 2 + harmonic / 8);
      sample += loud * shape * level * 0.4 * Math.sin((2 * Math.PI * harmonic * pitch * at) / RATE);
    }
    return Math.max(-32_000, Math.min(32_000, Math.round(sample)));
  });
}

function marked(pcm: Int16Array, voice = 'voice', pieces = [4000]): Int16Array {
  const watermarker = new Watermarker(chipsOf(KEY, voice), RATE);
  const parts: number[] = [];
  let at = 0;
  for (let piece = 0; at < pcm.length; piece += 1) {
    const next = at + (pieces[piece % pieces.length] ?? 1);
    parts.push(...watermarker.push(pcm.subarray(at, next)));
    at = next;
  }
  return Int16Array.from([...parts, ...watermarker.end()]);
}

describe('the mark of a voice', () => {
  const host = speechLike(8);
  const spoken = marked(host);

  it('changes speech little, and moves no sample', () => {
    expect(spoken.length).toBe(host.length);
    const error = spoken.reduce((sum, sample, at) => sum + (sample - (host[at] ?? 0)) ** 2, 0);
    const power = host.reduce((sum, sample) => sum + sample ** 2, 0);
    expect(10 * Math.log10(power / error)).toBeGreaterThan(14);
  });

  it('is the same however the speech comes in pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1 }), (pieces) => {
        const short = host.subarray(0, RATE);
        expect(marked(short, 'voice', pieces)).toEqual(marked(short));
      }),
      { numRuns: 20 },
    );
  });

  it.each([0, 1, 300, 512, 10_000])('of %p samples is as long', (length) => {
    expect(marked(host.subarray(0, length)).length).toBe(length);
  });

  it.each([0, 1234, 30_000])('is found from sample %p on, and no other', (start) => {
    const recording = new MarkedRecording(marksOf(spoken.subarray(start)));
    const places = recording.find(chipsOf(KEY, ''));
    const [{ score }] = places;

    expect(score).toBeGreaterThan(7.5);
    expect(recording.score(chipsOf(KEY, 'voice'), places)).toBeGreaterThan(7.5);
    expect(recording.score(chipsOf(KEY, 'another'), places)).toBeLessThan(score);
    expect(recording.find(chipsOf(Buffer.alloc(32, 8), ''))[0].score).toBeLessThan(5);
  });

  it('is found in no other speech: a million comparisons', () => {
    const scores = [2, 3, 4, 5].flatMap((seed) => {
      const recording = new MarkedRecording(marksOf(speechLike(6, seed)));
      return Array.from({ length: 1000 }, (_, index) => {
        const key = Buffer.alloc(32);
        key.writeUInt32BE(1000 * seed + index);
        // The best of 256 places.
        return recording.find(chipsOf(key, ''))[0].score;
      });
    });
    // What Hoeffding's inequality allows of the best of 256.
    const allowed = (score: number) => 256 * scores.length * Math.exp(-(score ** 2) / 2);
    const above = (score: number) => scores.filter((each) => each >= score).length;

    expect([4.5, 5, 5.5].filter((score) => above(score) > allowed(score))).toEqual([]);
    expect(above(7.5)).toBe(0);
  });

  it.each([
    ['silence', new Int16Array(5 * RATE)],
    ['nothing', new Int16Array(0)],
    ['less than a frame', new Int16Array(100).fill(1000)],
    [
      'a square wave',
      Int16Array.from({ length: 5 * RATE }, (_, at) => (at % 160 < 80 ? 30_000 : -30_000)),
    ],
  ])('is not found in %s', (_name, pcm) => {
    expect(new MarkedRecording(marksOf(pcm)).find(chipsOf(KEY, ''))[0].score).toBeLessThan(6);
  });
});
