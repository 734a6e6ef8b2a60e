import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyEspeakData } from '../espeak-data.js';
import { kittenStyles, kittenVoice } from '../kitten-model.js';
import { kokoroStyles, kokoroTokens, kokoroVoice } from '../kokoro-model.js';
import { startSpeech, type RunningSpeech } from '../running-speech.js';
import { saidIn } from '../tone-model.js';

const MOST = 2;
let models: string;
let speech: RunningSpeech;

beforeAll(async () => {
  models = mkdtempSync(join(tmpdir(), 'sextant-languages-'));
  const locales = ['en-US', 'en-GB', 'es-ES', 'fr-FR', 'hi-IN', 'it-IT', 'pt-BR'];
  await put('kokoro', {
    'model.int8.onnx': kokoroVoice(locales.length, 2),
    'voices.bin': kokoroStyles(locales.length),
    'tokens.txt': kokoroTokens(),
    'lexicon-us-en.txt': 'there ð ˈ ɛ ɹ\n',
    'voices.json': JSON.stringify({
      speakers: locales.map((locale, index) => ({ index, name: locale, locale })),
    }),
  });
  await put('kitten', {
    'model.fp16.onnx': kittenVoice(2),
    'voices.bin': kittenStyles(2),
    'tokens.txt': kokoroTokens(),
  });
  speech = await startSpeech({
    SPEECH_MODELS_DIR: models,
    SPEECH_MODELS_LOADED: String(MOST),
  });
});
afterAll(async () => {
  await speech.close();
  rmSync(models, { recursive: true });
});

async function put(name: string, files: Readonly<Record<string, Uint8Array | string>>) {
  mkdirSync(join(models, name));
  await copyEspeakData(join(models, name, 'espeak-ng-data'));
  for (const [file, content] of Object.entries(files)) {
    writeFileSync(join(models, name, file), content);
  }
}

async function said(voice: string, input: string): Promise<string> {
  const body = { input, voice_id: voice, output_format: 'pcm_24000' };
  const answer = await speech.post('/v1/audio/stream', body);
  expect(answer.status).toBe(200);
  return saidIn(Buffer.from(await answer.arrayBuffer()));
}

async function loadedModels(): Promise<number> {
  const metrics = await (await fetch(`${speech.url}/metrics`)).text();
  return Number(/^speech_models_loaded(?:\{[^}]*\})? (\S+)/m.exec(metrics)?.[1]);
}

describe('a Kokoro', () => {
  it('has each language read by what knows it, and no more of them in memory than there may be', async () => {
    expect(await said('kokoro-0', 'There, there we are.')).toContain('ðˈɛɹ');
    expect(await said('kokoro-1', 'There, there we are.')).toMatch(/ðˈ[eɛ]ə/);
    expect(await said('kokoro-2', 'Hola, amigo.')).toMatch(/ˈola.*amˈiɣo/);
    expect(await loadedModels()).toBe(MOST);
    // The first one comes back.
    expect(await said('kokoro-0', 'There, there we are.')).toContain('ðˈɛɹ');
    expect(await loadedModels()).toBe(MOST);
  });

  it.each([
    ['kokoro-3', 'Bonjour.', 'bɔ'],
    ['kokoro-4', 'नमस्ते.', 'nəm'],
    ['kokoro-5', 'Ciao.', 'tʃ'],
    ['kokoro-6', 'Bom dia.', 'dʒ'],
  ])('speaks with %s: %s', async (voice, input, phonemes) => {
    expect(await said(voice, input)).toContain(phonemes);
  });

  it('says words of another language in that', async () => {
    const input = '<speak>There <lang xml:lang="es">hola</lang></speak>';

    expect(await said('kokoro-0', input)).toMatch(/ðˈɛɹ.*ˈola/);
  });
});

describe('a KittenTTS', () => {
  it('is told from a Kokoro, whose files are called the same', async () => {
    expect(await said('kitten', 'Hello.')).toContain('həlˈoʊ');

    const voice = await speech.request('GET', '/v1/voices/kitten');
    expect(await voice.json()).toMatchObject({ tags: expect.arrayContaining(['kitten']) });
  });
});
