import { describe, expect, it } from '@jest/globals';
import { SAMPLE_RATES, SampleInput } from './sample-input.js';

const bytesOf = (pcm: Int16Array): Buffer =>
  Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);

async function samplesOf(input: SampleInput, frames: readonly Buffer[]): Promise<number[]> {
  const samples: number[] = [];
  for (const frame of frames) {
    for await (const pcm of input.pieces(frame, 'acme')) samples.push(...pcm);
  }
  return samples;
}

describe('samples as clients send them', () => {
  it('are the same however the frames are cut, within a sample too', async () => {
    const pcm = Int16Array.from({ length: 20_000 }, (_, index) => index);
    const bytes = bytesOf(pcm);
    const cuts = [0, 1, 4, 16_385, 32_769, bytes.length];
    const frames = cuts.slice(1).map((cut, index) => bytes.subarray(cuts[index], cut));

    const input = new SampleInput(16_000);

    expect(await samplesOf(input, frames)).toEqual([...pcm]);
    expect(input.samples).toBe(pcm.length);
  });

  it('are none of the old connection any more, from the moment on at which another one goes on', async () => {
    const input = new SampleInput(16_000);
    const pcm = Int16Array.from({ length: 20_000 }, (_, index) => index);
    let isOver = false;
    const old = input.pieces(bytesOf(pcm), 'acme', () => isOver);
    const { value: first } = (await old.next()) as { value: Int16Array };
    // Others had their turn, such as the message with which the next connection resumes.
    isOver = true;
    const taken = input.samples;

    expect((await old.next()).done).toBe(true);
    expect(input.samples).toBe(taken);
    const rest = await samplesOf(input, [bytesOf(pcm.subarray(taken))]);
    expect([...first, ...rest]).toEqual([...pcm]);
  });

  it('are whole where another connection goes on, although the last one broke within one', async () => {
    const input = new SampleInput(16_000);
    const pcm = Int16Array.from({ length: 10 }, (_, index) => 1000 * index);
    const before = await samplesOf(input, [bytesOf(pcm).subarray(0, 7)]);
    input.dropHalfSample();

    const after = await samplesOf(input, [bytesOf(pcm.subarray(input.samples))]);

    expect([...before, ...after]).toEqual([...pcm]);
  });

  it('leave others their turn while a large frame is worked on', async () => {
    const input = new SampleInput(8000);
    let turns = 0;
    let isOver = false;
    const others = (): void => {
      turns += 1;
      if (!isOver) setImmediate(others);
    };
    setImmediate(others);
    await samplesOf(input, [Buffer.alloc(512 * 1024)]);
    isOver = true;

    expect(turns).toBeGreaterThan(20);
  });

  it.each(SAMPLE_RATES)('are brought from %i a second to 16,000', async (rate) => {
    const seconds = bytesOf(new Int16Array(rate * 2));

    const { length } = await samplesOf(new SampleInput(rate), [seconds]);

    expect(Math.abs(length - 32_000)).toBeLessThan(100);
  });
});
