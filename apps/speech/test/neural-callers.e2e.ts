import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyEspeakData } from './espeak-data.js';
import { OTHER_KEY, startSpeech, type RunningSpeech } from './running-speech.js';
import { slowVoice } from './slow-model.js';
import { tokensFile } from './tone-model.js';

const VOICE = 'vits-piper-en_US-slow-low';
/** Minutes of computation, in one sentence. */
const LONG = 'a word after another '.repeat(13).trim();
/** Less than the minute after which a process that says nothing is replaced. */
const PATIENCE_MS = 45_000;

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

const sayHi = async (speech: RunningSpeech): Promise<number> => {
  const answer = await speech.request('POST', '/v1/audio/stream', {
    ...{ body: body('Hi.'), key: OTHER_KEY },
  });
  return (await answer.arrayBuffer()).byteLength;
};

describe('callers of one neural voice', () => {
  it(
    'who leave do not keep its model: the computation ends',
    async () => {
      const speech = await startSpeech({ SPEECH_MODELS_DIR: models });
      try {
        expect(await sayHi(speech)).toBeGreaterThan(0);
        const caller = await beginLong(speech);
        caller.abort();

        expect(await sayHi(speech)).toBeGreaterThan(0);
        const metrics = await metricsOf(speech);
        const [, seconds] =
          /speech_processor_seconds_total\{program="sherpa"[^}]*\} ([\d.e-]+)/.exec(metrics) ?? [];
        expect(Number(seconds)).toBeGreaterThan(0);
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
