import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type RunningApp } from '@sextant/platform-testing';
import { speech as app } from '../../src/app.js';
import { Speakers, wav } from '../flite-recordings.js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import { postVoice, type VoiceAnswer } from '../voices.js';

let speech: RunningSpeech;
let replica: RunningApp;
let blobs: string;
let sample: Uint8Array<ArrayBuffer>;
let voice: VoiceAnswer;

beforeAll(async () => {
  blobs = mkdtempSync(join(tmpdir(), 'sextant-blobs-'));
  const speakers = new Speakers();
  sample = wav(await speakers.sample('kal16'));
  await speakers.close();
  const env = { BLOB_DIR: blobs, SPEECH_ALLOW_DEPRECATED_CONSENT: 'true' };
  speech = await startSpeech(env);
  replica = await startApp(app, {
    DATABASE_URL: speech.database.url,
    ENGINE_PROCESSES: '1',
    ...env,
  });
});
afterAll(async () => {
  await replica.close();
  await speech.close();
  rmSync(blobs, { recursive: true });
});

beforeEach(async () => {
  const created = await postVoice(speech, {
    name: 'Ada',
    sample,
    consent: JSON.stringify({ fullName: 'Ada Lovelace', email: 'ada@example.com' }),
  });
  voice = (await created.json()) as VoiceAnswer;
});

/** About fifteen minutes of speech: 90 MB as it is asked for. */
const LONG = { input: 'A long story that does not end soon. '.repeat(500), format: 'wav_48000' };
const WHOLE_BYTES = 30_000_000;

const post = (url: string, path: string, body: object): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const revoke = async (): Promise<void> => {
  const answer = await speech.request('DELETE', `/v1/voices/${voice.id}/consent`);
  expect(answer.status).toBe(204);
};

/** Reads the beginning of a stream, takes the consent back, and reads the rest. */
async function readAndRevoke(url: string, path: string): Promise<{ text: string; ms: number }> {
  const answer = await post(url, path, {
    input: LONG.input,
    voice_id: voice.id,
    output_format: LONG.format,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream('latin1')).getReader();
  let text = (await reader?.read())?.value ?? '';
  await revoke();
  const startedMs = performance.now();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    text += part.value;
  }
  return { text, ms: performance.now() - startedMs };
}

const GONE: object = {
  code: 'voice_not_found',
  message: expect.stringContaining('consent was taken back'),
};

describe('speech with a voice whose consent is taken back', () => {
  it('ends as speech.error, the last event', async () => {
    const { text } = await readAndRevoke(speech.url, '/v1/audio/stream/with-timestamps');

    const [, last = ''] = /data: (.*)\n\n$/.exec(text) ?? [];
    expect(JSON.parse(last)).toEqual({ type: 'speech.error', error: GONE });
    expect(text.length).toBeLessThan(WHOLE_BYTES);
  });

  it('is cut where it is raw', async () => {
    await expect(readAndRevoke(speech.url, '/v1/audio/stream')).rejects.toThrow();
  });

  it('ends on other replicas as well, with the next sentence', async () => {
    const { text } = await readAndRevoke(replica.url, '/v1/audio/stream/with-timestamps');

    const [, last = ''] = /data: (.*)\n\n$/.exec(text) ?? [];
    expect(JSON.parse(last)).toEqual({ type: 'speech.error', error: GONE });
    expect(text.length).toBeLessThan(WHOLE_BYTES);
  });

  it.each([
    [
      'one object',
      '/v1/audio/speech',
      (id: string) => ({ input: SLOW, voice_id: id, audio_format: 'aac' }),
    ],
    [
      'a dialogue, also where another voice speaks',
      '/v1/audio/dialogue',
      (id: string) => ({
        turns: [
          { input: LONG.input, voice_id: 'en-us-male' },
          { input: 'Hello.', voice_id: id },
        ],
      }),
    ],
  ])('is not answered as %s, and ends at once', async (_what, path, bodyOf) => {
    const pending = post(speech.url, path, bodyOf(voice.id));
    // Engine and encoder need seconds for the whole.
    await new Promise((resolve) => setTimeout(resolve, 100));

    await revoke();
    const startedMs = performance.now();
    const answer = await pending;

    expect(performance.now() - startedMs).toBeLessThan(1000);
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 404,
      body: { error: { ...GONE, request_id: expect.any(String) } },
    });
  });
});

/** Eight minutes of speech in 2,000 characters. */
const SLOW = `<speak><prosody rate="x-slow">${'Slow words are long words, you know. '.repeat(51)}</prosody></speak>`;
