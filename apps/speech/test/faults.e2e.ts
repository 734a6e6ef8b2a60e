import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSpeech, type RunningSpeech } from './running-speech.js';

let speech: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech();
}, 60_000);
afterAll(() => speech.close());

/** About fifteen minutes of speech. */
const LONG = { input: 'A long story that does not end soon. '.repeat(500), voice_id: 'en-us-male' };

/** The child of this process that runs espeak-ng. */
function enginePid(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1')
    .trim()
    .split(' ');
  const found = children.find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('espeak.js'),
  );
  if (found === undefined) throw new Error('no engine');
  return Number(found);
}

/** Reads the beginning of an answer, kills the engine, and reads the rest. */
async function readAndKill(answer: Response): Promise<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('no body');
  let text = '';
  let isKilled = false;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    if (!isKilled) process.kill(enginePid(), 'SIGKILL');
    isKilled = true;
  }
  return text;
}

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
  }, 60_000);

  it('cuts a raw stream, so that nobody takes it for whole', async () => {
    const answer = await speech.post('/v1/audio/stream', { ...LONG, output_format: 'pcm_8000' });

    await expect(readAndKill(answer)).rejects.toThrow();
  }, 60_000);

  it('is replaced', async () => {
    const answer = await speech.post('/v1/audio/speech', {
      input: 'Back again.',
      voice_id: 'en-us-male',
    });

    expect(answer.status).toBe(200);
  }, 30_000);
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
  }, 30_000);
});
