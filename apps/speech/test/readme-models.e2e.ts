import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startModelHub, workspaceRoot, type ModelHub } from '@sextant/platform-testing';
import { copyEspeakData } from './espeak-data.js';
import { kokoroStyles, kokoroTokens, kokoroVoice } from './kokoro-model.js';
import { KEY, startSpeech, type RunningSpeech } from './running-speech.js';
import { piperConfig, toneVoice } from './tone-model.js';

const README = readFileSync(join(workspaceRoot(), 'apps', 'speech', 'README.md'), 'utf8');
/** The lines that a reader types, and the function that they use. */
const LINES = [...README.matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line);
const [SPEECH_FUNCTION = ''] = /^speech\(\) \{.*$/m.exec(README) ?? [];
const OUTPUT = '/tmp/heart.mp3';
const SPEAKERS = 53;

let folder: string;
let hub: ModelHub;
let speech: RunningSpeech;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-readme-'));
  await publish('kokoro-multi-lang-v1_0', {
    'model.onnx': kokoroVoice(SPEAKERS, 2),
    'voices.bin': kokoroStyles(SPEAKERS),
    'tokens.txt': kokoroTokens(),
    'lexicon-us-en.txt': 'there ð ˈ ɛ ɹ\n',
    'lexicon-zh.txt': '你 n i\n',
  });
  const piper = join(folder, 'hub/rhasspy/piper-voices/es/es_ES/davefx/medium');
  mkdirSync(piper, { recursive: true });
  writeFileSync(join(piper, 'es_ES-davefx-medium.onnx'), toneVoice({}));
  writeFileSync(join(piper, 'es_ES-davefx-medium.onnx.json'), piperConfig());
  await publish('sherpa-onnx-whisper-small', {
    'small-encoder.int8.onnx': 'encoder',
    'small-decoder.int8.onnx': 'decoder',
    'small-tokens.txt': 'tokens',
  });
  await publish('vad', { 'silero_vad.onnx': 'silero' });
  hub = await startModelHub(join(folder, 'hub'));
  speech = await startSpeech({
    SPEECH_MODELS_DIR: join(folder, 'models', 'voices'),
    RECOGNISERS_DIR: join(folder, 'models', 'recognisers'),
  });
});
afterAll(async () => {
  await speech.close();
  await hub.close();
  rmSync(folder, { recursive: true });
});

async function publish(
  name: string,
  files: Readonly<Record<string, Uint8Array | string>>,
): Promise<void> {
  const published = join(folder, 'hub', 'csukuangfj', name);
  mkdirSync(published, { recursive: true });
  await copyEspeakData(join(published, 'espeak-ng-data'));
  for (const [file, content] of Object.entries(files)) {
    writeFileSync(join(published, file), content);
  }
}

/** A line of the README in a shell, in the folder where a reader types it. */
const type = (line: string) =>
  promisify(execFile)(
    'bash',
    [
      '-euo',
      'pipefail',
      '-c',
      `${SPEECH_FUNCTION.replace('http://localhost:8080', speech.url)}\n${line.replace(OUTPUT, join(folder, 'heart.mp3'))}`,
    ],
    {
      cwd: workspaceRoot(),
      env: {
        ...process.env,
        ...{ KEY, HF_ENDPOINT: hub.url, MODELS_DIR: join(folder, 'models'), NX_DAEMON: 'false' },
      },
    },
  );

describe("the README's walk with models of the hub", () => {
  it('does what it says, line by line', async () => {
    const printed: string[] = [];
    for (const line of LINES) printed.push((await type(line)).stdout);

    expect(LINES.filter((line) => line.startsWith('npm run models --'))).toHaveLength(4);
    expect(printed[0]).toContain('kokoro');
    // The first frame of an MP3, after what a request with a voice of the model was answered.
    const [sync = 0, second = 0] = readFileSync(join(folder, 'heart.mp3'));
    expect([sync, second >> 5]).toEqual([0xff, 7]);
    const recogniser = readdirSync(join(folder, 'models', 'recognisers', 'whisper-small'));
    expect(recogniser).toEqual(
      expect.arrayContaining(['small-encoder.int8.onnx', 'silero_vad.onnx']),
    );
  });

  it('has voices with what people choose by', async () => {
    const heart = await speech.request('GET', '/v1/voices/kokoro-3');
    expect(await heart.json()).toMatchObject({
      display_name: 'Heart',
      gender: 'female',
      locale: 'en-US',
    });
    const preview = await fetch(`${speech.url}/v1/voices/kokoro-3/preview`);
    expect(preview.headers.get('content-type')).toBe('audio/mpeg');
    // What the last line fetched is taken up a little later.
    const spanish = () => speech.request('GET', '/v1/voices/piper-es_ES-davefx-medium');
    while ((await spanish()).status !== 200) await new Promise((done) => setTimeout(done, 200));
    expect(await (await spanish()).json()).toMatchObject({ locale: 'es-ES' });
  });

  it('has the recogniser that was fetched last in readiness', async () => {
    const recogniser = async (): Promise<string> => {
      const { checks } = (await (await fetch(`${speech.url}/health/ready`)).json()) as {
        checks: { engines: { recogniser: string } };
      };
      return checks.engines.recogniser;
    };
    while (!(await recogniser()).includes('whisper-small'))
      await new Promise((done) => setTimeout(done, 200));

    expect(await recogniser()).toBe('sherpa-onnx, whisper-small');
  });
});
