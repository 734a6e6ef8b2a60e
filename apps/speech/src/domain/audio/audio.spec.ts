import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { acceptedFormat, OUTPUT_FORMATS } from './audio-format.js';
import { toAlaw, toUlaw } from './g711.js';
import { gainToTarget, integratedLoudness, Limiter, PEAK_DBTP, TARGET_LUFS } from './loudness.js';
import { Resampler } from './resampler.js';

const tone = (hertz: number, sampleRate: number, seconds: number, level = 0.5): Int16Array =>
  Int16Array.from({ length: Math.round(sampleRate * seconds) }, (_, n) =>
    Math.round(32767 * level * Math.sin((2 * Math.PI * hertz * n) / sampleRate)),
  );

function resample(
  samples: Int16Array,
  from: number,
  to: number,
  size = samples.length,
): Int16Array {
  const resampler = new Resampler(from, to);
  const parts: number[] = [];
  for (let at = 0; at < samples.length; at += size)
    parts.push(...resampler.push(samples.subarray(at, at + size)));
  return Int16Array.from([...parts, ...resampler.end()]);
}

describe('Resampler', () => {
  it.each([8000, 16000, 24000, 44100, 48000])(
    'keeps a tone, its time and its level from 22050 to %d',
    (rate) => {
      const output = resample(tone(440, 22050, 0.5), 22050, rate);
      const expected = tone(440, rate, 0.5);

      expect(output.length).toBe(expected.length);
      const worst = Math.max(
        ...output.slice(500, -500).map((sample, n) => Math.abs(sample - (expected[n + 500] ?? 0))),
      );
      expect(worst).toBeLessThan(60); // 0.2 % of full scale
    },
  );

  it('takes away what the new rate cannot hold', () => {
    const output = resample(tone(6000, 22050, 0.5), 22050, 8000).slice(200, -200);

    expect(Math.max(...output.map(Math.abs))).toBeLessThan(16); // 60 dB down
  });

  it('gives the same whatever the stretches it is given', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (size) => {
        const samples = tone(300, 22050, 0.1);
        expect(resample(samples, 22050, 24000, size)).toEqual(resample(samples, 22050, 24000));
      }),
      { numRuns: 20 },
    );
  });
});

describe('G.711', () => {
  it.each([
    [0, 0xff],
    [-1, 0x7f],
    [32767, 0x80],
    [-32768, 0x00],
    [1000, 0xce],
  ])('codes %d as %d in the µ-law', (sample, code) => {
    expect(toUlaw(Int16Array.of(sample))[0]).toBe(code);
  });

  it.each([
    [0, 0xd5],
    [-1, 0x55],
    [32767, 0xaa],
    [-32768, 0x2a],
    [1000, 0xfa],
  ])('codes %d as %d in the A-law', (sample, code) => {
    expect(toAlaw(Int16Array.of(sample))[0]).toBe(code);
  });
});

describe('loudness', () => {
  it('of a tone of 997 Hz at full scale is -3.01 LUFS (BS.1770, annex 1)', () => {
    expect(integratedLoudness(tone(997, 48000, 5, 1), 48000)).toBeCloseTo(-3.01, 1);
  });

  it('of a tone of 1000 Hz at -23 dBFS is 3 LU below that (EBU Tech 3341, case 1, one channel)', () => {
    expect(integratedLoudness(tone(1000, 48000, 20, 10 ** (-23 / 20)), 48000)).toBeCloseTo(-26, 1);
  });

  it('of silence is minus infinity, and its gain 1', () => {
    expect(integratedLoudness(new Int16Array(48000), 48000)).toBe(-Infinity);
    expect(gainToTarget(new Int16Array(48000), 48000)).toBe(1);
  });

  it('reaches the target, and no peak goes above the ceiling', () => {
    const quiet = tone(300, 24000, 3, 0.1);
    quiet.set(tone(300, 24000, 0.01, 0.9), 24000); // a click

    const limiter = new Limiter(gainToTarget(quiet, 24000), 24000);
    const output = Int16Array.from([...limiter.push(quiet), ...limiter.end()]);

    expect(output.length).toBe(quiet.length);
    expect(Math.max(...output.map(Math.abs))).toBeLessThanOrEqual(32768 * 10 ** (PEAK_DBTP / 20));
    expect(Math.abs(integratedLoudness(output, 24000) - TARGET_LUFS)).toBeLessThan(0.6);
  });
});

describe('formats', () => {
  it('has every output_format of the published interface, and A-law', () => {
    const mp3 = [22050, 24000].flatMap((rate) =>
      [32, 64, 96, 128, 160, 192].map((kbps) => `mp3_${rate}_${kbps}`),
    );
    const pcm = [8000, 16000, 22050, 24000, 44100, 48000].map((rate) => `pcm_${rate}`);

    expect([...OUTPUT_FORMATS.keys()].toSorted()).toEqual(
      [
        ...mp3,
        ...pcm,
        'wav_24000',
        'wav_48000',
        'ogg_24000',
        'aac_24000',
        'ulaw_8000',
        'alaw_8000',
      ].toSorted(),
    );
  });

  it('encodes and reports mp3 at 192 kbit/s as 160', () => {
    expect(OUTPUT_FORMATS.get('mp3_24000_192')).toMatchObject({ id: 'mp3_24000_160', kbps: 160 });
  });

  it('takes mp3 when nothing is asked for', () => {
    expect(acceptedFormat(undefined)?.codec).toBe('mp3');
    expect(acceptedFormat('audio/ogg;q=0')?.codec).toBe('mp3');
  });
});
