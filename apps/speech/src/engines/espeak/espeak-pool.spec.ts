import { afterAll, describe, expect, it } from '@jest/globals';
import { ProgramPool } from '../../programs/program-pool.js';
import type { EspeakJob, EspeakPart } from './espeak-jobs.js';

const never = new AbortController().signal;

describe('a pool of espeak-ng', () => {
  const events: string[] = [];
  const log = (event: string): void => void events.push(event);
  const limits = { size: 1, maxWaiting: 1, stallMs: 1000, log };
  const pool = new ProgramPool<EspeakJob, EspeakPart>({
    ...limits,
    program: 'engines/espeak/espeak',
  });
  afterAll(() => pool.close());

  const job = (count: number, voice = 'en-us'): EspeakJob => ({
    runs: [
      {
        clauses: Array.from(
          { length: count },
          (_, n) => `<speak><mark name="${n}"/>one two three four</speak>`,
        ),
        ...{ voice, wordsPerMinute: 175, pitch: 50, pauseMs: 0 },
      },
    ],
    variants: {},
  });
  const run = async (given: EspeakJob, began: () => void, signal = never): Promise<number> => {
    let samples = 0;
    const onPart = ({ pcm }: EspeakPart): void => {
      samples += pcm.length;
      began();
    };
    await pool.run({ job: given, onPart, signal });
    return samples;
  };

  it('ends a job whose caller has gone, and takes the next', async () => {
    const controller = new AbortController();
    const first = Promise.withResolvers<undefined>();
    // About ten minutes of speech.
    const long = run(job(400), () => first.resolve(undefined), controller.signal);
    await first.promise;

    controller.abort(new Error('gone'));

    await expect(long).rejects.toThrow('gone');
    await expect(run(job(1), () => undefined)).resolves.toBeGreaterThan(10_000);
    expect(events).toEqual([]); // the same process
  });

  it('fails a job that the program cannot do, and goes on', async () => {
    await expect(run(job(1, 'nobody'), () => undefined)).rejects.toThrow('no voice');
    await expect(run(job(1), () => undefined)).resolves.toBeGreaterThan(10_000);
  });
});
