import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyEspeakData } from '../espeak-data.js';
import { startSpeech, type RunningSpeech } from '../running-speech.js';
import { symbolsOf, tokenOf, tokensFile, toneVoice, TOKEN_SAMPLES } from '../tone-model.js';

const MODEL = 'vits-piper-en_US-tone-low';
let models: string;
let speech: RunningSpeech;

beforeAll(async () => {
  models = mkdtempSync(join(tmpdir(), 'sextant-models-'));
  const folder = join(models, MODEL);
  await copyEspeakData(join(folder, 'espeak-ng-data'));
  writeFileSync(join(folder, 'tone.onnx'), toneVoice());
  writeFileSync(join(folder, 'tokens.txt'), tokensFile());
  const damaged = join(models, 'damaged');
  mkdirSync(damaged);
  writeFileSync(join(damaged, 'model.onnx'), 'this is no model');
  writeFileSync(join(damaged, 'tokens.txt'), tokensFile());
  speech = await startSpeech({ SPEECH_MODELS_DIR: models });
});

afterAll(async () => {
  await speech.close();
  rmSync(models, { recursive: true });
});

/** What was said, symbol by symbol. */
function decoded(pcm: Buffer): string {
  const samples = Int16Array.from({ length: pcm.length / 2 }, (_, index) =>
    pcm.readInt16LE(index * 2),
  );
  const ids: number[] = [];
  for (let at = 0; at + TOKEN_SAMPLES <= samples.length; at += TOKEN_SAMPLES) {
    ids.push(tokenOf(samples.subarray(at, at + TOKEN_SAMPLES)));
  }
  return symbolsOf(ids).replace(/[_^$]/g, '');
}

describe('models in SPEECH_MODELS_DIR', () => {
  it('says the phonemes of the text, which the samples are decoded into again', async () => {
    const body = { input: 'Hello, Dr. World.', voice_id: MODEL, output_format: 'pcm_16000' };

    const answer = await speech.post('/v1/audio/stream', body);

    expect(answer.headers.get('x-speech-marks')).toBe('estimated');
    expect(decoded(Buffer.from(await answer.arrayBuffer()))).toBe('həlˈoʊ, dˈɑːktɚ wˈɜːld.');
  });

  it('says sentence by sentence, and marks words in order and within the sound', async () => {
    const input = 'First one. Then two. Now three.';
    const answer = await speech.post('/v1/audio/speech', { input, voice_id: MODEL });
    const { audio_data, speech_marks } = (await answer.json()) as {
      audio_data: string;
      speech_marks: { chunks: { value: string; start_time: number; end_time: number }[] };
    };

    const ms = ((Buffer.from(audio_data, 'base64').length - 44) / 2 / 48000) * 1000;
    const times = speech_marks.chunks.flatMap((mark) => [mark.start_time, mark.end_time]);
    expect(speech_marks.chunks.map(({ value }) => value)).toEqual(input.match(/\w+/g));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThanOrEqual(ms + 1);
  });

  it('leaves a damaged model to itself: it alone fails', async () => {
    const broken = await speech.post('/v1/audio/speech', { input: 'Hi.', voice_id: 'damaged' });
    const whole = await speech.post('/v1/audio/speech', { input: 'Hi.', voice_id: MODEL });

    expect([502, 503]).toContain(broken.status);
    expect(whole.status).toBe(200);
  });

  it('lists its voices with the model', async () => {
    const answer = await speech.request('GET', `/v1/voices/${MODEL}`);
    const { models: listed } = (await answer.json()) as { models: { name: string }[] };

    expect(listed.map(({ name }) => name)).toContain('simba-3.0');
  });
});
