import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyEspeakData } from '../espeak-data.js';
import { OTHER_KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import { slowVoice } from '../slow-model.js';
import { tokensFile } from '../tone-model.js';

const VOICE = 'vits-piper-en_US-slow-low';
/** Seconds of computation, in one sentence. */
const LONG = 'a word after another '.repeat(2).trim();
const PATIENCE_MS = 120_000;

let models: string;
beforeAll(async () => {
  models = mkdtempSync(join(tmpdir(), 'sextant-callers-'));
  const folder = join(models, VOICE);
  mkdirSync(folder);
  await copyEspeakData(join(folder, 'espeak-ng-data'));
  writeFileSync(join(folder, 'slow.onnx'), slowVoice());
  writeFileSync(join(folder, 'tokens.txt'), tokensFile());
});
afterAll(() => rmSync(models, { recursive: true }));

const body = (input: string) => ({ input, voice_id: VOICE, output_format: 'pcm_16000' });

/** Begins a sentence that takes minutes, and waits until the model is at it. */
async function beginLong(speech: RunningSpeech): Promise<AbortController> {
  const caller = new AbortController();
  const { signal } = caller;
  speech.request('POST', '/v1/audio/stream', { body: body(LONG), signal }).catch(() => undefined);
  while (!/speech_processes_busy\{program="sherpa"[^}]*\} [1-9]/.test(await metricsOf(speech))) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return caller;
}

const metricsOf = async ({ url }: RunningSpeech): Promise<string> =>
  await (await fetch(`${url}/metrics`)).text();

const valueOf = (metrics: string, name: string): number =>
  Number(new RegExp(`^${name}\\{program="sherpa"[^}]*\\} (\\S+)`, 'm').exec(metrics)?.[1]);

/** @returns the bytes of its speech, none if there was no time */
const sayHi = async (speech: RunningSpeech): Promise<number> => {
  const answer = await speech.request('POST', '/v1/audio/stream', {
    ...{ body: body('Hi.'), key: OTHER_KEY },
  });
  const bytes = await answer.arrayBuffer();
  return answer.ok ? bytes.byteLength : 0;
};

describe('callers of one neural voice', () => {
  it(
    'who leave do not cost it its process: their sentence ends, and the next is said',
    async () => {
      const speech = await startSpeech({ SPEECH_MODELS_DIR: models });
      try {
        expect(await sayHi(speech)).toBeGreaterThan(0);
        const caller = await beginLong(speech);
        caller.abort();

        while ((await sayHi(speech)) === 0) continue;
        const metrics = await metricsOf(speech);
        expect(valueOf(metrics, 'speech_processes_ended_total')).toBe(0);
        expect(valueOf(metrics, 'speech_processor_seconds_total')).toBeGreaterThan(0);
      } finally {
        await speech.close();
      }
    },
    PATIENCE_MS,
  );

  it(
    'whose time is over are told when to come again, are not billed, and leave it to others',
    async () => {
      const speech = await startSpeech({ SPEECH_MODELS_DIR: models, REQUEST_TIMEOUT_MS: '1000' });
      try {
        while ((await sayHi(speech)) === 0) continue;

        const late = await speech.request('POST', '/v1/audio/stream', { body: body(LONG) });

        expect(late.status).toBe(503);
        expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await late.json()).toMatchObject({
          error: { code: 'engine_busy', message: expect.stringContaining('model of this voice') },
        });
        while ((await sayHi(speech)) === 0) continue;
        expect(valueOf(await metricsOf(speech), 'speech_processes_ended_total')).toBe(0);
        const usage = await speech.request('GET', '/v1/audio/usage');
        expect(await usage.json()).toMatchObject({ days: [] });
      } finally {
        await speech.close();
      }
    },
    PATIENCE_MS,
  );

  it(
    'are served at the same time where it has two processes',
    async () => {
      const speech = await startSpeech({ SPEECH_MODELS_DIR: models, SPEECH_MODEL_PROCESSES: '2' });
      try {
        const caller = await beginLong(speech);
        expect(await sayHi(speech)).toBeGreaterThan(0);
        caller.abort();
      } finally {
        await speech.close();
      }
    },
    PATIENCE_MS,
  );
});
