import { describe, expect, it } from '@jest/globals';
import { UtteranceCutter, type Cut } from './utterance-cutter.js';

const RATE = 16_000;
const tone = (seconds: number, level = 8000): Int16Array =>
  Int16Array.from({ length: seconds * RATE }, (_, n) => level * Math.sin(n / 5));
const silence = (seconds: number): Int16Array => new Int16Array(seconds * RATE);

/** Sound as it comes, in pieces that are no whole frames. */
function push(cutter: UtteranceCutter, ...sounds: readonly Int16Array[]): Cut[] {
  const cuts: Cut[] = [];
  for (const sound of sounds) {
    for (let at = 0; at < sound.length; at += 777) {
      cuts.push(...cutter.push(sound.subarray(at, at + 777)));
    }
  }
  return cuts;
}

const shown = (cuts: readonly Cut[]): string[] =>
  cuts.map((cut) => {
    const from = (cut.startMs / 1000).toFixed(1);
    if (cut.kind === 'begun') return `begun ${from}`;
    return `${from} to ${(cut.startMs / 1000 + cut.pcm.length / RATE).toFixed(1)}`;
  });

describe('sound that is still coming', () => {
  it('is cut at pauses, with what is quiet around it', () => {
    const cuts = push(new UtteranceCutter(), silence(1), tone(2), silence(1), tone(1), silence(1));

    expect(shown(cuts)).toEqual(['begun 0.8', '0.8 to 3.2', 'begun 3.8', '3.8 to 5.2']);
  });

  it('goes on over pauses within a sentence', () => {
    const cuts = push(new UtteranceCutter(), tone(1), silence(0.4), tone(1), silence(1));

    expect(shown(cuts)).toEqual(['begun 0.0', '0.0 to 2.6']);
  });

  it('is cut where nobody pauses, and nothing is lost', () => {
    const cutter = new UtteranceCutter();
    const cuts = [...push(cutter, tone(60)), ...cutter.flush()];

    const ended = cuts.flatMap((cut) => (cut.kind === 'ended' ? [cut] : []));
    expect(ended).toHaveLength(3);
    expect(ended.reduce((sum, { pcm }) => sum + pcm.length, 0)).toBe(60 * RATE);
    for (const { pcm } of ended) expect(pcm.length).toBeLessThanOrEqual(28 * RATE);
  });

  it('is heard above its own noise', () => {
    const noise = Int16Array.from({ length: 3 * RATE }, (_, n) => ((n * 7919) % 401) - 200);
    const loud = tone(3).map((sample, n) => sample + (noise[n] ?? 0));
    const cuts = push(new UtteranceCutter(), noise, loud, noise);

    const last = cuts.findLast(({ kind }) => kind === 'begun');
    expect(Math.abs((last?.startMs ?? 0) - 3000)).toBeLessThan(300);
  });

  it('is heard above its noise after a microphone was muted, too', () => {
    const noise = Int16Array.from({ length: 30 * RATE }, (_, n) => ((n * 7919) % 201) - 100);
    const loud = tone(2).map((sample, n) => sample + (noise[n] ?? 0));
    const cuts = push(new UtteranceCutter(), silence(1), noise, loud, noise.subarray(0, RATE));

    const last = cuts.at(-1);
    expect(last?.kind).toBe('ended');
    expect(Math.abs((last?.startMs ?? 0) - 31_000)).toBeLessThan(300);
  });

  it('ends when it is told to, and otherwise not where pauses end nothing', () => {
    const cutter = new UtteranceCutter(false);

    expect(shown(push(cutter, tone(1), silence(2)))).toEqual(['begun 0.0']);
    expect(shown(cutter.flush())).toEqual(['0.0 to 3.0']);
    expect(cutter.flush()).toEqual([]);
  });
});
