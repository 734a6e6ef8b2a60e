import { describe, expect, it } from '@jest/globals';
import { Transcriptions } from './transcriptions.js';

const WAV = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), Buffer.alloc(16)]);

describe('recordings that wait', () => {
  it('are not written down when their callers have left', async () => {
    const running: (() => void)[] = [];
    let written = 0;
    const transcriptions = new Transcriptions(
      {
        isAvailable: () => Promise.resolve(true),
        write: async () => {
          written += 1;
          await new Promise<void>((resolve) => running.push(resolve));
          return { text: 'hello', by: 'told' };
        },
      },
      { samplesOf: () => Promise.resolve(new Int16Array(16)) },
    );
    const caller = new AbortController();
    const write = (signal = new AbortController().signal) =>
      transcriptions.write({ workspace: 'acme', bytes: WAV, signal });
    const first = [write(), write()];
    const left = Array.from({ length: 5 }, () => write(caller.signal));
    const last = write();
    while (written < 2) await new Promise(setImmediate);

    caller.abort(new Error('gone'));
    const ends = await Promise.allSettled(left);
    for (const end of running.splice(0)) end();
    await Promise.all(first);
    while (running.length === 0) await new Promise(setImmediate);
    for (const end of running.splice(0)) end();

    expect(ends.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    expect(await last).toMatchObject({ text: 'hello', durationMs: 1 });
    expect(written).toBe(3);
  });
});
