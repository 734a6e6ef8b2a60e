import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtMain, startModelHub, type ModelHub } from '@sextant/platform-testing';
import { copyEspeakData } from '../espeak-data.js';
import { kokoroStyles, kokoroTokens, kokoroVoice } from '../kokoro-model.js';
import { startSpeech, type RunningSpeech } from '../running-speech.js';

const COMMAND = builtMain('speech', 'models');
const SPEAKERS = 11;

let folder: string;
let hub: ModelHub;
let speech: RunningSpeech;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-models-'));
  const published = join(folder, 'hub/csukuangfj/kokoro-en-v0_19');
  mkdirSync(published, { recursive: true });
  await copyEspeakData(join(published, 'espeak-ng-data'));
  writeFileSync(join(published, 'model.onnx'), kokoroVoice(SPEAKERS));
  writeFileSync(join(published, 'voices.bin'), kokoroStyles(SPEAKERS));
  writeFileSync(join(published, 'tokens.txt'), kokoroTokens());
  hub = await startModelHub(join(folder, 'hub'));
  speech = await startSpeech({
    SPEECH_MODELS_DIR: join(folder, 'models/voices'),
    SPEECH_VOICE_NAMES: 'george=kokoro-en-2, lisa=nobody',
  });
});
afterAll(async () => {
  await speech.close();
  await hub.close();
  rmSync(folder, { recursive: true });
});

/** `npm run models -- ...` as the image has it. */
const models = (...args: string[]) =>
  promisify(execFile)(process.execPath, [COMMAND, ...args], {
    env: { MODELS_DIR: join(folder, 'models'), HF_ENDPOINT: hub.url },
  });

/** Asks again until it has that status, for up to a minute. */
async function eventually(ask: () => Promise<Response>, status: number): Promise<Response> {
  const until = Date.now() + 60_000;
  for (;;) {
    const answer = await ask();
    if (answer.status === status || Date.now() > until) return answer;
    await answer.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const say = (voice: string): Promise<Response> =>
  speech.post('/v1/audio/stream', { input: 'Hello.', voice_id: voice, output_format: 'pcm_24000' });

async function loudest(answer: Response): Promise<number> {
  const pcm = Buffer.from(await answer.arrayBuffer());
  let most = 0;
  for (let at = 0; at + 1 < pcm.length; at += 2)
    most = Math.max(most, Math.abs(pcm.readInt16LE(at)));
  return most;
}

describe('npm run models', () => {
  it('brings voices to a service that runs, each speaker its own', async () => {
    expect((await speech.request('GET', '/v1/voices/kokoro-en-0')).status).toBe(404);

    await models('add', 'kokoro-en');

    const george = await eventually(() => speech.request('GET', '/v1/voices/kokoro-en-9'), 200);
    expect(await george.json()).toMatchObject({
      display_name: 'George',
      gender: 'male',
      locale: 'en-GB',
      type: 'shared',
      tags: expect.arrayContaining(['neural', 'kokoro']),
    });
    const quiet = await loudest(await eventually(() => say('kokoro-en-0'), 200));
    const loud = await loudest(await eventually(() => say('kokoro-en-2'), 200));
    expect(quiet).toBeGreaterThan(1000);
    expect(loud / quiet).toBeCloseTo(3, 1);
    const british = await speech.request('GET', '/v1/voices?locale=en-GB&limit=200');
    expect(await british.text()).toContain('kokoro-en-7');
  });

  it('gives built-in names to them, where that is wished', async () => {
    const [named, itself] = [await say('george'), await say('kokoro-en-2')];
    expect(await named.arrayBuffer()).toEqual(await itself.arrayBuffer());
    const george = await speech.request('GET', '/v1/voices/george');
    expect(await george.json()).toMatchObject({
      id: 'george',
      display_name: 'George',
      tags: expect.arrayContaining(['neural']),
    });
    // What is not there changes nothing.
    const lisa = await speech.request('GET', '/v1/voices/lisa');
    expect(await lisa.json()).toMatchObject({ tags: ['formant'] });
  });

  it('takes them away again', async () => {
    await models('remove', 'kokoro-en');

    const gone = await eventually(() => speech.request('GET', '/v1/voices/kokoro-en-9'), 404);
    expect(gone.status).toBe(404);
    expect((await say('kokoro-en-0')).status).toBe(404);
    const george = await speech.request('GET', '/v1/voices/george');
    expect(await george.json()).toMatchObject({ tags: ['formant'] });
    expect((await say('george')).status).toBe(200);
  });
});
