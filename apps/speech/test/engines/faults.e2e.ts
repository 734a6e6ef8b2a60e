import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nativeEspeak } from '../espeak-engines.js';
import { startSpeech, type RunningSpeech } from '../running-speech.js';

let speech: RunningSpeech;
let program: string;

const native = await nativeEspeak();
const BUILDS = [
  { program: 'espeak.js', library: 'none' },
  ...(native === undefined ? [] : [{ program: 'espeak-native.js', library: native.library }]),
];

/** About fifteen minutes of speech. */
const LONG = { input: 'A long story that does not end soon. '.repeat(500), voice_id: 'en-us-male' };

/** The child of this process that runs espeak-ng. */
function enginePid(): number {
  const found = runningEngine();
  if (found === undefined) throw new Error('no engine');
  return found;
}

/** Nothing while it is being replaced. */
function runningEngine(): number | undefined {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1')
    .trim()
    .split(' ');
  const found = children.find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(program),
  );
  return found === undefined ? undefined : Number(found);
}

/**
 * Reads an answer, and kills the engine at each part: one that happens to be idle between two jobs, while its audio is
 * still on the way, is replaced without anybody noticing.
 */
async function readAndKill(answer: Response): Promise<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('no body');
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    const pid = runningEngine();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  }
  return text;
}

/** Processor time of a process so far, in hundredths of a second (proc_pid_stat(5), utime and stime). */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds until a process stands still: it does no work for 200 ms after that. */
async function stillAfter(pid: number): Promise<number> {
  const beganMs = performance.now();
  let [time, changedMs] = [processorTime(pid), beganMs];
  while (performance.now() - changedMs < 200) {
    await pause(5);
    const now = processorTime(pid);
    if (now !== time) [time, changedMs] = [now, performance.now()];
  }
  return changedMs - beganMs;
}

describe.each(BUILDS)('with $program', (build) => {
  beforeAll(async () => {
    speech = await startSpeech({ ESPEAK_LIBRARY: build.library }, { hasOwnEngines: true });
    program = build.program;
  });
  afterAll(() => speech.close());

  describe('a caller who hangs up', () => {
    it.each([
      ['a stream', '/v1/audio/stream', LONG],
      ['an event stream', '/v1/audio/stream/with-timestamps', LONG],
      ['one object', '/v1/audio/dialogue', { turns: [LONG] }],
    ])('stops the engine at once, not at the end of the text: %s', async (_what, path, body) => {
      const pid = enginePid();
      const hangUp = async (): Promise<number> => {
        const call = new AbortController();
        const before = processorTime(pid);
        const answer = speech.request('POST', path, { body, signal: call.signal });
        answer.catch(() => undefined); // it is cut on purpose, below
        while (processorTime(pid) < before + 10) await pause(5);
        call.abort();
        return stillAfter(pid);
      };

      // Some 10 ms on a quiet machine; the whole text takes many seconds on any.
      let ms = Infinity;
      for (let attempt = 0; attempt < 3 && ms >= 1000; attempt += 1) ms = await hangUp();

      expect(ms).toBeLessThan(1000);
    });
  });

  describe('an engine that dies in the middle', () => {
    it('is told as speech.error, the last event of the stream', async () => {
      const answer = await speech.post('/v1/audio/stream/with-timestamps', LONG);

      const text = await readAndKill(answer);

      expect(answer.status).toBe(200);
      const events = [...text.matchAll(/^data: (.*)$/gm)].map(
        ([, data]) => JSON.parse(data ?? '') as { type: string },
      );
      expect(events[0]?.type).toBe('speech.chunk');
      expect(events.at(-1)).toEqual({
        type: 'speech.error',
        error: { code: 'upstream_failure', message: expect.any(String) },
      });
    });

    it('cuts a raw stream, so that nobody takes it for whole', async () => {
      const answer = await speech.post('/v1/audio/stream', { ...LONG, output_format: 'pcm_8000' });

      await expect(readAndKill(answer)).rejects.toThrow();
    });

    it('is replaced', async () => {
      const answer = await speech.post('/v1/audio/speech', {
        input: 'Back again.',
        voice_id: 'en-us-male',
      });

      expect(answer.status).toBe(200);
    });
  });

  describe('a database whose sessions end', () => {
    it('is there again for the next request', async () => {
      await speech.database.disconnectAll();

      // The first may meet the session that has just ended.
      const body = { input: 'Hi.', voice_id: 'en-us-male' };
      const answers = [
        await speech.post('/v1/audio/speech', body),
        await speech.post('/v1/audio/speech', body),
      ];

      expect([200, 503]).toContain(answers[0]?.status);
      expect(answers[1]?.status).toBe(200);
    });
  });
});
