import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyEspeakData } from '../espeak-data.js';
import { startSpeech, type RunningSpeech } from '../running-speech.js';
import { piperConfig, saidIn, tokensFile, toneVoice } from '../tone-model.js';

const MODEL = 'vits-piper-en_US-tone-low';
/** As Piper publishes it: no tokens, no metadata, no data of espeak-ng. */
const BY_HAND = 'piper-en_US-hand-low';
let models: string;
let speech: RunningSpeech;

beforeAll(async () => {
  models = mkdtempSync(join(tmpdir(), 'sextant-models-'));
  const folder = join(models, MODEL);
  await copyEspeakData(join(folder, 'espeak-ng-data'));
  writeFileSync(join(folder, 'tone.onnx'), toneVoice());
  writeFileSync(join(folder, 'tokens.txt'), tokensFile());
  put(BY_HAND, { 'x.onnx': toneVoice({}), 'x.onnx.json': piperConfig() });
  put('damaged', { 'model.onnx': 'this is no model', 'tokens.txt': tokensFile() });
  put('cut-off', { 'x.onnx': toneVoice({}).subarray(0, 500), 'x.onnx.json': piperConfig() });
  put('incomplete', { 'x.onnx': toneVoice({}) });
  speech = await startSpeech({ SPEECH_MODELS_DIR: models, SPEECH_MODELS_LOADED: '1' });
});

afterAll(async () => {
  await speech.close();
  rmSync(models, { recursive: true });
});

function put(name: string, files: Readonly<Record<string, Uint8Array | string>>): void {
  mkdirSync(join(models, name));
  for (const [file, content] of Object.entries(files)) {
    writeFileSync(join(models, name, file), content);
  }
}

/** What readiness says of the models, once none of them is loading any more. */
async function triedModels(): Promise<Readonly<Record<string, string>>> {
  for (;;) {
    const { checks } = (await (await fetch(`${speech.url}/health/ready`)).json()) as {
      checks: { engines: { models: Record<string, string> } };
    };
    const { models: states } = checks.engines;
    if (!Object.values(states).includes('loading')) return states;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('models in SPEECH_MODELS_DIR', () => {
  it('says the phonemes of the text, which the samples are decoded into again', async () => {
    const body = { input: 'Hello, Dr. World.', voice_id: MODEL, output_format: 'pcm_16000' };

    const answer = await speech.post('/v1/audio/stream', body);

    expect(answer.headers.get('x-speech-marks')).toBe('estimated');
    expect(saidIn(Buffer.from(await answer.arrayBuffer()))).toBe('həlˈoʊ, dˈɑːktɚ wˈɜːld.');
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

  it('speaks with a voice of Piper as it is published, put in place by hand', async () => {
    const body = { input: 'Hello.', voice_id: BY_HAND, output_format: 'pcm_16000' };

    const answer = await speech.post('/v1/audio/stream', body);

    expect(saidIn(Buffer.from(await answer.arrayBuffer()))).toBe('həlˈoʊ.');
    // One copy for all voices that come without, beside them.
    expect(readdirSync(join(models, '.espeak-ng-data'))).toContain('phontab');
    expect(readdirSync(join(models, BY_HAND)).toSorted()).toEqual([
      ...['tokens.txt', 'x.onnx', 'x.onnx.json'],
    ]);
    const voice = await speech.request('GET', `/v1/voices/${BY_HAND}`);
    expect(await voice.json()).toMatchObject({ locale: 'en-US' });
  });

  it('tries each once: readiness tells which speak, and why others do not', async () => {
    expect(await triedModels()).toEqual({
      [MODEL]: expect.stringMatching(/^(ready|idle)$/),
      [BY_HAND]: expect.stringMatching(/^(ready|idle)$/),
      damaged: expect.stringMatching(/^refused: it cannot be loaded: .*(rotobuf|odel)/),
      'cut-off': 'refused: it ends before its content does: it was not copied whole',
      incomplete: 'refused: it has neither tokens.txt nor the .onnx.json that Piper publishes',
    });
  });

  it('lists what speaks and nothing else, and costs nobody a wait for what does not', async () => {
    await triedModels();
    const before = await endedProcesses();

    const listed = await (await speech.request('GET', '/v1/voices')).text();
    const broken = await speech.post('/v1/audio/speech', { input: 'Hi.', voice_id: 'damaged' });
    const whole = await speech.post('/v1/audio/speech', { input: 'Hi.', voice_id: MODEL });

    for (const name of ['damaged', 'cut-off', 'incomplete']) expect(listed).not.toContain(name);
    expect(listed).toContain(MODEL);
    expect(broken.status).toBe(404);
    expect(whole.status).toBe(200);
    // Nobody has it loaded once more.
    expect(await endedProcesses()).toBe(before);
  });

  it('has no more of them in memory than there may be: each is loaded again when it is asked for', async () => {
    await triedModels();
    for (const voice_id of [MODEL, BY_HAND, MODEL]) {
      const said = await speech.post('/v1/audio/speech', { input: 'Hi.', voice_id });

      expect(said.status).toBe(200);
      const { [MODEL]: one, [BY_HAND]: other } = await triedModels();
      expect([one, other]).toEqual(voice_id === MODEL ? ['ready', 'idle'] : ['idle', 'ready']);
      expect(await metricOf('speech_models_loaded')).toBe('1');
      expect(await metricOf('speech_processes_ready', 'program="sherpa"')).toBe('1');
    }
    expect(speech.logs).toContainEqual(
      expect.objectContaining({ msg: 'model.released', model: BY_HAND, reason: 'room' }),
    );
  });

  it('lists its voices with the model', async () => {
    const answer = await speech.request('GET', `/v1/voices/${MODEL}`);
    const { models: listed } = (await answer.json()) as { models: { name: string }[] };

    expect(listed.map(({ name }) => name)).toContain('simba-3.0');
  });
});

const endedProcesses = (): Promise<string | undefined> =>
  metricOf('speech_processes_ended_total', 'program="sherpa"');

async function metricOf(name: string, labels = ''): Promise<string | undefined> {
  const metrics = await (await fetch(`${speech.url}/metrics`)).text();
  return new RegExp(`^${name}(?:\\{${labels}[^}]*\\})? (\\S+)`, 'm').exec(metrics)?.[1];
}
