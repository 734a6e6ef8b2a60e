import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { acceptedFormat, OUTPUT_FORMATS } from './audio-format.js';
import { toAlaw, toUlaw } from './g711.js';
import { Limiter, PEAK_DBTP } from './limiter.js';
import { gainToTarget, integratedLoudness, TARGET_LUFS } from './loudness.js';
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

const of = (pcm: Int16Array, sampleRate: number) => ({ pcm, sampleRate, workspace: 'acme' });
const lufs = (pcm: Int16Array, sampleRate: number) => integratedLoudness(of(pcm, sampleRate));

describe('loudness', () => {
  it('of a tone of 997 Hz at full scale is -3.01 LUFS (BS.1770, annex 1)', async () => {
    expect(await lufs(tone(997, 48000, 5, 1), 48000)).toBeCloseTo(-3.01, 1);
  });

  it('of a tone of 1000 Hz at -23 dBFS is 3 LU below that (EBU Tech 3341, case 1, one channel)', async () => {
    const loudness = await lufs(tone(1000, 48000, 20, 10 ** (-23 / 20)), 48000);

    expect(loudness).toBeCloseTo(-26, 1);
  });

  it('of silence is minus infinity, and its gain 1', async () => {
    expect(await lufs(new Int16Array(48000), 48000)).toBe(-Infinity);
    expect(await gainToTarget(of(new Int16Array(48000), 48000))).toBe(1);
  });

  it('reaches the target, and no peak goes above the ceiling', async () => {
    const quiet = tone(300, 24000, 3, 0.1);
    quiet.set(tone(300, 24000, 0.01, 0.9), 24000); // a click

    const gain = await gainToTarget(of(quiet, 24000));
    const output = limited(quiet, { gain, sampleRate: 24000 });

    expect(output.length).toBe(quiet.length);
    expect(Math.max(...output.map(Math.abs))).toBeLessThanOrEqual(CEILING);
    const loudness = await lufs(output, 24000);
    expect(Math.abs(loudness - TARGET_LUFS)).toBeLessThan(0.6);
  });
});

const CEILING = 32768 * 10 ** (PEAK_DBTP / 20);

function limited(
  pcm: Int16Array,
  options: ConstructorParameters<typeof Limiter>[0],
  size = pcm.length,
): Int16Array {
  const limiter = new Limiter(options);
  const parts: number[] = [];
  for (let at = 0; at < pcm.length; at += size)
    parts.push(...limiter.push(pcm.subarray(at, at + size)));
  return Int16Array.from([...parts, ...limiter.end()]);
}

describe('Limiter', () => {
  it('sees the peak that lies between samples (BS.1770-5, annex 2)', () => {
    // A quarter of the rate, an eighth of a turn late: no sample is higher than 0.707 of the peak.
    const pcm = Int16Array.from({ length: 4800 }, (_, n) =>
      Math.round(32767 * Math.SQRT1_2 * (Math.floor(n / 2) % 2 === 0 ? 1 : -1)),
    );

    const output = limited(pcm, { gain: 1, sampleRate: 48000 }).slice(500, -500);

    const highest = Math.max(...output.map(Math.abs)) * Math.SQRT2;
    expect(highest).toBeLessThanOrEqual(CEILING);
    expect(highest).toBeGreaterThan(CEILING * 0.97);
  });

  it('leaves alone what is below', () => {
    const pcm = tone(440, 24000, 0.2, 0.5);

    expect(limited(pcm, { gain: 1, sampleRate: 24000 })).toEqual(pcm);
  });

  it('gives the same whatever the stretches it is given', () => {
    const pcm = tone(3000, 24000, 0.1, 1);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), (size) => {
        expect(limited(pcm, { gain: 2, sampleRate: 24000 }, size)).toEqual(
          limited(pcm, { gain: 2, sampleRate: 24000 }),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('keeps peaks of anything below the ceiling, from the first sample on', () => {
    fc.assert(
      fc.property(fc.int16Array({ minLength: 1, maxLength: 400 }), (pcm) => {
        const output = limited(pcm, { gain: 3, sampleRate: 24000 });
        expect(output.length).toBe(pcm.length);
        expect(Math.max(...output.map(Math.abs))).toBeLessThanOrEqual(CEILING);
      }),
    );
  });
});

describe('formats', () => {
  it('has every output_format of the published interface, A-law and FLAC', () => {
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
        'flac_24000',
        'ulaw_8000',
        'alaw_8000',
      ].toSorted(),
    );
  });

  it('are encoded as they are called', () => {
    for (const [name, { id, codec, sampleRate, kbps }] of OUTPUT_FORMATS) {
      expect(id).toBe(name);
      const called = [codec, sampleRate, ...(codec === 'mp3' ? [kbps] : [])].join('_');
      // MPEG-2 ends at 160 kbit/s: who asks for 192 gets them.
      expect(name.replace('_192', '_160')).toBe(called);
    }
  });

  it('takes mp3 when nothing is asked for', () => {
    expect(acceptedFormat(undefined)?.codec).toBe('mp3');
    expect(acceptedFormat('audio/ogg;q=0')?.codec).toBe('mp3');
  });
});
