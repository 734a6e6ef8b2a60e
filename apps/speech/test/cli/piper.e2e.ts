import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtMain, startModelHub, type ModelHub } from '@sextant/platform-testing';
import { startSpeech, type RunningSpeech } from '../running-speech.js';
import { piperConfig, toneVoice } from '../tone-model.js';

const COMMAND = builtMain('speech', 'models');
/** A field of ONNX for a graph that is none. */
const NO_GRAPH = Buffer.from([0x3a, 3, 1, 2, 3]);

let folder: string;
let hub: ModelHub;
let speech: RunningSpeech;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-piper-'));
  publish('en_US-norman-medium', 'Trained from scratch');
  publish('en_US-joe-medium', 'Finetuned from U.S. English lessac voice (medium quality).');
  publish('en_US-broken-low', 'Trained from scratch', NO_GRAPH);
  hub = await startModelHub(join(folder, 'hub'));
  speech = await startSpeech({ SPEECH_MODELS_DIR: join(folder, 'models/voices') });
});
afterAll(async () => {
  await speech.close();
  await hub.close();
  rmSync(folder, { recursive: true });
});

/** As the publisher of Piper's voices lays it out. */
function publish(voice: string, training: string, model: Uint8Array = toneVoice({})): void {
  const [locale = '', name = '', quality = ''] = voice.split('-');
  const place = join(folder, 'hub/rhasspy/piper-voices/en', locale, name, quality);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, `${voice}.onnx`), model);
  writeFileSync(join(place, `${voice}.onnx.json`), piperConfig());
  writeFileSync(
    join(place, 'MODEL_CARD'),
    `* License: public domain\n\n## Training\n\n${training}\n`,
  );
}

/** `npm run models -- ...` as the image has it. */
async function models(...args: string[]): Promise<string> {
  const env = { MODELS_DIR: join(folder, 'models'), HF_ENDPOINT: hub.url };
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...args], { env }).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout;
}

async function tagsOf(voice: string): Promise<readonly string[]> {
  const answer = await speech.request('GET', `/v1/voices/${voice}`);
  return ((await answer.json()) as { tags?: readonly string[] }).tags ?? [];
}

async function untilTagged(voice: string, tag: string): Promise<void> {
  while (!(await tagsOf(voice)).includes(tag)) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const say = async (voice: string): Promise<Buffer> => {
  const body = { input: 'Hello.', voice_id: voice, output_format: 'pcm_16000' };
  const answer = await speech.post('/v1/audio/stream', body);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

describe('voices of Piper as they are published', () => {
  it('take the place of a formant voice that people know by name, once they have said a word', async () => {
    expect(await tagsOf('george')).toEqual(['formant']);

    expect(await models('add', 'piper:en_US-norman-medium')).toContain(
      'Licence and base allow use in a business.',
    );
    await untilTagged('george', 'neural');

    expect(await say('george')).toEqual(await say('piper-en_US-norman-medium'));
    const voice = await speech.request('GET', '/v1/voices/george');
    expect(await voice.json()).toMatchObject({ id: 'george', display_name: 'George' });
    // A woman's name keeps its voice until there is a woman's, and what is called formant is.
    expect(await tagsOf('lisa')).toEqual(['formant']);
    expect(await tagsOf('en-us-male')).toEqual(['formant']);
  });

  it('are no default where their base forbids use in a business, and speak when they are asked for', async () => {
    await models('remove', 'piper:en_US-norman-medium');
    await untilTagged('george', 'formant');

    expect(await models('add', 'piper:en_US-joe-medium')).toContain('It becomes no default voice.');
    await untilTagged('piper-en_US-joe-medium', 'neural');

    expect(await tagsOf('george')).toEqual(['formant']);
    expect((await say('piper-en_US-joe-medium')).length).toBeGreaterThan(1000);
  });

  it('that are broken are named by models verify, with the reason', async () => {
    await models('add', 'piper:en_US-broken-low');

    const verified = await models('verify');

    expect(verified).toContain('piper-en_US-joe-medium: whole\n');
    expect(verified).toMatch(/^piper-en_US-broken-low: refused: it cannot be loaded: \S/m);
    const listed = await (await speech.request('GET', '/v1/voices')).text();
    expect(listed).toContain('piper-en_US-joe-medium');
    expect(listed).not.toContain('broken');
  });
});
