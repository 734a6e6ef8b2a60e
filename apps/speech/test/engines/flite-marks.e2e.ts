import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSpeech, type RunningSpeech } from '../running-speech.js';

const INPUT = 'Dr. Smith paid $250, the rest was free.';

/** Milliseconds at which the words begin: the phones of `flite -psdur`, version 2.3, put to the words by hand. */
const KNOWN: readonly (readonly [voice: string, startsMs: readonly number[]])[] = [
  ['carly', [193, 599, 1000, 1312, 2993, 3118, 3501, 3640]],
  ['henry', [142, 572, 879, 1316, 2960, 3100, 3480, 3685]],
  ['scott', [249, 643, 1020, 1288, 3000, 3076, 3432, 3642]],
  ['kal', [200, 555, 918, 1141, 2723, 2794, 3203, 3389]],
];

let speech: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech();
});
afterAll(() => speech.close());

describe('words of voices from recordings', () => {
  it.each(KNOWN)('of %s begin where the engine says their first sound', async (voice_id, known) => {
    const answer = await speech.post('/v1/audio/speech', { voice_id, input: INPUT });
    const { speech_marks } = (await answer.json()) as {
      speech_marks: { chunks: readonly { value: string; start_time: number }[] };
    };

    expect(answer.headers.get('x-speech-marks')).toBeNull();
    expect(speech_marks.chunks.map(({ value }) => value)).toEqual([
      'Dr',
      'Smith',
      'paid',
      '$250',
      'the',
      'rest',
      'was',
      'free',
    ]);
    const off = speech_marks.chunks
      .map(({ start_time }, index) => Math.abs(start_time - (known[index] ?? 0)))
      .toSorted((a, b) => a - b);
    process.stdout.write(`${voice_id}: off by ${off.join(', ')} ms\n`);
    // A closure is silent: the word is heard a little later.
    expect(off[4]).toBeLessThanOrEqual(10);
    expect(off.at(-1)).toBeLessThanOrEqual(80);
  });

  it('are as many as the words, whatever they are', async () => {
    const input =
      'A, B. "C"? 10,000 x-ray ^ e.g. https://example.org/a?b=1 café & co... the the the end';

    const answer = await speech.post('/v1/audio/speech', { voice_id: 'henry', input });
    const { speech_marks } = (await answer.json()) as {
      speech_marks: { chunks: readonly { value: string; start_time: number }[] };
    };

    const starts = speech_marks.chunks.map(({ start_time }) => start_time);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(speech_marks.chunks.at(-1)?.value).toBe('end');
    expect(new Set(starts.slice(-4)).size).toBe(4);
  });
});
