import { describe, expect, it } from '@jest/globals';
import { LoudnessActivity, type SpeechActivity } from './speech-activity.js';
import { MAX_STRETCH_SECONDS, stretchesOf, type Stretch } from './stretches.js';

const RATE = 16_000;

/** A recording of seconds of tone (above 0) and silence (below). */
function recordingOf(...seconds: readonly number[]) {
  const parts = seconds.map((each) =>
    Int16Array.from({ length: Math.abs(each) * RATE }, (_, n) =>
      each > 0 ? 8000 * Math.sin(n / 5) : n % 3,
    ),
  );
  const pcm = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    pcm.set(part, at);
    at += part.length;
  }
  return {
    read: (from: number, until: number) => Promise.resolve(pcm.slice(from, until)),
  };
}

async function cut(
  recording: ReturnType<typeof recordingOf>,
  {
    activity = new LoudnessActivity(),
    signal = new AbortController().signal,
  }: { activity?: SpeechActivity; signal?: AbortSignal } = {},
): Promise<Stretch[]> {
  const stretches: Stretch[] = [];
  for await (const stretch of stretchesOf(recording, { activity, workspace: 'acme', signal })) {
    stretches.push(stretch);
  }
  return stretches;
}

const seconds = (stretches: readonly Stretch[]): (readonly [number, number])[] =>
  stretches.map(({ pcm, startMs }) => {
    const start = startMs / 1000;
    return [Math.round(start * 10) / 10, Math.round((start + pcm.length / RATE) * 10) / 10];
  });

describe('a long recording', () => {
  it('is cut at pauses into what a recogniser hears to its end', async () => {
    const found = seconds(await cut(recordingOf(10, -1, 10, -1, 10, -1, 12)));

    expect(found).toEqual([
      [0, 21.2],
      [21.8, 45],
    ]);
  });

  it('loses nothing that is said, wherever the windows end', async () => {
    const recording = recordingOf(
      ...Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? 7 : -0.9)),
    );
    const found = await cut(recording);

    const said = (pcm: Int16Array): number => pcm.filter((sample) => Math.abs(sample) > 100).length;
    const whole = said(await recording.read(0, Infinity));
    const heard = found.reduce((sum, { pcm }) => sum + said(pcm), 0);
    expect(heard / whole).toBeGreaterThan(0.999);
    for (const { pcm } of found) expect(pcm.length / RATE).toBeLessThanOrEqual(MAX_STRETCH_SECONDS);
    const times = seconds(found).flat();
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('is not cut where what is looked at ends', async () => {
    expect(seconds(await cut(recordingOf(-55, 10, -2)))).toEqual([[54.8, 65.2]]);
    expect(seconds(await cut(recordingOf(-40, 5, -5, 20, -2)))).toEqual([
      [39.8, 45.2],
      [49.8, 70.2],
    ]);
  });

  it('without a pause is cut where it is quietest, in the last seconds', async () => {
    const found = seconds(await cut(recordingOf(70)));

    expect(found.length).toBe(3);
    expect(found[0]?.[1]).toBeGreaterThanOrEqual(22);
    expect(found.at(-1)?.[1]).toBe(70);
    for (const [index, [start]] of found.entries()) {
      if (index > 0) expect(start).toBe(found[index - 1]?.[1]);
    }
  });

  it('of silence has nothing to be heard', async () => {
    expect(await cut(recordingOf(-150))).toEqual([]);
  });

  it('is not read on when nobody waits for it', async () => {
    const caller = new AbortController();
    const heard: Stretch[] = [];
    const reading = (async () => {
      const options = {
        activity: new LoudnessActivity(),
        workspace: 'acme',
        signal: caller.signal,
      };
      for await (const stretch of stretchesOf(recordingOf(10, -1, 20, -1, 20), options)) {
        heard.push(stretch);
        caller.abort(new Error('gone'));
      }
    })();

    await expect(reading).rejects.toThrow('gone');
    expect(heard).toHaveLength(1);
  });
});
