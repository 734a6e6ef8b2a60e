import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtMain, startModelHub } from '@sextant/platform-testing';
import { copyEspeakData } from '../espeak-data.js';
import { Speakers, wav } from '../flite-recordings.js';
import { MATCHA_MELS, MATCHA_RATE, matchaVoice } from '../matcha-model.js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import { senseVoice, senseVoiceTokens, TONE_WORDS } from '../sense-voice-model.js';
import { symbolsOf, tokensFile } from '../tone-model.js';
import { heardTokens, toneVocoder } from '../tone-vocoder.js';
import { clone, hasRecogniser } from '../voices.js';
import {
  ZIPVOICE_MELS,
  ZIPVOICE_RATE,
  zipvoiceDecoder,
  zipvoiceEncoder,
} from '../zipvoice-model.js';

const COMMAND = builtMain('speech', 'models');
const MATCHA = 'matcha-icefall-en_US-ljspeech';
const RATE = 24000;

let folder: string;
let speech: RunningSpeech;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-neural-'));
  speech = await startSpeech({ SPEECH_MODELS_DIR: folder });
});
afterAll(async () => {
  await speech.close();
  rmSync(folder, { recursive: true });
});

/** Puts a model where the service looks, whole, as a person does with a folder that was unpacked elsewhere. */
async function bring(name: string, files: Readonly<Record<string, Uint8Array | string>>) {
  const unpacked = mkdtempSync(join(tmpdir(), 'sextant-unpacked-'));
  await copyEspeakData(join(unpacked, 'espeak-ng-data'));
  for (const [file, content] of Object.entries(files)) writeFileSync(join(unpacked, file), content);
  renameSync(unpacked, join(folder, name));
}

/** Asks again until it is there, as long as the test may take. */
async function eventually(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask();
    if (answer.ok) return answer;
    await answer.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** What was said, token by token: which is decoded from the tones that the vocoder makes of them. */
async function said(answer: Response, modelRate: number): Promise<string> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const pcm = Int16Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2));
  return symbolsOf(heardTokens(pcm, RATE, modelRate)).replaceAll(/[_\s]/g, '');
}

const stream = (voice: string, input = 'Hello, world.'): Promise<Response> =>
  speech.post('/v1/audio/stream', { input, voice_id: voice, output_format: 'pcm_24000' });

describe('a Matcha with its vocoder', () => {
  it('is a voice without a restart, and says the phonemes of the text', async () => {
    expect((await stream(MATCHA)).status).toBe(404);

    await bring(MATCHA, {
      'model-steps-3.onnx': matchaVoice(),
      'vocos-22khz-univ.onnx': toneVocoder(MATCHA_MELS),
      'tokens.txt': tokensFile(),
    });

    const voice = await eventually(() => speech.request('GET', `/v1/voices/${MATCHA}`));
    expect(await voice.json()).toMatchObject({
      locale: 'en-US',
      tags: expect.arrayContaining(['neural', 'matcha']),
    });
    const answer = await eventually(() => stream(MATCHA));
    expect(answer.headers.get('x-speech-marks')).toBe('estimated');
    expect(await said(answer, MATCHA_RATE)).toContain('həlˈoʊ,wˈɜːld.'.replaceAll(' ', ''));
  });

  it('speaks sentence by sentence on the other routes too', async () => {
    const input = 'First one. Then two.';
    const answer = await speech.post('/v1/audio/speech', { input, voice_id: MATCHA });
    const { speech_marks } = (await answer.json()) as {
      speech_marks: { chunks: { value: string }[] };
    };

    expect(speech_marks.chunks.map(({ value }) => value)).toEqual(input.match(/\w+/g));
  });
});

(hasRecogniser ? describe : describe.skip)('a ZipVoice, needs pocketsphinx', () => {
  it('clones a voice without a restart, and says with it what is written', async () => {
    await bring('sherpa-onnx-zipvoice-distill-int8-zh-en-emilia', {
      'encoder.int8.onnx': zipvoiceEncoder(),
      'decoder.int8.onnx': zipvoiceDecoder(),
      'vocos_24khz.onnx': toneVocoder(ZIPVOICE_MELS),
      'tokens.txt': tokensFile(),
      'lexicon.txt': 'hello h ə l ˈ o ʊ\n',
    });
    const speakers = new Speakers();
    const voice = await clone(speech, speakers);
    await speakers.close();

    expect(voice.quality).toBe('neural');
    const answer = await eventually(() => stream(voice.id));
    expect(await said(answer, ZIPVOICE_RATE)).toContain('həlˈoʊ,wˈɜːld.');
  });
});

describe('a SenseVoice of the hub', () => {
  it('writes down what it hears, after the command that fetched it', async () => {
    const name = 'sherpa-onnx-sense-voice-zh-en-ja-ko-yue-2024-07-17';
    const published = join(folder, `hub/csukuangfj/${name}`);
    mkdirSync(published, { recursive: true });
    writeFileSync(join(published, 'model.int8.onnx'), senseVoice());
    writeFileSync(join(published, 'tokens.txt'), senseVoiceTokens());
    const hub = await startModelHub(join(folder, 'hub'));
    const models = join(folder, 'fetched');
    await promisify(execFile)(
      process.execPath,
      [COMMAND, 'add', `recognisers:csukuangfj/${name}`],
      { env: { MODELS_DIR: models, HF_ENDPOINT: hub.url } },
    );
    await hub.close();
    const listening = await startSpeech({ RECOGNISER_DIR: join(models, 'recognisers', name) });

    const answer = await fetch(`${listening.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}` },
      body: recordingOf([2, 0, 3, 1]),
    });
    await listening.close();

    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-speech-recogniser')).toContain(name);
    expect(await answer.json()).toMatchObject({ text: 'three one four two' });
  });
});

/** Tones in the middle of quarters of the mel scale, with silence between them. */
function recordingOf(words: readonly number[]): FormData {
  const HZ = [300, 900, 2200, 5500];
  expect(HZ).toHaveLength(TONE_WORDS.length);
  const pcm = Int16Array.from({ length: words.length * 16000 }, (_, n) => {
    const hz = HZ[words[Math.floor(n / 16000)] ?? 0] ?? 0;
    return n % 16000 < 4000 ? 0 : 9000 * Math.sin((2 * Math.PI * hz * n) / 16000);
  });
  const form = new FormData();
  form.append('file', new Blob([wav(pcm)]), 'tones.wav');
  form.append('model', 'whisper-1');
  return form;
}
